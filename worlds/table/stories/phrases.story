# Une phrase entière, puis des corrections

> table pour 4 à Lyon le 31 mars 2026, cuisine japonaise
~ r.ville = Lyon
~ r.date = 2026-03-31
~ r.personnes = 4
~ r.cuisine = japonaise
% answer restaurant

> non, 5 personnes
~ r.personnes = 5
% answer restaurant

> Paris et pas Lyon, et 6 personnes
~ r.ville = Paris
~ r.personnes = 6
% answer restaurant

> Chez Lina
~ r.restaurant = Chez Lina
% finished
