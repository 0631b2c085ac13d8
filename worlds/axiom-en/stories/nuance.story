# A mirror is put right

> First name: Wren, last name: Halloway, e-mail: wren.halloway@example.test
~ guest.first_name = Wren
~ guest.last_name = Halloway
~ guest.email = wren.halloway@example.test
% answer tone

> informal
~ guest.tone = informal
% event START_BLOC_1

! START_BLOC_1
% answer spark

> A
% answer threshold

> B
% answer pride

> I kept a garden alive.
% answer table_place

> D
% answer rest

> skip

# « No » alone asks what is not right.
> no
% validation mirror_01

> I prepare, but I do like to be seen.
~ guest.nuance_01 = I prepare, but I do like to be seen.
% answer medium
