# Ce que l'on devient, et ce que le village en pense
seed: 7

! PROMETTRE
< …
% stands compassion 2
% stands confiance 45
% stands progress 0

! MENACER
< …
% stands compassion -1
% stands confiance 30

# Ce que l'on écoute compte aussi, et fait avancer l'histoire.
> Forgeron, parle-moi de ton passé
<telling …
% stands compassion -0.5
% stands progress 0.5

# Ce qui n'est pas attendu ne fait rien bouger.
! CHANTER
~ refused not-now
% stands compassion -0.5
