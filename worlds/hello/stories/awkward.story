# Answers twice in one message
> Ada
> tired and cheerful
<refusal Only one of these, please: A) cheerful, B) tired, C) curious
<question How do you feel today?
~ refused ambiguous mood
% tries 2
> tired, very tired, exhausted
<question How many nights will you stay?
~ visitor.mood = tired
> 3 or 4
<refusal One number is expected, not several.
<question How many nights will you stay?
~ refused ambiguous nights
% answer nights

---

# Says the same thing again, and then something else
> Ada
~ visitor.first_name = Ada
# The first answer is not taken for an answer to the next question.
> Ada
~ refused not-a-choice mood
% answer mood
# A host that understands more may say it again; what is fixed stays fixed.
@ {"act": "inform", "slot": "name", "value": "Ada"}
% silent
~ nothing
@ {"act": "correct", "slot": "name", "value": "Bea"}
<refusal name is fixed as Ada and stays so.
<question How do you feel today?
+ A) cheerful
+ B) tired
+ C) curious
~ refused already-fixed visitor.first_name
% answer mood

---

# Shouts without accents
language: fr

> JEAN-RENE
~ visitor.first_name = JEAN-RENE
> TRES FATIGUEE
~ visitor.mood = tired
% answer nights

---

# Answers with a letter
> Ada
> c
~ visitor.mood = curious
% answer nights

---

# Answers with the number of a choice, in brackets
> Ada
> (2)
~ visitor.mood = tired
% answer nights

---

# Says what they are not
> Ada
> I am not tired
<refusal Which one, then? A) cheerful, B) tired, C) curious
<question How do you feel today?
~ refused negated mood
% tries 2
> never tired
~ refused negated mood
% tries 1
> cheerful
~ visitor.mood = cheerful
% answer nights

---

# Sends an empty message, and one of blanks
>
<refusal Nothing was written.
<question What may I call you?
~ refused blank name
% tries 2
>" \t\n "
~ refused blank name
% tries 1
> Ada
~ visitor.first_name = Ada

---

# Has an emoji for a name, and a face for an answer
> 🦊
<question How do you feel today?
~ visitor.first_name = 🦊
> 😴
~ refused not-a-choice mood
> tired 😴
~ visitor.mood = tired
> 2
< 🦊, you look tired. I have a room for 2 night(s).
<gate …

---

# Has a name that looks like a template
> {{rosa.saying}}{{x}}
~ visitor.first_name = "{{rosa.saying}}{{x}}"
> fine
> 1
# What a person wrote is printed, never read as a template.
< {{rosa.saying}}{{x}}, you look cheerful. I have a room for 1 night(s).
<gate …
% event TAKE_KEY

---

# Writes a whole letter for a name
> Ada,
>> daughter of a long line of Adas,
>> each of them named for the one before
<refusal At most 40 characters, please; these are …
<question What may I call you?
~ refused too-long name
% answer name

---

# Runs out of tries, and the house goes on
> Ada
> one
~ refused not-a-choice mood
% tries 2
> two
% tries 1
> three
<refusal One of these is expected: …
< Let us leave that one open and go on.
<question How many nights will you stay?
% answer nights
# What was left open may still be told later.
= visitor.mood: curious
~ visitor.mood = curious
> 1
< Ada, you look curious. …
<gate …

---

# Looks at what is not there
? rosa.sayin
<refusal There is no rosa.sayin here. Did you mean rosa.saying?
~ refused unknown-cell rosa.sayin
= visitor.nights: "three"
<refusal …
~ refused wrong-type visitor.nights
% answer name

---

# Comes back three weeks later
now: 2026-02-27T22:30:00Z

> Ada
% answer mood
^ +21d
> b
~ visitor.mood = tired
^ 2026-12-31T23:59:59Z
> 30
< A week or more! …
< …
% event TAKE_KEY
