# Répondre avant d'être interrogé

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
~ candidat.prenom = Naïm
~ candidat.nom = Verdoux
~ candidat.courriel = naim.verdoux@exemple.test
% answer ton

# Un hôte a déjà compris deux réponses de plus ; ce qui attend continue d'attendre.
@ {"act": "inform", "slot": "elan", "value": "equipe"}
~ candidat.elan = equipe
% answer ton

@ {"act": "inform", "slot": "candidat.presence", "value": "lien"}
~ candidat.presence = lien
% answer ton

> tutoiement
~ candidat.ton = tu
% event START_BLOC_1

# Des mots ne sont pas le bouton.
> C'est parti, je suis prêt !
~ refused not-now
% event START_BLOC_1

# La première question est connue : elle n'est pas posée.
! START_BLOC_1
% answer seuil

> C
~ candidat.seuil = lire
% answer fierte

# La quatrième aussi.
> J'ai écrit une lettre que je repoussais.
~ candidat.fierte = J'ai écrit une lettre que je repoussais.
% answer recharge
