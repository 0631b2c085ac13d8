# A guest arrives
language: en
seed: 7

# The session opens by itself: it greets, and asks its first question.
< Welcome to the inn. I am Rosa.
<question What may I call you?
% answer name

> Ada
<question How do you feel today?
+ A) cheerful
+ B) tired
+ C) curious
~ visitor.first_name = Ada
% answer mood

# What fits no choice is refused with what is expected, and asked again word for word.
> purple
<refusal One of these is expected: A) cheerful, B) tired, C) curious
<question How do you feel today?
+ A) cheerful
+ B) tired
+ C) curious
~ refused not-a-choice mood
% answer mood
% tries 2

> rather tired, thank you
<question How many nights will you stay?
~ visitor.mood = tired
% answer nights

> 99
<refusal nights lies between 1 and 30; this is 99.
<question How many nights will you stay?
~ refused out-of-range nights
% tries 2

# The key cannot be taken before there is a room.
! TAKE_KEY
<refusal Not now. An answer is awaited: How many nights will you stay?
~ refused not-now
% answer nights
% tries 2

# The desk reports the luggage, twice. The newer report counts, and an older one that comes late does not.
= visitor.luggage: on_its_way
= source: desk
= version: 1
% silent
~ visitor.luggage = on_its_way
% answer nights

= visitor.luggage: in_the_room
= source: desk
= version: 2
% silent
~ visitor.luggage = in_the_room

= visitor.luggage: none_yet
= source: desk
= version: 1
<refusal visitor.luggage: desk already gave version 2; version 1 is older.
~ refused stale visitor.luggage

# Rosa's saying is open until somebody looks; then it is fixed for ever.
? rosa.saying
<telling Every road is shorter after breakfast.
~ rosa.saying = Every road is shorter after breakfast.
% answer nights

? rosa.saying
<telling Every road is shorter after breakfast.
~ nothing

> 8 nights
< A week or more! Then you will meet everybody.
< Ada, you look tired. I have a room for 8 night(s). Your luggage: in_the_room.
<gate Your key hangs by the door.
~ visitor.nights = 8
% event TAKE_KEY

> where is my key?
<refusal Not now. The event TAKE_KEY is awaited.
~ refused not-now
% event TAKE_KEY

! TAKE_KEY
<telling Every road is shorter after breakfast.
~ nothing
% finished

> thank you
< Rosa nods. Everything is settled; the house is yours.
~ nothing
% finished
