# Somebody asks other things first

> First name: Wren, last name: Halloway, e-mail: wren.halloway@example.test
~ guest.first_name = Wren
~ guest.last_name = Halloway
~ guest.email = wren.halloway@example.test
% answer tone

> how long does it take?
~ nothing
% answer tone
% tries 5

> Which days?
~ nothing
% answer tone
% tries 5

> why do you ask?
~ nothing
% answer tone
% tries 5

> informal
~ guest.tone = informal
% event START_BLOC_1

! START_BLOC_1
% answer spark

> skip
% answer spark

> correction: surname = Halloway-Finch
~ guest.last_name = Halloway-Finch
% answer spark

> A
~ guest.spark = puzzle
% answer threshold
