# Négations, lettres cachées, réponses doubles

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> ne me tutoie pas
~ refused negated ton
% answer ton

> les deux
% answer ton

# Deux choix nommés.
> le tutoiement ou le vouvoiement
~ refused ambiguous ton
% answer ton

# Le mot qui s'adresse à l'autre n'est pas le choix.
> vous pouvez me tutoyer
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

# D apostrophe n'est pas le D.
> D'accord
~ refused not-a-choice elan
% answer elan

> Ni A ni B
% answer elan

> A ou C
% answer elan

> la B
~ candidat.elan = equipe
% answer seuil

> réponse D
~ candidat.seuil = demander
% answer fierte

> D
~ candidat.fierte = D
% answer presence

> le deuxième
~ candidat.presence = ecoute
% answer recharge

> passer

> oui
% answer medium

> pas les films
~ refused negated medium
% answer medium

# Le A de « a priori » n'est pas le A.
> A priori le film
~ candidat.medium = films
% answer pref_films

> plutôt B
~ candidat.pref_films = aventure
% answer oeuvres

# Trop d'œuvres.
> Un, Deux, Trois, Quatre
% answer oeuvres

> Neuf Lampes
~ candidat.oeuvres = ["Neuf Lampes"]
% answer motif.oeuvre_1
