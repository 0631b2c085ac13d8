# TOUT EN CAPITALES ET SANS ACCENTS

> PRENOM : ELEONORE, NOM : BRISSAC, EMAIL : ELEONORE.BRISSAC@EXEMPLE.TEST
~ candidat.prenom = ELEONORE
~ candidat.nom = BRISSAC
% answer ton

> VOUVOIEMENT SVP
~ candidat.ton = vous
% event START_BLOC_1

! START_BLOC_1
% answer elan

> UNE TACHE DIFFICILE A RESOUDRE
~ candidat.elan = tache
% answer seuil

> J'ESSAIE
~ candidat.seuil = essayer
% answer fierte

> J'AI REPARE UNE HORLOGE
~ candidat.fierte = J'AI REPARE UNE HORLOGE
% answer presence

> ECOUTER D'ABORD
~ candidat.presence = ecoute
% answer recharge

> PASSER

> OUI
% answer medium

> LES SERIES
~ candidat.medium = series
% answer pref_series
