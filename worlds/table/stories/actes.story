# Une réservation, comprise par l'hôte acte par acte

@ {"act": "inform", "slot": "ville", "value": "Lyon"}
~ r.ville = Lyon
% answer demande

@ {"act": "inform", "slot": "personnes", "value": "4"}
~ r.personnes = 4

# Rien n'est ouvert à quoi oui répondrait : l'état reste le même.
@ {"act": "affirm"}
~ refused nothing-to-affirm
% answer demande

# Une valeur que la case ne prend pas ne change rien.
@ {"act": "inform", "slot": "cuisine", "value": "martienne"}
~ refused not-a-choice cuisine
@ {"act": "inform", "slot": "ville", "value": null}
~ refused blank ville

# La dernière valeur compte.
@ {"act": "inform", "slot": "ville", "value": "Paris"}
~ r.ville = Paris
@ {"act": "inform", "slot": "cuisine", "value": "italienne"}
~ r.cuisine = italienne
@ {"act": "inform", "slot": "date", "value": "2026-12-01"}
~ r.date = 2026-12-01
% answer restaurant

# Ce qui est proposé est montré, même quand la question est déjà ouverte.
= r.propositions: ["Chez Lina", "Le Pin", "Roma"]
<question Lequel ?
+ A) Chez Lina
+ B) Le Pin
+ C) Roma

@ {"act": "affirm"}
~ refused ambiguous

@ {"act": "select", "value": "2"}
~ r.restaurant = Le Pin
% finished

@ {"act": "correct", "slot": "personnes", "value": "5"}
~ r.personnes = 5
