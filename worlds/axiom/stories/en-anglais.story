# Quelqu'un répond en anglais

> My name is Wren
~ candidat.prenom = Wren

> nom : Halloway
~ candidat.nom = Halloway

> wren.halloway@exemple.test
~ candidat.courriel = wren.halloway@exemple.test
% answer ton

> informal please
~ refused not-a-choice ton
% answer ton

> tu
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

> why do you ask?
~ nothing
% answer elan

> the second
~ candidat.elan = equipe
% answer seuil

> rather B
~ candidat.seuil = essayer
% answer fierte

# Une question ouverte prend toutes les langues.
> I taught my neighbour to swim.
~ candidat.fierte = I taught my neighbour to swim.
% answer presence
