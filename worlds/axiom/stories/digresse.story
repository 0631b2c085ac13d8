# Quelqu'un qui pense à autre chose

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> Combien de temps ça prend ?
~ nothing
% answer ton
% tries 5

> Vous êtes un robot ?
~ nothing
% answer ton
% tries 5

# Ce que l'offre dit d'elle-même.
> Quels sont les horaires ?
~ nothing
% answer ton
% tries 5

> tutoiement
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

> C'est quoi la bonne réponse ?
~ nothing
% answer elan
% tries 5

> D
~ candidat.elan = calme
% answer seuil
