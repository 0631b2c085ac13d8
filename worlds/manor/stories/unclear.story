# What is not clear is asked back, never guessed
seed: 7

# There are three Thrales who could be asked.
> Where was Thrale at ten?
<refusal It is not clear who is meant: Imogen Thrale or Lady Thrale or Rupert Thrale?
~ refused unclear
> What is Thrale's secret?
<refusal It is not clear who is meant: Imogen Thrale or Lady Thrale or Rupert Thrale?
~ refused unclear

# Nobody was named.
> What is his alibi?
<refusal It is not clear who is meant (“alibi”). Say a name.
~ refused unclear
> What was the secret?
<refusal It is not clear who is meant (“secret”). Say a name.
~ refused unclear

# A name is enough.
> What is Imogen's secret?
<telling The constable went through Imogen Thrale's room with his boots off, out of respect. He reports a signature rather better than the original.
~ imogen.secret = signature
> Where was Lady Thrale at ten?
<telling The clocks were a full minute getting through ten, and for all of that minute Lady Thrale was in the kitchen.
~ lavinia.movements.ten = kitchen

# A slip of the pen is forgiven where it leaves no doubt.
> What is Rupertt's alibi?
<telling “At ten o'clock I was in the hall with Hobday,” says Rupert Thrale. “I remember it because nothing happened.”
~ rupert.alibi.room = hall
~ rupert.alibi.hour = ten
~ rupert.alibi.company = hobday

---

# Who does it is not whom it is done to, and a name alone says of whom
seed: 7

# Whoever is killed has not killed anybody.
> Did someone kill Hobday?
<refusal It is not clear who is meant (“Did someone kill”). Say a name.
~ refused unclear

# What Sir Ambrose thought of anybody is nobody's opinion of him.
> What did Sir Ambrose think of Rupert?
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing
> What did Rupert think of Sir Ambrose?
<telling “He was a child with a great many clocks,” says Rupert Thrale. “One may say so now. One might have said so then, at the other end of the county.”
~ rupert.opinion = child

> What was the secret?
<refusal It is not clear who is meant (“secret”). Say a name.
~ refused unclear
> Mrs Orchard
<telling What Mrs Orchard would sooner keep from the Inspector: a habit of listening on the back stairs.
~ orchard.secret = stairs

# “Her” is somebody, and not the dead man who alone is asked for “the habit”.
> What is her habit?
<refusal It is not clear who is meant (“habit”). Say a name.
~ refused unclear
