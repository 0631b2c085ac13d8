# Mrs Orchard did it
seed: 1

> Who killed Sir Ambrose?
<telling The Inspector closes the notebook, opens it again, and writes one name where the page had been left blank for it: Mrs Orchard.
~ case.culprit = orchard
> When did the murder happen?
<telling “Call it ten o'clock,” says the doctor, “and do not call me to swear to the minutes.”
~ case.hour = ten
> In which room was the murder committed?
<telling He died in the stillroom. The rest of the house has been walking round it ever since.
~ case.room = stillroom
> Where was the cook at nine?
<telling Nine o'clock. Mrs Orchard: in the kitchen. The tick beside it is the Inspector's, and he does not tick lightly.
~ orchard.movements.nine = kitchen
> Where was the cook at ten?
<telling Ten o'clock. Mrs Orchard: in the stillroom. Ticked, then underlined, then ticked again.
~ orchard.movements.ten = stillroom
> Where was the cook at eleven?
<telling At eleven Mrs Orchard was in the stillroom, when most people with a clear conscience were in bed.
~ orchard.movements.eleven = stillroom
> What was the murder weapon?
<telling It was done with the clock weight. The doctor and the Inspector agree, and they agree on nothing else.
~ case.weapon = clock_weight
> Did the dog bark?
<telling Not a sound out of Bosun from dinner until the bacon.
~ bosun.barked = false
> What is Mrs Orchard's motive?
<telling The Inspector has a column for it. Mrs Orchard: pride, which had been stepped on. Regarding: Mr Quill. Since: 1927. Remarks: “the sort one kills for.”
~ orchard.motive.kind = pride
~ orchard.motive.about = quill
~ orchard.motive.since = 1927
~ orchard.motive.weight = mortal

---

# Imogen Thrale did it
seed: 2

> Where was the body found?
<telling Sir Ambrose was not moved. Whoever came for him found him in the drawing room, and left him there.
~ case.room = drawing_room
> What time was the murder?
<telling “Call it ten o'clock,” says the doctor, “and do not call me to swear to the minutes.”
~ case.hour = ten
> Who killed Sir Ambrose?
<telling There is a silence in which every clock in the house can be heard. Then everybody looks at Imogen Thrale, and Imogen Thrale does not look at anybody.
~ case.culprit = imogen
> What is the daughter's alibi?
<telling “Put me down for the hall at ten o'clock,” says Imogen Thrale, “and put Bosun down beside me. One likes to be tidy.”
~ imogen.alibi.room = hall
~ imogen.alibi.hour = ten
~ imogen.alibi.company = bosun
> What did Imogen lie about?
<telling An alibi is a small house, and the Inspector goes round tapping the walls. In the one that Imogen Thrale built, what rang hollow was the room.
~ imogen.lie = place
> Does anybody vouch for Imogen?
<telling For Imogen Thrale there is only the word of Imogen Thrale.
~ imogen.vouched = false
> Where was the daughter at ten?
<telling At ten Imogen Thrale was in the drawing room. It took three people to establish it, and one of them had to be thanked.
~ imogen.movements.ten = drawing_room

---

# Mr Quill did it
seed: 4

> Who committed the murder?
<telling “Mr Quill,” says the Inspector. “I had hoped for somebody I liked less.”
~ case.culprit = quill
> Is Mr Quill guilty?
<telling “I did it,” says Mr Quill, with the relief of somebody who has at last been asked properly.
~ quill.guilty = true
> Is the butler guilty?
<telling Hobday laughs, stops, and says no. It is true, and it was the laugh that did not help.
~ hobday.guilty = false
> Did Mr Quill have the opportunity?
<telling Mr Quill could have done it. So could the weather, the Inspector adds, but the weather has no pockets.
~ quill.opportunity = true
> What did Mr Quill lie about?
<telling On the whole of the evidence, Mr Quill has lied about the room.
~ quill.lie = place
> Which keys does the solicitor have?
<telling On Mr Quill's ring there is a small brass key that opens nothing. There is one for the stillroom. There is one for the study. There the ring ends.
~ quill.keys = ["stillroom", "study"]

---

# Madame Vane did it
seed: 7

> What was the murder weapon?
<telling Laid on a clean towel, labelled in the Inspector's square hand, is what did it: the service revolver.
~ case.weapon = revolver
> Who killed Sir Ambrose?
<telling It was Madame Vane. Once it has been said aloud, a surprising number of people always thought so.
~ case.culprit = ottoline
> Did Bosun bark?
<telling Everybody remembers the bark, and everybody says that it was earlier.
~ bosun.barked = true
> Who found the body?
<telling “Found by Rupert Thrale,” says the notebook. Beside it, later and in ink: “Or so we are told. Checked. It is so.”
~ case.finder = rupert

---

# Hobday did it, for once
seed: 8

> Who murdered Sir Ambrose?
<telling It was Hobday. Once it has been said aloud, a surprising number of people always thought so.
~ case.culprit = hobday
> Hobday, did you kill him?
<telling There is a thing that only the murderer could know, and Hobday has just said it.
~ hobday.guilty = true
> Hobday, what is your alibi?
<telling “At ten o'clock I was in the conservatory with Lady Thrale,” says Hobday. “I remember it because nothing happened.”
~ hobday.alibi.room = conservatory
~ hobday.alibi.hour = ten
~ hobday.alibi.company = lavinia
> Hobday, how long have you been here?
<telling “21 years at Thrale come Lady Day,” says Hobday, and does not say whether they were long ones.
~ hobday.years = 21

---

# Dr Voss did it
seed: 10

> Who killed Sir Ambrose?
<telling “Dr Voss,” says the Inspector. “I had hoped for somebody I liked less.”
~ case.culprit = voss
> What did the doctor hear?
<telling “I heard a heavy fall,” says Dr Voss. “In this house one learns not to get up for it.”
~ voss.heard = fall
> What sound did the murder make?
<telling Sir Ambrose left the world to the sound of a heavy fall.
~ case.sound = fall
> What was the murder weapon?
<telling It was done with the poker. The doctor and the Inspector agree, and they agree on nothing else.
~ case.weapon = poker
> Doctor, what is your motive?
<telling The Inspector has a column for it. Dr Voss: money. Regarding: Imogen Thrale. Since: 1912. Remarks: “the sort one kills for.”
~ voss.motive.kind = money
~ voss.motive.about = imogen
~ voss.motive.since = 1912
~ voss.motive.weight = mortal

---

# Rupert did it
seed: 9

> Who killed Sir Ambrose?
<telling There is a silence in which every clock in the house can be heard. Then everybody looks at Rupert Thrale, and Rupert Thrale does not look at anybody.
~ case.culprit = rupert
> When did the murder happen?
<telling Between the coffee and the last candle there is one hour that nobody cares to discuss, and it is eleven o'clock.
~ case.hour = eleven
> For which hour does Rupert have an alibi?
<telling It is eleven o'clock that Rupert Thrale can account for. Of the other hours Rupert Thrale says that they were like any others.
~ rupert.alibi.hour = eleven
> Is Imogen guilty?
<telling It was not Imogen Thrale. The Inspector rules the name out with a ruler, which he keeps for the purpose.
~ imogen.guilty = false

---

# Lady Thrale did it
seed: 11

> Who killed Sir Ambrose?
<telling There is a silence in which every clock in the house can be heard. Then everybody looks at Lady Thrale, and Lady Thrale does not look at anybody.
~ case.culprit = lavinia
> Did Lady Thrale like Sir Ambrose?
<telling Lady Thrale spoke of Sir Ambrose once, late, to the fire: a stranger one dined with. The fire had heard worse.
~ lavinia.opinion = stranger
> How serious is the widow's grievance?
<telling Grievances come in three sizes. Lady Thrale's was the sort one kills for.
~ lavinia.motive.weight = mortal
