# Oui à tout

> oui
% answer

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> oui
~ refused not-a-choice ton
% answer ton

> tutoiement
~ candidat.ton = tu
% event START_BLOC_1

> oui
~ refused not-now
% event START_BLOC_1

! START_BLOC_1
% answer elan

> oui
~ refused not-a-choice elan
% answer elan

> C
% answer seuil

> oui
~ refused not-a-choice seuil

> D
% answer fierte

# Une question ouverte prend les mots comme ils viennent.
> oui
~ candidat.fierte = oui
% answer presence

> B
% answer recharge

> oui
~ candidat.recharge = oui

# Ce oui-là valide le miroir, et ne répond à rien d'autre.
> oui
~ nothing
% answer medium

> oui
~ refused not-a-choice medium
% answer medium
