# Negations, hidden letters, two at once

> First name: Wren, last name: Halloway, e-mail: wren.halloway@example.test
~ guest.first_name = Wren
~ guest.last_name = Halloway
~ guest.email = wren.halloway@example.test
% answer tone

> not formal
~ refused negated tone
% answer tone

> both
% answer tone

> formal or informal
~ refused ambiguous tone
% answer tone

> rather formal
~ guest.tone = formal
% event START_BLOC_1

# Words are not the button.
> let us begin
~ refused not-now
% event START_BLOC_1

! START_BLOC_3
~ refused not-now
% event START_BLOC_1

! START_BLOC_1
% answer spark

> a stranger of mine
~ refused not-a-choice spark
% answer spark

> the B
~ guest.spark = team
% answer threshold
