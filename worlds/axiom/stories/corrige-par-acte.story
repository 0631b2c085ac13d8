# Revenir sur une réponse, par un acte

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

> C
~ candidat.elan = utilite
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

> J'ai remis en route le vélo de ma voisine.
~ candidat.fierte = J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> Une longue marche au bord de la Veyre.
~ candidat.recharge = Une longue marche au bord de la Veyre.
% validation miroir_01

# Le premier miroir attend. Une correction n'est pas une validation.
@ {"act": "correct", "slot": "seuil", "value": "regarder"}
~ candidat.seuil = regarder

@ {"act": "correct", "slot": "candidat.ton", "value": "vous"}
~ candidat.ton = vous

# Une valeur qui n'existe pas, une question qui n'existe pas.
@ {"act": "correct", "slot": "seuil", "value": "dormir"}
~ refused not-a-choice

@ {"act": "correct", "slot": "pointure", "value": "42"}
~ refused unknown-slot

@ {"act": "affirm"}
% answer medium
