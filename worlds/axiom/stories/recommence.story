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

# Tout ce qui peut changer est demandé à nouveau ; d'ici là l'ancienne réponse compte.
> recommencer
% answer identite

> Prénom : Luce, nom : Arban, e-mail : luce@exemple.test
~ candidat.prenom = Luce
% answer ton

! RESTART
% answer identite
