# What one pair of ears is worth
seed: 3

# Mrs Orchard is asked one question.
> What did the cook hear?
<telling Asked what came through the wall, Mrs Orchard answers without hurry: a heavy fall.
~ orchard.heard = fall

# Three other answers are narrower for it: the sound, the weapon, the wound.
= case.sound: shot
<refusal case.sound cannot be shot: nobody hears what did not sound …
~ refused impossible case.sound

= case.weapon: revolver
<refusal case.weapon cannot be revolver: a man struck on the head falls heavily …
~ refused impossible case.weapon

= case.wound: throat
<refusal case.wound cannot be throat: a man struck on the head falls heavily …
~ refused impossible case.wound

# And so is everybody else's hearing.
= rupert.heard: shot
<refusal rupert.heard cannot be shot: nobody hears what did not sound …
~ refused impossible rupert.heard

# What the world still allows is what it then says.
> What was the murder weapon?
<telling A house like this keeps a hundred ways to kill a man and dusts most of them on Thursdays. This one was the poker.
~ case.weapon = poker
> What wound was on the body?
<telling Medically it is soon told: a single blow to the head. The doctor has known patients take longer over less.
~ case.wound = head
