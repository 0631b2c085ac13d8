# Deux entretiens, une réponse de différence : le premier

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

> C
~ candidat.elan = utilite
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

> J'ai remis en route le vélo de ma voisine.
~ candidat.fierte = J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> Une longue marche au bord de la Veyre.
~ candidat.recharge = Une longue marche au bord de la Veyre.
% validation miroir_01
~ candidat.miroir_01.entendu = Une journée commence bien pour toi avec ceci : quelqu'un à aider pour de vrai. Devant une tâche neuve, ton premier geste est net : poser des questions. Dans un groupe, ta place se prend ainsi : écouter d'abord.
~ candidat.miroir_01.relie = Ce qui te met en route passe par les autres : leur présence pèse autant que l'ouvrage.

---

# Deux entretiens, une réponse de différence : le second

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

> D
~ candidat.elan = calme
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

> J'ai remis en route le vélo de ma voisine.
~ candidat.fierte = J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> Une longue marche au bord de la Veyre.
~ candidat.recharge = Une longue marche au bord de la Veyre.
% validation miroir_01
~ candidat.miroir_01.entendu = Une journée commence bien pour toi avec ceci : du temps devant soi. Devant une tâche neuve, ton premier geste est net : poser des questions. Dans un groupe, ta place se prend ainsi : écouter d'abord.
~ candidat.miroir_01.relie = Ce qui te met en route tient à l'ouvrage lui-même : il te faut de la matière, et de l'espace pour la travailler.
