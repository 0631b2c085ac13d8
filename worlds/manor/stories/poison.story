# The poison came out of a locked cabinet
seed: 15

= case.weapon: digitalis
= cabinet.lock: intact
= cabinet.keyholder: imogen
~ cabinet.keyholder = imogen
~ cabinet.lock = intact
~ case.weapon = digitalis

# Then it was whoever holds the key, and the key is on a ribbon.
= case.culprit: orchard
<refusal case.culprit cannot be orchard: out of a locked cabinet the poison came by the key …
~ refused impossible case.culprit

> Who killed Sir Ambrose?
<telling The Inspector closes the notebook, opens it again, and writes one name where the page had been left blank for it: Imogen Thrale.
~ case.culprit = imogen

# It was kept in the stillroom, made no noise, left no mark, and went into the port.
> Where did the murder weapon come from?
<telling “Taken from the stillroom,” says the notebook. “N.B. Ask who was seen near it. N.B. Ask who was not.”
~ case.source = stillroom
> What sound did the murder make?
<telling The Inspector has had the doors shut and the experiment repeated, with a constable for Sir Ambrose. Result: nothing at all.
~ case.sound = nothing
> What wound was on the body?
<telling The doctor turned back the sheet: no mark at all, but lips the colour of slate. He turned it down again with some care.
~ case.wound = lips
> Which keys does Imogen have?
<telling On Imogen Thrale's ring there is a small brass key that opens nothing. There is one for the conservatory. There is one for the stillroom. There the ring ends.
~ imogen.keys = ["conservatory", "stillroom"]
= imogen.seat: 3
<refusal imogen.seat cannot be 3: …
~ refused impossible imogen.seat

> Where did Imogen sit?
<telling Imogen Thrale dined in place 1, counting from Sir Ambrose's left and round to his right. The claret went the other way.
~ imogen.seat = 1

# And it was not her own.
= digitalis.owner: imogen
<refusal digitalis.owner cannot be imogen: …
~ refused impossible digitalis.owner

---

# A left hand
seed: 15

= case.weapon: poker
= case.blow: left
= rupert.hand: right
~ case.blow = left
~ case.weapon = poker
~ rupert.hand = right

= case.culprit: rupert
<refusal case.culprit cannot be rupert: a blow from the left needs a left hand …
~ refused impossible case.culprit

= voss.hand: both
= case.culprit: voss
~ case.culprit = voss
~ voss.hand = both

# One person in the house can use either hand, and that is he.
= quill.hand: both
<refusal quill.hand cannot be both: there is never more than one person who can do everything with either hand …
~ refused impossible quill.hand
