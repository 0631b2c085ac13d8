# Corriger ses miroirs

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

# Non tout seul demande ce qui ne va pas.
> non
% validation miroir_01

> J'écoute d'abord, mais pas longtemps.
~ candidat.nuance_01 = J'écoute d'abord, mais pas longtemps.
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

# Une nuance d'emblée.
> Presque : ce n'est pas la nostalgie, c'est la fidélité.
~ candidat.nuance_02 = Presque : ce n'est pas la nostalgie, c'est la fidélité.
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
