# Recommencer, après réflexion

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

> A
~ candidat.elan = tache
% answer seuil

# On demande d'abord ; un non laisse tout en place.
> recommencer
> non
% answer seuil

> B
~ candidat.seuil = essayer
% answer fierte

! RESTART
> oui
% answer
