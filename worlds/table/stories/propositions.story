# Des propositions dans le formulaire, prises avec des mots

= r.villes: ["Lyon", "Paris"]
<question Ville, date, nombre de personnes, cuisine ?
+ A) Lyon
+ B) Paris

> oui
~ refused ambiguous

> oui, la deuxième
~ r.ville = Paris
% answer demande

> personnes : 4
~ r.personnes = 4

# Ce qui est déjà dit se corrige sans attendre la fin.
> correction : ville = Lyon
~ r.ville = Lyon
% answer demande

---

# Un nom proposé, et autre chose avec

= r.villes: ["Lyon", "Paris"]

> Paris pour 4 personnes
~ r.ville = Paris
~ r.personnes = 4
% answer demande

---

# Plusieurs choses confirmées d'un oui

@ {"act": "inform", "slot": "ville", "value": "Lyon"}
~ r.ville = Lyon

# Une autre ville, et un jour : le oui vaut pour les deux.
= r.villes: ["Villeurbanne"]
= r.jours: ["2026-12-01"]

> oui
~ r.ville = Villeurbanne
~ r.date = 2026-12-01
% answer demande

---

# Un non retire ce qui était proposé

= r.villes: ["Lyon"]

@ {"act": "negate"}
~ r.villes = []

@ {"act": "affirm"}
~ refused nothing-to-affirm
% answer demande

# Une valeur comprise par l'hôte n'est pas relue : « non » est ici un nom de ville.
@ {"act": "inform", "slot": "ville", "value": "Non"}
~ r.ville = Non

---

# Un oui sans plus ne prend rien de plus ancien que la dernière proposition, qu'il soit dit ou compris

= r.villes: ["Lyon"]
@ {"act": "inform", "slot": "personnes", "value": 4}
= r.jours: ["2026-04-01"]
@ {"act": "negate"}
@ {"act": "affirm"}
~ refused nothing-to-affirm
% answer demande

@ {"act": "select"}
~ refused nothing-to-affirm
% answer demande

@ {"act": "select", "slot": null, "value": null}
~ refused nothing-to-affirm
% answer demande

> oui
~ refused not-understood
% answer demande

> oui, 5 personnes
~ r.personnes = 5
% answer demande

# Nommée, elle est toujours là.
@ {"act": "affirm", "slot": "VILLE"}
~ r.ville = Lyon
% answer demande
