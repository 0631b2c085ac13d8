# Une voix dictée : ni points, ni virgules, ni majuscules

# L'adresse dictée n'en est pas une : c'est dit, et rien n'est pris de travers.
> bonjour alors moi c'est maëlle kerouanton et mon mail c'est maelle point kerouanton arobase exemple point test
~ refused not-an-email identite
% answer identite

> maelle.kerouanton@exemple.test
~ candidat.courriel = maelle.kerouanton@exemple.test
% answer identite

> prénom maëlle nom kerouanton
~ candidat.prenom = maëlle
~ candidat.nom = kerouanton
% answer ton

> on peut se dire tu
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

> euh ce serait plutôt la c je pense
~ candidat.elan = utilite
% answer seuil

> réponse d
~ candidat.seuil = demander
% answer fierte

> alors ma fierté c'est d'avoir tenu la librairie toute seule un mois d'août
~ candidat.fierte = alors ma fierté c'est d'avoir tenu la librairie toute seule un mois d'août
% answer presence

> la deuxième
~ candidat.presence = ecoute
% answer recharge

> marcher au bord de la mer virgule sans téléphone
~ candidat.recharge = marcher au bord de la mer virgule sans téléphone
% validation miroir_01

> oui c'est bien moi
% answer medium

> les livres
~ candidat.medium = livres
% answer pref_livres

> plutôt les romans
~ candidat.pref_livres = roman
% answer oeuvres

> les greniers du vent et emma
~ candidat.oeuvres = ["les greniers du vent","emma"]
% answer motif.oeuvre_1

> c'est le vent qui revient partout
~ oeuvre_1.motif = c'est le vent qui revient partout
% answer personnages.oeuvre_1

> odile carmes et le facteur
~ oeuvre_1.personnages = ["odile carmes","le facteur"]
% answer traits.oeuvre_1.oeuvre_1_p1

> patiente et drôle
~ oeuvre_1_p1.traits = ["patiente","drôle"]
% answer traits.oeuvre_1.oeuvre_1_p2

> têtu
~ oeuvre_1_p2.traits = ["têtu"]
% answer motif.oeuvre_2

> le jeu
~ oeuvre_2.motif = le jeu
% answer personnages.oeuvre_2

> emma woodhouse
~ oeuvre_2.personnages = ["emma woodhouse"]
% answer traits.oeuvre_2.oeuvre_2_p1

> vive et fière
~ oeuvre_2_p1.traits = ["vive","fière"]
% validation miroir_02

# Un signe dicté, puis un vrai.
> correction le motif d'emma deux points le jeu social
~ oeuvre_2.motif = le jeu social
% validation miroir_02

> le motif d'Emma : le jeu
~ oeuvre_2.motif = le jeu
% validation miroir_02

> oui ça me ressemble
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> la première
~ candidat.apprendre = refaire
% answer erreur

> la b
~ candidat.erreur = comprendre
% answer semaines

> trois semaines
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

> savoir à quoi ça sert
~ candidat.tenir = savoir à quoi ça sert
% answer affluence

> d
~ candidat.affluence = calme
% answer samedi

> oui bien sûr
~ candidat.samedi = true
% validation miroir_04

> oui
% answer valeur

> choix n°1
~ candidat.valeur = justesse
% answer reconnaissance

> un merci précis
~ candidat.reconnaissance = merci
% answer equilibre

> b
~ candidat.equilibre = travail
% answer soin

> je range en passant
~ candidat.soin = je range en passant
% answer salaire_espere

> mille huit cents euros
~ candidat.salaire_espere = 1800
% validation miroir_05

> oui
% answer regle

> b
~ candidat.regle = raison
% answer consignes

> c
~ candidat.consignes = montrees
% answer monnaie

> a
~ candidat.monnaie = dire
% answer exception

> ouvrir dix minutes plus tôt
~ candidat.exception = ouvrir dix minutes plus tôt
% answer refus

> vendre un mauvais livre
~ candidat.refus = vendre un mauvais livre
% validation miroir_06

> oui
% answer desaccord

> b
~ candidat.desaccord = froid
% answer client

> a
~ candidat.client = voix
% answer reproche

> d
~ candidat.reproche = exemple
% answer apaise

> on a rangé ensemble
~ candidat.apaise = on a rangé ensemble
% answer mediation

> non pas du tout
~ candidat.mediation = false
% validation miroir_07

> oui
% answer horizon

> a
~ candidat.horizon = metier
% answer reussite

> a
~ candidat.reussite = retour
% answer risque

> a
~ candidat.risque = pari
% answer savoir_faire

> relier un livre
~ candidat.savoir_faire = relier un livre
% answer disponible

> le premier septembre deux mille vingt-six
~ candidat.disponible = 2026-09-01
% validation miroir_08

> oui
% answer confiance

> a
~ candidat.confiance = parole
% answer aide

> b
~ candidat.aide = recherche
% answer autonomie

> un binôme
~ candidat.autonomie = binome
% answer main_tendue

> un collègue a pris mon tour
~ candidat.main_tendue = un collègue a pris mon tour
% answer dernier_mot

> passer
% validation miroir_09

> oui
% answer verrou

> oui
% event START_MATCHING

! START_MATCHING
~ candidat.adequation = 100
% finished
