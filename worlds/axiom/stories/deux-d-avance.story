# Toujours deux questions d'avance

# Ce qui n'est pas encore demandé est dit, et redemandé.
> Prénom : Inès, nom : Roux, e-mail : ines.roux@exemple.test, et je préfère le tutoiement
~ candidat.prenom = Inès
~ candidat.nom = Roux
~ candidat.courriel = ines.roux@exemple.test
~ refused not-understood input
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

# La quatrième, pendant que la troisième est ouverte.
> B pour la question 4
~ candidat.presence = ecoute
% answer fierte

> J'ai tenu un potager.
~ candidat.fierte = J'ai tenu un potager.
% answer recharge

# Et la première, après coup, sans autre mot.
> ma réponse à la question 1 est A
~ candidat.elan = tache
% answer recharge

> La lecture au calme.
~ candidat.recharge = La lecture au calme.
% validation miroir_01

> oui
% answer medium

> les livres, un roman
~ candidat.medium = livres
~ refused not-understood medium
% answer pref_livres

> un roman
~ candidat.pref_livres = roman
% answer oeuvres

> Emma, pour son ironie
~ candidat.oeuvres = ["Emma"]
% answer motif.oeuvre_1

> l'ironie
~ oeuvre_1.motif = l'ironie
% answer personnages.oeuvre_1

> Emma Woodhouse
~ oeuvre_1.personnages = ["Emma Woodhouse"]
% answer traits.oeuvre_1.oeuvre_1_p1

> vive, fière
~ oeuvre_1_p1.traits = ["vive","fière"]
% validation miroir_02

> le motif d'Emma : le jeu
~ oeuvre_1.motif = le jeu
% validation miroir_02

> oui
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> question 2 : B
~ candidat.erreur = comprendre
% answer apprendre

> A
~ candidat.apprendre = refaire
% answer semaines

> 3
~ candidat.semaines = 3
% validation miroir_03

> oui
% answer moment

# Une question peut encore s'intercaler : son numéro n'est pas sûr.
> D pour la question 4
~ refused not-understood input
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

> Je redresse les piles.
~ candidat.soin = Je redresse les piles.
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

> Ouvrir plus tôt.
~ candidat.exception = Ouvrir plus tôt.
% answer refus

> Mentir.
~ candidat.refus = Mentir.
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

> On a rangé.
~ candidat.apaise = On a rangé.
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

> Relier un livre.
~ candidat.savoir_faire = Relier un livre.
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

> Un collègue a pris mon tour.
~ candidat.main_tendue = Un collègue a pris mon tour.
% answer dernier_mot

> passer
% validation miroir_09

> oui
% answer verrou

> oui
% event START_MATCHING

! START_MATCHING
~ candidat.adequation = 94
% finished
