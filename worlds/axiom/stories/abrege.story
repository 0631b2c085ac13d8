# Un adolescent, en abrégé

> léo martin
~ candidat.prenom = léo
~ candidat.nom = martin
% answer identite

> leo.martin@exemple.test
~ candidat.courriel = leo.martin@exemple.test
% answer ton

> tkt tu peux me tutoyer
~ candidat.ton = tu
~ refused not-understood ton
% event START_BLOC_1

! START_BLOC_1
% answer elan

> jsp trop
~ refused not-a-choice elan
% answer elan

> la b
~ candidat.elan = equipe
% answer seuil

> c
~ candidat.seuil = lire
% answer fierte

> g fini un jeu en 2 jours mdr
~ candidat.fierte = g fini un jeu en 2 jours mdr
% answer presence

> pk tu demandes ?
% answer presence

> a
~ candidat.presence = parole
% answer recharge

> dormir lol
~ candidat.recharge = dormir lol
% validation miroir_01

> ouais grave
% answer medium

> jeux vidéo
~ candidat.medium = jeux
% answer pref_jeux

> le 1er
~ candidat.pref_jeux = enigmes
% answer oeuvres

> minecraft
~ candidat.oeuvres = ["minecraft"]
% answer motif.oeuvre_1

> construire des trucs
~ oeuvre_1.motif = construire des trucs
% answer personnages.oeuvre_1

# « jsp » n'est le nom de personne.
> jsp
~ refused not-a-list personnages.oeuvre_1
% answer personnages.oeuvre_1

> passer
% validation miroir_02

> ouais
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> b
~ candidat.apprendre = expliquer
% answer erreur

> a
~ candidat.erreur = reparer
% answer semaines

> 2
~ candidat.semaines = 2
% validation miroir_03

> ouais
% answer moment

> le soir
~ candidat.moment = soir
% answer allure

> a
~ candidat.allure = regulier
% answer tenir

> jsp moi
~ candidat.tenir = jsp moi
% answer affluence

> b
~ candidat.affluence = tension
% answer samedi

> nan
~ candidat.samedi = false
% validation miroir_04

> ok
% answer valeur

> a
~ candidat.valeur = justesse
% answer reconnaissance

> c
~ candidat.reconnaissance = prime
% answer equilibre

> b
~ candidat.equilibre = travail
% answer soin

> je range
~ candidat.soin = je range
% answer salaire_espere

> 1500
~ candidat.salaire_espere = 1500
% validation miroir_05

> ok
% answer regle

> a
~ candidat.regle = appliquer
% answer consignes

> b
~ candidat.consignes = dites
% answer monnaie

> c
~ candidat.monnaie = responsable
% answer exception

> aucune
~ candidat.exception = aucune
% answer refus

> tricher
~ candidat.refus = tricher
% validation miroir_06

> ok
% answer desaccord

> c
~ candidat.desaccord = ecrire
% answer client

> a
~ candidat.client = voix
% answer reproche

> b
~ candidat.reproche = silence
% answer apaise

> on a rigolé
~ candidat.apaise = on a rigolé
% answer mediation

> oui
~ candidat.mediation = true
% validation miroir_07

> ok
% answer horizon

> b
~ candidat.horizon = guider
% answer reussite

> b
~ candidat.reussite = idee
% answer risque

> c
~ candidat.risque = saut
% answer guide

> faire des vidéos
~ candidat.guide = faire des vidéos
% answer disponible

> 15/07/2026
~ candidat.disponible = 2026-07-15
% validation miroir_08

> ok
% answer confiance

> b
~ candidat.confiance = franchise
% answer aide

> c
~ candidat.aide = echeance
% answer autonomie

> a
~ candidat.autonomie = but
% answer main_tendue

> mon frère m'a aidé
~ candidat.main_tendue = mon frère m'a aidé
% answer dernier_mot

> passer
% validation miroir_09

> ok
% answer verrou

> oui
% event START_MATCHING

! START_MATCHING
~ candidat.adequation = 56
% finished
