# Revenir sur une réponse, avec des mots

> Prénom : Naim, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naim
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

> je corrige le prénom : Naïm
~ candidat.prenom = Naïm
% answer ton

> tutoiement
~ candidat.ton = tu
% event START_BLOC_1

! START_BLOC_1
% answer elan

> A
~ candidat.elan = tache
% answer seuil

> correction : la couleur du ciel = C
~ refused unknown-slot input
% answer seuil

> correction : le début de journée = C
~ candidat.elan = utilite
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

# Même devant une question qui accepte n'importe quel texte.
> en fait mon nom de famille est Verdoux-Lasserre
~ candidat.nom = Verdoux-Lasserre
% answer fierte

> J'ai tenu un potager.
~ candidat.fierte = J'ai tenu un potager.
% answer presence
