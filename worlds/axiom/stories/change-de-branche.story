# Une correction ouvre l'autre branche

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

> A
% answer allure

> un long effort régulier
~ candidat.allure = regulier
% answer tenir

> La musique.
~ candidat.tenir = La musique.
% answer affluence

# Ce qui est ouvert reste ouvert ; la question de l'autre branche vient juste après.
@ {"act": "correct", "slot": "allure", "value": "pointes"}
~ candidat.allure = pointes
% answer affluence

> A
~ candidat.affluence = vif
% answer bonne_pause

> Un carré de soleil.
~ candidat.bonne_pause = Un carré de soleil.
% answer samedi

# Ce qui a été dit sur la première branche reste écrit, et le miroir ne parle que de la seconde.
> oui
~ candidat.miroir_04.relie = Tu donnes beaucoup en peu de temps, et la pause fait partie de l'effort.
% validation miroir_04

---

# Changer de genre de récit après coup

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

> correction : le genre de récit = les jeux vidéo
~ candidat.medium = jeux
% answer oeuvres

> Neuf Lampes
~ candidat.oeuvres = ["Neuf Lampes"]
% answer pref_jeux

> A
~ candidat.pref_jeux = enigmes
% answer motif.oeuvre_1
