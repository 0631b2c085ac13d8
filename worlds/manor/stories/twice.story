# Asking twice gets the same answer
seed: 11

> Rupert, what is your alibi?
<telling “At ten o'clock I was in the stillroom with Dr Voss,” says Rupert Thrale. “I remember it because nothing happened.”
~ rupert.alibi.room = stillroom
~ rupert.alibi.hour = ten
~ rupert.alibi.company = voss
> What is the nephew's alibi?
<telling “At ten o'clock I was in the stillroom with Dr Voss,” says Rupert Thrale. “I remember it because nothing happened.”
~ nothing
> Who was with Rupert?
<telling “I was with Dr Voss,” says Rupert Thrale. “Ask, if you doubt it.”
~ nothing
^ +30d
> Tell me Rupert's alibi
<telling “At ten o'clock I was in the stillroom with Dr Voss,” says Rupert Thrale. “I remember it because nothing happened.”
~ nothing

> What is Rupert's secret?
<telling The constable went through Rupert Thrale's room with his boots off, out of respect. He reports another name, in another county.
~ rupert.secret = county
> Rupert, what are you hiding?
<telling The constable went through Rupert Thrale's room with his boots off, out of respect. He reports another name, in another county.
~ nothing

# In another order, by another road, and looked at rather than asked.
? rupert.alibi.room
<telling Sworn by Rupert Thrale, and to be taken as sworn: in the stillroom.
~ nothing
? rupert.secret
<telling The constable went through Rupert Thrale's room with his boots off, out of respect. He reports another name, in another county.
~ nothing
= rupert.alibi.room: nowhere_at_all
<refusal There is no entity nowhere_at_all.
~ refused unknown-entity rupert.alibi.room

= rupert.secret: none
<refusal rupert.secret is fixed as county and stays so.
~ refused already-fixed rupert.secret
