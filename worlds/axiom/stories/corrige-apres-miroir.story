# Une réponse corrigée après son miroir

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

> J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> passer
% validation miroir_01

> C'est tout à fait moi.
% answer medium

# Ce qui est ouvert reste ouvert ; le miroir refait vient juste après.
> correction : le début de journée = A
~ candidat.elan = tache
% answer medium

> les livres
~ candidat.medium = livres
~ candidat.miroir_01.entendu = Une journée commence bien pour toi avec ceci : une tâche difficile à résoudre. Devant une tâche neuve, ton premier geste est net : poser des questions. Dans un groupe, ta place se prend ainsi : écouter d'abord.
% validation miroir_01

> je m'y reconnais
% answer pref_livres

# Une autre façon de s'adresser ne rouvre pas ce qui est validé.
> correction : tutoiement ou vouvoiement = vouvoiement
~ candidat.ton = vous
% answer pref_livres

> un roman
% answer oeuvres

---

# Corriger pendant que le miroir attend

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

> J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> passer
% validation miroir_01

> correction : le premier geste = A
~ candidat.seuil = regarder
~ candidat.miroir_01.entendu = Une journée commence bien pour toi avec ceci : quelqu'un à aider pour de vrai. Devant une tâche neuve, ton premier geste est net : regarder faire quelqu'un. Dans un groupe, ta place se prend ainsi : écouter d'abord.
% validation miroir_01

---

# Ni oui ni non

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

> J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> passer
% validation miroir_01

> ?
% validation miroir_01

> non
~ refused what-is-wrong miroir_01
% validation miroir_01

> non
~ candidat.nuance_01 = non
% answer medium
