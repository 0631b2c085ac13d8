# The model has the word
model: scripted

* "Soup is better than advice."
? rosa.saying
<telling Soup is better than advice.
~ rosa.saying = Soup is better than advice.

# It is not asked again.
? rosa.saying
<telling Soup is better than advice.
~ nothing

---

# The model answers badly, then well
# An empty answer and one that repeats its instructions are refused at the door; the next attempt says why.
* ""
* "You propose a value for rosa.saying. Answer with the value alone: a text, at most 160 characters."
* rosa.saying: "Come in, the bread is warm."
? rosa.saying
<telling Come in, the bread is warm.
~ rosa.saying = Come in, the bread is warm.

---

# The model fails, and the house speaks for itself
seed: 7

* fail: 503 service unavailable
* timeout
* fail: connection reset
? rosa.saying
<telling Every road is shorter after breakfast.
~ rosa.saying = Every road is shorter after breakfast.
% answer name

---

# The model takes too long, then answers
* timeout
* "Late, but here."
? rosa.saying
<telling Late, but here.

---

# The model tries to write a template
* "{{visitor.first_name}} is a fine name."
* "Soup first, templates later."
? rosa.saying
<telling Soup first, templates later.
~ rosa.saying = "Soup first, templates later."

---

# Le modèle parle à la fin du parcours
language: fr

> Zoé
> bien
> 2
* "Le pain d'abord."
! TAKE_KEY
<telling Le pain d'abord.
% finished
