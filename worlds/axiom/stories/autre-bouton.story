# Le bouton d'une autre étape

# Avant même de se présenter.
! START_BLOC_1
~ refused not-now

! START_MATCHING
~ refused not-now

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

! START_BLOC_3
~ refused not-now
% answer ton
% tries 5

> vouvoiement
~ candidat.ton = vous
% event START_BLOC_1

! START_BLOC_3
~ refused not-now
% event START_BLOC_1

! UN_BOUTON_INCONNU
~ refused not-now
% event START_BLOC_1

! START_BLOC_1
% answer elan

! START_MATCHING
~ refused not-now
% answer elan
% tries 5
