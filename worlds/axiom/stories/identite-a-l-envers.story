# L'identité à l'envers

# « Nom » ne se trouve pas dans « Prénom ».
> E-mail : solveig@exemple.test, nom : Marchandot, prénom : Solveig
~ candidat.prenom = Solveig
~ candidat.nom = Marchandot
~ candidat.courriel = solveig@exemple.test
% answer ton

---

# L'identité à l'envers, en deux messages

> mail : solveig@exemple.test ; nom : Marchandot
~ candidat.nom = Marchandot
~ candidat.courriel = solveig@exemple.test

> Je m'appelle Solveig
~ candidat.prenom = Solveig
% answer ton
