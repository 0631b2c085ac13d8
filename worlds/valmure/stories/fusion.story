# Deux batailles n'en faisaient qu'une
seed: 5

= siege.morts: 40

@ {"author":{"merge":"siege","into":"deroute","because":"les chroniques l'ont comptée deux fois"}}
< …
~ deroute.morts = 40

= siege.morts: 41
~ refused already-fixed deroute.morts

---

# Les Guetteurs ne sont pas les Corbeaux : les règles le disent
seed: 5

@ {"author":{"merge":"guetteurs","into":"corbeaux"}}
~ refused impossible guetteurs

---

# Deux gardiens, deux lieux
seed: 5

@ {"author":{"merge":"moulin","into":"forge"}}
<refusal le moulin et la forge ne peuvent être confondus : moulin.gardien vaut guillemin, …
~ refused merge-disagrees moulin
