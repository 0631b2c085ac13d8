# Trois œuvres, deux personnages chacune

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> vouvoiement
~ candidat.ton = vous
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

> les séries
~ candidat.medium = series
% answer pref_series

> B
~ candidat.pref_series = longue
% answer oeuvres

> Les Greniers du vent, La Ligne de sel, Neuf Lampes
~ candidat.oeuvres = ["Les Greniers du vent","La Ligne de sel","Neuf Lampes"]
~ oeuvre_1.question = Commençons par « Les Greniers du vent » : quel motif y revient, et pourquoi vous touche-t-il ?
% answer motif.oeuvre_1

> Le retour.
~ oeuvre_1.motif = Le retour.
% answer personnages.oeuvre_1

> Odile Carmes, Firmin
~ oeuvre_1.personnages = ["Odile Carmes","Firmin"]
% answer traits.oeuvre_1.oeuvre_1_p1

> patiente, drôle
~ oeuvre_1_p1.traits = ["patiente","drôle"]
% answer traits.oeuvre_1.oeuvre_1_p2

> loyal
~ oeuvre_1_p2.traits = ["loyal"]
~ oeuvre_2.question = Et dans « La Ligne de sel », qu'est-ce qui vous a fait y revenir, au moins en pensée ?
% answer motif.oeuvre_2

> L'attente.
~ oeuvre_2.motif = L'attente.
% answer personnages.oeuvre_2

# Trois personnages, c'est un de trop.
> Yvon, Perrine, Achille
% answer personnages.oeuvre_2

> Yvon et Perrine
~ oeuvre_2.personnages = ["Yvon","Perrine"]

> taiseux, sûr
~ oeuvre_2_p1.traits = ["taiseux","sûr"]

> vive
~ oeuvre_2_p2.traits = ["vive"]
% answer motif.oeuvre_3

> L'hôtel vide.
~ oeuvre_3.motif = L'hôtel vide.
% answer personnages.oeuvre_3

> Basile ; Maud
~ oeuvre_3.personnages = ["Basile","Maud"]

> têtu, généreux
~ oeuvre_3_p1.traits = ["têtu","généreux"]

> secrète, exacte, fidèle
~ oeuvre_3_p2.traits = ["secrète","exacte","fidèle"]

> oui
% event START_BLOC_3
