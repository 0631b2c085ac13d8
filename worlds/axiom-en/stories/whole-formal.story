# A whole interview, formal

> First name: Wren, last name: Halloway, e-mail: wren.halloway@example.test
~ guest.first_name = Wren
~ guest.last_name = Halloway
~ guest.email = wren.halloway@example.test
% answer tone

> formal
~ guest.tone = formal
% event START_BLOC_1

! START_BLOC_1
% answer spark

> C
~ guest.spark = help
% answer threshold

> asking questions
~ guest.threshold = ask
% answer pride

> I taught my neighbour to swim.
~ guest.pride = I taught my neighbour to swim.
% answer table_place

> the second
~ guest.table_place = ear
% answer rest

> A long walk.
~ guest.rest = A long walk.
% validation mirror_01
~ guest.mirror_01.heard = A good day begins, for you, with somebody who needs a hand. Given something new, your first move is asking questions. In a group, your place is listening first.

> yes
% answer medium

> books
~ guest.medium = books
% answer books_kind

> a novel
~ guest.books_kind = novel
% answer works

> The Salt Line, Nine Lamps
~ guest.works = ["The Salt Line","Nine Lamps"]
~ work_1.title = The Salt Line
% answer motif.work_1

> Waiting, and the sea that does not care.
~ work_1.motif = Waiting, and the sea that does not care.
% answer characters.work_1

> Odile Carr
~ work_1.characters = ["Odile Carr"]

> patient, funny
~ work_1_p1.traits = ["patient","funny"]
% answer motif.work_2

> Somebody lights the lamps of an empty hotel.
% answer characters.work_2

> skip

> yes
% event START_BLOC_3

! START_BLOC_3
% answer learning

> A
~ guest.learning = practise
% answer mistake

> finding the cause
~ guest.mistake = cause
% answer weeks

> three
~ guest.weeks = 3
% validation mirror_03

> yes
% finished
