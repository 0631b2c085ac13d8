# Annuler, reprendre, puis vraiment annuler

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

> annuler
% finished

# Rien n'est perdu : on reprend où l'on était.
> reprendre
% answer seuil

> B
~ candidat.seuil = essayer
% answer fierte

! CANCEL
% finished

# Ce qui a été accepté reste, et plus rien n'est attendu.
> Bonjour ?
~ nothing
% finished
