# What nobody can write down
seed: 7

> Blimey, what a lot of rain
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing
> Colourless green ideas sleep furiously
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing
> Tell me about Rupert
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing

# Speaking of something is not asking for it.
> I met the butler on the stairs and we talked about the weather for an hour.
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing
> My own alibi is nobody's business but mine, you understand.
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing

# Neither is asking not to be told.
> Do not tell me who killed Sir Ambrose
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing
> I never want to hear Imogen's secret
< Inspector Crale waits, pencil up, for a question he could write down. Somewhere in the house a clock strikes the wrong hour, and another corrects it.
~ nothing

# Everything that was not asked is still open.
> What is Imogen's secret?
<telling The constable went through Imogen Thrale's room with his boots off, out of respect. He reports a signature rather better than the original.
~ imogen.secret = signature
