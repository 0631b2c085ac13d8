# Une question nommée par son numéro n'est pas celle qui est ouverte

> Prénom : Zoé, nom : Duval, e-mail : zoe@exemple.test
% answer ton

> vouvoiement
! START_BLOC_1
> A
> A
> une fierté
% answer presence

> corriger la question 2 : B
~ candidat.seuil = essayer
% answer presence

> je change la 2 : C
~ candidat.seuil = lire
% answer presence

> je voudrais changer ma réponse à la 2, c'est D
~ candidat.seuil = demander
% answer presence

> corrige 1 = C
~ candidat.elan = utilite
% answer presence

> Pour la première, B
~ candidat.elan = equipe
% answer presence

> changer la première réponse en A
~ candidat.elan = tache
% answer presence

> C pour la 2
~ candidat.seuil = lire
% answer presence

> question 1 : B, question 2 : A
~ candidat.elan = equipe
~ candidat.seuil = regarder
% answer presence

> je voudrais revenir sur la question 2 : D
~ candidat.seuil = demander
% answer presence

> à la première question, A
~ candidat.elan = tache
% answer presence

> mettez B à la deuxième question
~ candidat.seuil = essayer
% answer presence

> erreur à la question une, c'était C
~ candidat.elan = utilite
% answer presence

> question deux : C
~ candidat.seuil = lire
% answer presence

> Q1 : D
~ candidat.elan = calme
% answer presence

# Un mot d'une lettre n'est pas une réponse libre.
> pour la question d'avant, B
~ refused not-understood
% answer presence

> la deuxième question, j'ai répondu trop vite : B
~ refused not-understood
% answer presence

> question 5 : une longue sieste
~ candidat.recharge = une longue sieste
% answer presence

# Ce qui n'est pas compris est refusé, et ne répond à rien d'autre.
> question 2 : bidule
~ refused not-understood
% answer presence

> je corrige la 2
~ refused not-understood
% answer presence

> question 9 : A
~ refused not-understood
% answer presence

> les questions 1 et 2 : B
~ refused ambiguous
% answer presence

# Un rang seul est un choix de ce qui est ouvert ; son propre numéro aussi.
> question 4 : la deuxième
~ candidat.presence = ecoute
% validation miroir_01

# Devant un miroir, ce n'est pas une nuance.
> corriger la question 2 : B
~ candidat.seuil = essayer
% validation miroir_01

> question 2 : bidule
~ refused not-understood
% validation miroir_01

> je ne sais pas
~ refused not-understood
% validation miroir_01

> bof
~ refused not-understood
% validation miroir_01

---

# Devant des mots libres, ce qui corrige corrige, et le reste est une réponse

> Prénom : Zoé, nom : Duval, e-mail : zoe@exemple.test
> vouvoiement
! START_BLOC_1
> A
> A
% answer fierte

> corriger la question 2 : B
~ candidat.seuil = essayer
% answer fierte

> pour la première fois, j'ai tenu la caisse
~ candidat.fierte = pour la première fois, j'ai tenu la caisse
% answer presence
