# Un champ après l'autre

> Prénom : Aurèle
~ candidat.prenom = Aurèle

> Nom : Castaing
~ candidat.nom = Castaing

# Une adresse abîmée, puis la bonne.
> aurele.castaing chez exemple
% answer

> aurele.castaing@exemple.test
~ candidat.courriel = aurele.castaing@exemple.test
% answer ton
