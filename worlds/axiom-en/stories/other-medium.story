# A corrected medium brings its own question

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

> A
% answer threshold

> A
% answer pride

> A roof mended before the rain.
% answer table_place

> A
% answer rest

> skip

> yes
% answer medium

> films
~ guest.medium = films
% answer films_kind

> a documentary
~ guest.films_kind = documentary
% answer works

# What is open stays open; the question of the new medium comes right after it.
@ {"act": "correct", "slot": "medium", "value": "games"}
~ guest.medium = games
% answer works

> Nine Lamps
~ guest.works = ["Nine Lamps"]
% answer games_kind

> B
~ guest.games_kind = role
% answer motif.work_1
