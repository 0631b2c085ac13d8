# A candidate with some years behind her
language: en
seed: 3

< A few questions, …
<question What is your first name?
% answer name

> Ines
<question What do you do at the moment?
+ A) student
+ B) employee
+ C) between jobs
~ candidate.first_name = Ines

> I am working
<question How many years have you worked?
~ candidate.role = employee

> 7
< Then you have seen a few things.
<question Could you travel for work?
~ candidate.years = 7

> maybe
<refusal Yes or no is expected.
<question Could you travel for work?
~ refused not-yes-or-no travel
% tries 2

> yes
<question From which day are you available?
~ candidate.can_travel = true

> 01/09/2026
<refusal Is that 2026-09-01 or 2026-01-09? Write it like that.
<question From which day are you available?
~ refused ambiguous start

> 2026-09-01
<gate Thank you. Send your answers when you are ready.
~ candidate.available_from = 2026-09-01
% event SEND

! SEND
<telling …
~ candidate.closing_line = …
% finished

---

# Une étudiante, à qui l'on ne demande pas ses années
language: fr
seed: 3

> Maëlle
> etudiante
<question Pourriez-vous voyager pour le travail ?
~ candidate.role = student
% answer travel

> non
~ candidate.can_travel = false

# Deux essais, puis on continue.
> bientôt
~ refused not-a-date start
% tries 1
> plus tard
< …
<gate Merci. Envoyez vos réponses quand vous serez prêt.
% event SEND

! SEND
% finished
