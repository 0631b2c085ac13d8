# Les mots d'une personne n'empêchent pas son miroir

# « toujours », « jamais » et « vous » sont interdits au miroir d'un tutoiement, et non à qui répond.
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
% answer seuil

> D
% answer fierte

> Je n'oublie jamais un visage, et vous me reverrez toujours.
~ candidat.fierte = Je n'oublie jamais un visage, et vous me reverrez toujours.
% answer presence

> B
% answer recharge

> passer
~ candidat.miroir_01.relie = Ce qui te met en route passe par les autres : leur présence pèse autant que l'ouvrage.

> oui
% answer medium

# Un titre non plus.
> A
% answer pref_series

> A
% answer oeuvres

> Jamais sans le phare
~ candidat.oeuvres = ["Jamais sans le phare"]
% answer motif.oeuvre_1

> Le phare.
% answer personnages.oeuvre_1

> passer
~ candidat.miroir_02.entendu = Parmi toutes les façons de raconter, tu as choisi les séries, et plutôt une histoire bouclée en une saison. Ce que tu gardes près de toi : « Jamais sans le phare ».

> oui
% event START_BLOC_3
