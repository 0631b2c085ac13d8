# Quelqu'un colle bien plus que la place

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
% answer seuil

> A
% answer fierte

# Environ 5000 caractères pour une question qui en accepte 400.
> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
~ refused too-long fierte
% answer fierte
% tries 2

> J'ai appris à choisir.
~ candidat.fierte = J'ai appris à choisir.
% answer presence

# Le même pavé devant une liste de choix n'en choisit aucun.
> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
>> Je colle ici tout mon journal, ligne après ligne, parce que je ne sais pas choisir.
~ refused not-a-choice presence
% answer presence
