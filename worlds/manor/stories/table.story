# Six places, one diner to each
seed: 10

= lavinia.seat: 2
~ lavinia.seat = 2

= ottoline.seat: 2
<refusal ottoline.seat cannot be 2: …
~ refused impossible ottoline.seat

# Lady Thrale's plan keeps enemies apart.
= ottoline.seat: 3
<refusal ottoline.seat cannot be 3: …
~ refused impossible ottoline.seat

= ottoline.seat: 1
<refusal ottoline.seat cannot be 1: …
~ refused impossible ottoline.seat

> Where did Madame Vane sit at dinner?
<telling Madame Vane dined in place 6, counting from Sir Ambrose's left and round to his right. The claret went the other way.
~ ottoline.seat = 6

# The left-handed get the corners.
= rupert.seat: 5
= rupert.hand: left
<refusal rupert.seat cannot be 5: the left-handed are given the corners, for the sake of their neighbours' soup …
~ rupert.hand = left
~ refused impossible rupert.seat

> Is Rupert left-handed?
<telling Rupert Thrale deals cards, winds watches and cuts string with the left hand.
~ nothing

# With five seated, the sixth chair is nobody's choice.
> Where did Imogen sit?
<telling Imogen Thrale dined in place 3, counting from Sir Ambrose's left and round to his right. The claret went the other way.
~ imogen.seat = 3
> Where did Mr Quill sit?
<telling Mr Quill dined in place 5, counting from Sir Ambrose's left and round to his right. The claret went the other way.
~ quill.seat = 5
> Where did the doctor sit at dinner?
<telling On the plan of the table Dr Voss has place 1 of six. One and six were beside Sir Ambrose, who carved.
~ voss.seat = 1

---

# Ages and years
seed: 10

= imogen.age: 50
<refusal imogen.age cannot be 50: …
~ refused impossible imogen.age

= lavinia.age: 52
<refusal lavinia.age cannot be 52: …
~ refused impossible lavinia.age

= hobday.years: 40
= hobday.age: 45
<refusal hobday.years cannot be 40: nobody goes into service before fourteen …
~ hobday.age = 45
~ refused impossible hobday.years

= orchard.age: 30
<refusal orchard.age cannot be 30: those who married in 1911 are not young …
~ refused impossible orchard.age

> How old is Imogen?
<telling Imogen Thrale is 22, by the parish register, which has no reason to be kind.
~ imogen.age = 22
> How old is Lady Thrale?
<telling “49,” says Lady Thrale. “Write it small.”
~ lavinia.age = 49
> Hobday, how old are you?
<telling Hobday is 45, by the parish register, which has no reason to be kind.
~ nothing
> How old was Sir Ambrose?
<telling He was 63, and had been for about forty years.
~ nothing

# Nobody bears a grudge from the cradle.
= rupert.age: 22
= rupert.motive.since: 1915
<refusal rupert.motive.since cannot be 1915: nobody bears a grudge before the age of ten …
~ rupert.age = 22
~ refused impossible rupert.motive.since
