# Revenir sur une réponse par son numéro

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
% answer ton

> tutoiement
% event START_BLOC_1

! START_BLOC_1
% answer elan

> C
~ candidat.elan = utilite
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

# Même devant une question qui accepte n'importe quel texte.
> plutot B en fait pour la 2
~ candidat.seuil = essayer
<statement C'est corrigé : le premier geste est maintenant essayer tout de suite (avant : poser des questions).
<question Raconte, en quelques lignes, une chose de cette année dont tu tires de la fierté. Elle peut être minuscule.
% answer fierte

> plutôt A pour la première
~ candidat.elan = tache
% answer fierte

# Il n'y a pas de question 9 : ce sont des mots comme d'autres.
> plutôt B pour la 9
~ candidat.fierte = plutôt B pour la 9
% answer presence
