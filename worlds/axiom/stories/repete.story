# Vous pouvez répéter ?

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> répète
~ nothing
% answer ton
% tries 5

> tutoiement
~ candidat.ton = tu
% event START_BLOC_1

# Devant un bouton.
! REPEAT
% event START_BLOC_1

! START_BLOC_1
% answer elan

! REPEAT
~ nothing
% answer elan

! REPEAT
~ nothing
% answer elan
% tries 5

> C
~ candidat.elan = utilite
% answer seuil
