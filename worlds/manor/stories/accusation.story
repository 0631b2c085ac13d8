# An accusation is not a fact
seed: 5

# The Inspector makes up his mind before breakfast and is told that he may not: somebody confirms Rupert.
= rupert.vouched: true
~ rupert.vouched = true

= case.culprit: rupert
<refusal case.culprit cannot be rupert: an alibi that somebody else confirms clears the one who gave it …
~ refused impossible case.culprit

= rupert.guilty: true
<refusal rupert.guilty cannot be true: an alibi that somebody else confirms clears the one who gave it …
~ refused impossible rupert.guilty

# Nobody is accused of it twice over.
= imogen.guilty: true
~ imogen.guilty = true

= case.culprit: voss
<refusal case.culprit cannot be voss: the culprit is whoever is guilty …
~ refused impossible case.culprit

= voss.guilty: true
<refusal voss.guilty cannot be true: one person did it, and one only …
~ refused impossible voss.guilty

# What is fixed stays fixed, and the answer is the one that fits.
> Who killed Sir Ambrose?
<telling It was Imogen Thrale. Once it has been said aloud, a surprising number of people always thought so.
~ case.culprit = imogen

= case.culprit: hobday
<refusal case.culprit is fixed as imogen and stays so.
~ refused already-fixed case.culprit

# The finder is not the murderer either.
= case.finder: imogen
<refusal case.finder cannot be imogen: …
~ refused impossible case.finder

# Nor does an accusation that is no value at all get any farther.
= case.culprit: bosun
<refusal case.culprit names a suspect; bosun is a dog.
~ refused unknown-entity case.culprit

= case.culprit: the butler
<refusal There is no entity the butler.
~ refused unknown-entity case.culprit
