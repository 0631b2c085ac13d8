# Deux langues dans la même bouche

> Hello, my name is Tom Baker, my email is tom.baker@exemple.test
~ candidat.prenom = Tom
~ candidat.nom = Baker
~ candidat.courriel = tom.baker@exemple.test
% answer ton

> je préfère le tu, please
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

> the third one
~ candidat.elan = utilite
% answer seuil

> plutôt D
~ candidat.seuil = demander
% answer fierte

> I fixed my neighbour's bike, elle était ravie.
~ candidat.fierte = I fixed my neighbour's bike, elle était ravie.
% answer presence

> the second
~ candidat.presence = ecoute
% answer recharge

> Une longue marche, a long walk.
~ candidat.recharge = Une longue marche, a long walk.
% validation miroir_01

> yes, that's me
% answer medium

> books
~ candidat.medium = livres
% answer pref_livres

> un roman, please
~ candidat.pref_livres = roman
% answer oeuvres

> Dune and Emma
~ candidat.oeuvres = ["Dune","Emma"]
% answer motif.oeuvre_1

> The sand.
~ oeuvre_1.motif = The sand.
% answer personnages.oeuvre_1

> Paul Atreides
~ oeuvre_1.personnages = ["Paul Atreides"]
% answer traits.oeuvre_1.oeuvre_1_p1

> brave and lonely
~ oeuvre_1_p1.traits = ["brave","lonely"]
% answer motif.oeuvre_2

> le jeu
~ oeuvre_2.motif = le jeu
% answer personnages.oeuvre_2

> Emma
~ oeuvre_2.personnages = ["Emma"]
% answer traits.oeuvre_2.oeuvre_2_p1

> witty
~ oeuvre_2_p1.traits = ["witty"]
% validation miroir_02

> correction: le motif de Dune = le sable
~ oeuvre_1.motif = le sable
% validation miroir_02

> yes
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> the first one
~ candidat.apprendre = refaire
% answer erreur

> B please
~ candidat.erreur = comprendre
% answer semaines

> three
~ candidat.semaines = 3
% validation miroir_03

> yes
% answer moment

> le matin
~ candidat.moment = matin
% answer allure

> B
~ candidat.allure = pointes
% answer bonne_pause

> To know what it is for.
~ candidat.bonne_pause = To know what it is for.
% answer affluence

> the last one
~ candidat.affluence = calme
% answer samedi

> yes
~ candidat.samedi = true
% validation miroir_04

> yes
% answer valeur

> A
~ candidat.valeur = justesse
% answer reconnaissance

> un merci précis
~ candidat.reconnaissance = merci
% answer equilibre

> B
~ candidat.equilibre = travail
% answer soin

> I tidy up.
~ candidat.soin = I tidy up.
% answer salaire_espere

> 1750 euros
~ candidat.salaire_espere = 1750
% validation miroir_05

> that's me
% answer regle

> B
~ candidat.regle = raison
% answer consignes

> C
~ candidat.consignes = montrees
% answer monnaie

> A
~ candidat.monnaie = dire
% answer exception

> Opening early.
~ candidat.exception = Opening early.
% answer refus

> Selling a bad book.
~ candidat.refus = Selling a bad book.
% validation miroir_06

> yes
% answer desaccord

> B
~ candidat.desaccord = froid
% answer client

> A
~ candidat.client = voix
% answer reproche

> the last one
~ candidat.reproche = exemple
% answer apaise

> We tidied the shelf together.
~ candidat.apaise = We tidied the shelf together.
% answer mediation

> no, not really
~ candidat.mediation = false
% validation miroir_07

> yes
% answer horizon

> A
~ candidat.horizon = metier
% answer reussite

> A
~ candidat.reussite = retour
% answer risque

> A
~ candidat.risque = pari
% answer savoir_faire

> Binding books.
~ candidat.savoir_faire = Binding books.
% answer disponible

> 1 September 2026
~ candidat.disponible = 2026-09-01
% validation miroir_08

> yes
% answer confiance

> A
~ candidat.confiance = parole
% answer aide

> B
~ candidat.aide = recherche
% answer autonomie

> un binôme
~ candidat.autonomie = binome
% answer main_tendue

> A colleague took my shift.
~ candidat.main_tendue = A colleague took my shift.
% answer dernier_mot

> skip
% validation miroir_09

> yes
% answer verrou

> oui
% event START_MATCHING

! START_MATCHING
~ candidat.adequation = 100
% finished
