# Le verrou veut un mot, et un seul

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> tutoiement
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

> C
~ candidat.elan = utilite
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

> J'ai remis en route le vélo de ma voisine.
~ candidat.fierte = J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> Une longue marche au bord de la Veyre.
~ candidat.recharge = Une longue marche au bord de la Veyre.
% validation miroir_01

> oui
% answer medium

> les livres
~ candidat.medium = livres
% answer pref_livres

> un roman
~ candidat.pref_livres = roman
% answer oeuvres

> Les Greniers du vent
~ candidat.oeuvres = ["Les Greniers du vent"]
% answer motif.oeuvre_1

> Des gens qui reviennent sur leurs pas.
~ oeuvre_1.motif = Des gens qui reviennent sur leurs pas.
% answer personnages.oeuvre_1

> Odile Carmes
~ oeuvre_1.personnages = ["Odile Carmes"]
% answer traits.oeuvre_1.oeuvre_1_p1

> patiente, drôle
~ oeuvre_1_p1.traits = ["patiente","drôle"]
% validation miroir_02

> oui
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> A
~ candidat.apprendre = refaire
% answer erreur

> B
~ candidat.erreur = comprendre
% answer semaines

> 3
~ candidat.semaines = 3
% validation miroir_03

> oui
% answer moment

> le matin
~ candidat.moment = matin
% answer allure

> un long effort régulier
~ candidat.allure = regulier
% answer tenir

> Savoir à quoi sert ce que je fais.
~ candidat.tenir = Savoir à quoi sert ce que je fais.
% answer affluence

> D
~ candidat.affluence = calme
% answer samedi

> oui
~ candidat.samedi = true
% validation miroir_04

> oui
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

> Je redresse les piles en passant.
~ candidat.soin = Je redresse les piles en passant.
% answer salaire_espere

> 1750
~ candidat.salaire_espere = 1750
% validation miroir_05

> oui
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

> Ouvrir dix minutes plus tôt sous la pluie.
~ candidat.exception = Ouvrir dix minutes plus tôt sous la pluie.
% answer refus

> Vendre un livre que je sais mauvais.
~ candidat.refus = Vendre un livre que je sais mauvais.
% validation miroir_06

> oui
% answer desaccord

> B
~ candidat.desaccord = froid
% answer client

> A
~ candidat.client = voix
% answer reproche

> D
~ candidat.reproche = exemple
% answer apaise

> On a fini par ranger le rayon ensemble.
~ candidat.apaise = On a fini par ranger le rayon ensemble.
% answer mediation

> non
~ candidat.mediation = false
% validation miroir_07

> oui
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

> Relier un livre abîmé.
~ candidat.savoir_faire = Relier un livre abîmé.
% answer disponible

> 01/09/2026
~ candidat.disponible = 2026-09-01
% validation miroir_08

> oui
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

> Un collègue a pris mon tour un soir d'orage.
~ candidat.main_tendue = Un collègue a pris mon tour un soir d'orage.
% answer dernier_mot

> passer
% validation miroir_09

> oui

> d'accord
~ refused not-the-word verrou
% answer verrou

> oui oui
~ refused not-the-word verrou
% answer verrou

# Il est encore temps de corriger.
> correction : le samedi = non
~ candidat.samedi = false
% answer verrou

# Le portrait du bloc 4 parlait du samedi : il est refait, et demande à être relu.
> oui
~ candidat.miroir_04.samedi = Le samedi reste en dehors du travail, et c'est noté.
% validation miroir_04

> oui
% event START_MATCHING

# Deux fois le bouton : un seul résultat, sans le samedi.
! START_MATCHING
~ candidat.adequation = 90
% finished

! START_MATCHING
% finished
