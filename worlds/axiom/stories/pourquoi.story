# Pourquoi cette question ?

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> Pourquoi cette question ?
~ nothing
% answer ton
% tries 5

> vouvoiement
~ candidat.ton = vous
% event START_BLOC_1

! START_BLOC_1
% answer elan

! WHY
~ nothing
% answer elan

@ {"act": "request"}
~ nothing
% answer elan

> A
~ candidat.elan = tache
% answer seuil

> A
~ candidat.seuil = regarder
% answer fierte

# Devant une question ouverte aussi : ce n'est pas une réponse.
> pourquoi cette question ?
~ nothing
% answer fierte
