# Une question nommée par ce qu'elle dit, ou par son bloc, n'est pas celle qui est ouverte

> Prénom : Zoé, nom : Duval, e-mail : zoe@exemple.test
% answer ton

> vouvoiement
! START_BLOC_1
> pas A
~ refused negated
% answer elan

> ni A ni B
~ refused negated
% answer elan

> A
> A
> une fierté
% answer presence

> pour le début de journée, B
~ candidat.elan = equipe
% answer presence

> POUR LE PREMIER GESTE, PLUTÔT B
~ candidat.seuil = essayer
% answer presence

> concernant le début de journée : C
~ candidat.elan = utilite
% answer presence

> concernant la deuxième question, D
~ candidat.seuil = demander
% answer presence

> pour une journée qui a bien commencé, A
~ candidat.elan = tache
% answer presence

> pour l'erreur, B
~ refused not-understood
% answer presence

> pour ma part, B
~ candidat.presence = ecoute
> passer
> je valide pas
~ refused what-is-wrong
