# Un mot, un point, rien

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

>
~ refused blank elan
% answer elan

> ?
% answer elan

> a
~ candidat.elan = tache
% answer seuil

> 4
~ candidat.seuil = demander
% answer fierte

>"   "
~ refused blank fierte
% answer fierte

# Un mot est une réponse.
> Rien
~ candidat.fierte = Rien
% answer presence
