# Une adresse est un seul mot, et ce qui est à soi corrige

> Prénom : Zoé, nom : Duval, e-mail : zoe@exemple.test
> vouvoiement
% event START_BLOC_1

# Avant le bouton aussi.
> mon e-mail est a@b.fr
~ candidat.courriel = a@b.fr
% event START_BLOC_1

> ne me tutoie pas
<statement C'est déjà noté ainsi : tutoiement ou vouvoiement est le vouvoiement.
<gate Quand vous voulez : le bouton lance la première question.
% event START_BLOC_1

> ne me vouvoyez pas
~ refused negated
% event START_BLOC_1

> vouvoyez-moi
<statement C'est déjà noté ainsi : tutoiement ou vouvoiement est le vouvoiement.
<gate Quand vous voulez : le bouton lance la première question.
% event START_BLOC_1

> on se dit tu
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
> A
% answer seuil

> mon adresse est marie.b@exemple.fr
~ refused not-a-choice
% answer seuil

> c@exemple.fr
~ refused not-a-choice
% answer seuil

> voir http://a.fr
~ refused not-a-choice
% answer seuil

# Cela ne répond pas à la question et ne coûte aucun essai.
> mon e-mail est c@d.fr
~ candidat.courriel = c@d.fr
% answer seuil

> mon prénom est Zoë
~ candidat.prenom = Zoë
% answer seuil

> mon e-mail est a@@b
~ refused not-an-email
% answer seuil
