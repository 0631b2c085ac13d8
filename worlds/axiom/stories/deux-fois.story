# Deux fois le même bouton, deux fois la même réponse

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

# Le bouton, encore : rien ne bouge.
! START_BLOC_1
% answer elan

> B
~ candidat.elan = equipe
% answer seuil

# La même lettre répond maintenant à la question suivante, et à elle seule.
> B
~ candidat.seuil = essayer
% answer fierte

> B
~ candidat.fierte = B
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

# La même valeur encore une fois, sur une question déjà répondue : rien ne change.
@ {"act": "inform", "slot": "elan", "value": "equipe"}
% answer recharge
