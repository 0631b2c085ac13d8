# Un mensonge : qui sert le Duc couvre les siens
seed: 5

# Le prévôt est au Duc. Ce qu'il dit d'autrui lie sans rien fixer.
@ {"tell":"berthe.secret == a_menti","by":"gautier"}
< …
~ nothing
= berthe.secret: a_cache_des_fugitifs
~ reinterpreted lie berthe.secret
~ berthe.secret = a_cache_des_fugitifs

---

# Une nuance : à trois ans près
seed: 5

@ {"tell":"josse.age == 50","by":"berthe"}
< …
= josse.age: 53
~ reinterpreted nuance josse.age

---

# Une information fausse : à vingt ans près
seed: 5

@ {"tell":"josse.age == 50","by":"berthe"}
< …
= josse.age: 70
~ reinterpreted misinformation josse.age

---

# Un autre point de vue
seed: 5

@ {"tell":"maud.caractere == colerique","by":"hugon"}
< …
= maud.caractere: doux
~ reinterpreted other_view maud.caractere

---

# Le canon ne laisse pas d'issue : ils dormaient sous le même toit, et rien ne pousse au mensonge
seed: 5

= hugon.nuit_du_massacre: moulin
= maud.nuit_du_massacre: moulin
= hugon.allegeance: village
~ hugon.allegeance = village
@ {"tell":"maud.secret == a_menti","by":"hugon"}
< …
= maud.secret: a_cache_des_fugitifs
~ refused incoherent maud.secret

---

# Une rumeur ne lie qu'une fois confirmée
seed: 5

@ {"tell":"colin.secret == sac"}
< …
= colin.secret: chemin
~ reinterpreted misinformation colin.secret

---

# Au comptoir : ce qu'on dit d'une dette n'est pas la dette
seed: 5

> Berthe, quelle dette a Hugon ?
< …
~ nothing

---

# Un autre moment : ce qui sentait la farine le soir sent la fumée à l'aube
seed: 5

@ {"tell":"moulin.odeur == farine","by":"hugon"}
< …
! AUBE
< …
= moulin.odeur: fumee
~ reinterpreted other_time moulin.odeur

---

# Le même soir, c'est que le témoin n'en savait rien
seed: 5

@ {"tell":"moulin.odeur == farine","by":"hugon"}
< …
= moulin.odeur: fumee
~ reinterpreted misinformation moulin.odeur

---

# Une information fausse : qui dormait ailleurs n'en savait rien
seed: 5

= hugon.nuit_du_massacre: moulin
= maud.nuit_du_massacre: auberge
= hugon.allegeance: village
~ hugon.allegeance = village
@ {"tell":"maud.secret == a_menti","by":"hugon"}
< …
= maud.secret: a_cache_des_fugitifs
~ reinterpreted misinformation maud.secret

---

# L'auteur tranche : c'est le témoin qui cède
seed: 5

= hugon.nuit_du_massacre: moulin
= maud.nuit_du_massacre: moulin
= hugon.allegeance: village
~ hugon.allegeance = village
@ {"tell":"maud.secret == a_menti","by":"hugon"}
< …
= maud.secret: a_cache_des_fugitifs
~ refused incoherent maud.secret
@ {"author":{"settle":17,"yields":11,"as":"lie","because":"il l'aime, et ne le dira jamais"}}
~ reinterpreted lie maud.secret
~ maud.secret = a_cache_des_fugitifs

---

# L'auteur tranche : le refus demeure
seed: 5

= hugon.nuit_du_massacre: moulin
= maud.nuit_du_massacre: moulin
= hugon.allegeance: village
~ hugon.allegeance = village
@ {"tell":"maud.secret == a_menti","by":"hugon"}
< …
= maud.secret: a_cache_des_fugitifs
~ refused incoherent maud.secret
@ {"author":{"settle":17,"because":"on en reste là"}}
< L'incohérence #17 est tranchée : ce qui a été refusé le reste.
~ nothing

---

# Ce que quelqu'un dit de soi et qui ne peut être est refusé pour ce qu'il en est, et non pour l'avoir dit
seed: 5

@ {"tell":"aldric.age >= 200","by":"aldric"}
< `aldric.age >= 200` ne peut pas tenir : aldric.age est un nombre de 38 à 79 (past.yaml:66:5)
~ refused impossible aldric.age >= 200
