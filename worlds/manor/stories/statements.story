# A matter of opinion is nobody's lie
seed: 4

@ {"tell":"imogen.opinion == honest","by":"voss"}
< …
= imogen.opinion: tyrant
~ reinterpreted other_view imogen.opinion

---

# Only one thing here has a culprit, so nobody need be named
seed: 4

> Who did it?
~ case.culprit = quill

---

# A guilty witness lies, and what is asked about others is only said
seed: 4

= hobday.guilty: true
@ {"tell":"rupert.secret == letters","by":"hobday"}
< …
= rupert.secret: bottle
~ reinterpreted lie rupert.secret
> Hobday, has Rupert any debts?
< …
~ nothing
