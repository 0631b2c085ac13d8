# Passer ce qui se passe, et essayer de passer le reste

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

# Obligatoire.
> passer
% answer elan

! SKIP
% answer elan

> C
~ candidat.elan = utilite
% answer seuil

> D
% answer fierte

! SKIP
% answer fierte

> J'ai appris le nom des étoiles.
~ candidat.fierte = J'ai appris le nom des étoiles.
% answer presence

> B
% answer recharge

# Facultative : la question reste sans réponse, et le miroir n'en parle pas.
! SKIP
~ candidat.miroir_01.entendu = Une journée commence bien pour toi avec ceci : quelqu'un à aider pour de vrai. Devant une tâche neuve, ton premier geste est net : poser des questions. Dans un groupe, ta place se prend ainsi : écouter d'abord.

> oui
% answer medium
