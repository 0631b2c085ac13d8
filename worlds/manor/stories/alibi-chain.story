# One alibi leans on the next
seed: 12

# Imogen names Dr Voss; somebody bears her out, so both of them were where she says.
= imogen.alibi.hour: ten
= imogen.alibi.room: library
= imogen.alibi.company: voss
= imogen.vouched: true
~ imogen.alibi.company = voss
~ imogen.alibi.hour = ten
~ imogen.alibi.room = library
~ imogen.vouched = true

# She did not lie about the room, she was in it, and so was he.
= imogen.lie: place
<refusal imogen.lie cannot be place: what a second person confirms was so, room and company both …
~ refused impossible imogen.lie

= voss.movements.ten: kitchen
<refusal voss.movements.ten cannot be kitchen: a confirmed alibi for ten puts both of them in the room …
~ refused impossible voss.movements.ten

> Where was Dr Voss at ten?
<telling The clocks were a full minute getting through ten, and for all of that minute Dr Voss was in the library.
~ voss.movements.ten = library
> Where was Imogen at ten?
<telling Ten o'clock. Imogen Thrale: in the library. Ticked, then underlined, then ticked again.
~ imogen.movements.ten = library

# So if it was done at ten it was not done in the library, and she could not have done it anywhere.
= case.hour: ten
~ case.hour = ten

= case.room: library
<refusal case.room cannot be library: …
~ refused impossible case.room

> Did Imogen have the opportunity?
<telling Under “Opportunity”, against Imogen Thrale: “None. A pity.”
~ imogen.opportunity = false
> Is Imogen guilty?
<telling It was not Imogen Thrale. The Inspector rules the name out with a ruler, which he keeps for the purpose.
~ imogen.guilty = false

# He saw somebody too, and whoever was seen in a room was in it.
= voss.glimpse.whom: quill
= voss.glimpse.where: study
~ voss.glimpse.where = study
~ voss.glimpse.whom = quill

> Where was Mr Quill at ten?
<telling At ten Mr Quill was in the study. It took three people to establish it, and one of them had to be thanked.
~ quill.movements.ten = study

# And nobody is in the study without its key.
= quill.keys: []
<refusal quill.keys cannot be []: …
~ refused impossible quill.keys

> Which keys does the lawyer have?
<telling “These were with Mr Quill,” says the constable, and lays them out in a row. One, for a trunk. One, for the stillroom. One, for the study. He looks for more and there are none.
~ quill.keys = ["stillroom", "study"]

# From the library nobody sees into the kitchen.
= imogen.glimpse.where: kitchen
<refusal imogen.glimpse.where cannot be kitchen: …
~ refused impossible imogen.glimpse.where

---

# The word of a secret wife
seed: 12

# They were married in 1911, and it has never been mentioned; it counts against them all the same.
= hobday.alibi.company: orchard
~ hobday.alibi.company = orchard

= hobday.vouched: true
<refusal hobday.vouched cannot be true: the word of a husband or wife is not evidence, even of a secret one …
~ refused impossible hobday.vouched

> Does anybody vouch for the butler?
<telling “Not confirmed,” says the notebook against Hobday. It says so twice.
~ hobday.vouched = false

# Enemies are not each other's alibi, dogs confirm nothing, and nobody is their own company.
= voss.alibi.company: quill
<refusal voss.alibi.company cannot be quill: …
~ refused impossible voss.alibi.company

= rupert.alibi.company: bosun
~ rupert.alibi.company = bosun

= rupert.vouched: true
<refusal rupert.vouched cannot be true: a spaniel confirms nothing …
~ refused impossible rupert.vouched

= quill.alibi.company: quill
<refusal quill.alibi.company cannot be quill: …
~ refused impossible quill.alibi.company
