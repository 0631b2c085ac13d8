# Une réservation, avec des mots

> ville : Lyon, date : 1er décembre 2026, personnes : 4, cuisine : italienne
~ r.ville = Lyon
~ r.date = 2026-12-01
~ r.personnes = 4
~ r.cuisine = italienne
% answer restaurant

= r.propositions: ["Chez Lina", "Le Pin"]
% answer restaurant

> oui, le deuxième
~ r.restaurant = Le Pin
% finished

# Après coup aussi, une réponse se corrige.
> correction : personnes = 6
~ r.personnes = 6

---

# Oui, mais autre chose

> ville : Lyon, date : 1er décembre 2026, personnes : 4, cuisine : italienne
% answer restaurant

= r.propositions: ["Chez Lina"]

> oui, le deuxième
~ refused not-a-choice restaurant
% answer restaurant

> non, Ganesh
~ r.restaurant = Ganesh
% finished
