# The curious behaviour of the spaniel
seed: 14

# He did nothing in the night, so it was nobody he barks at.
= bosun.barked: false
~ bosun.barked = false

= case.culprit: ottoline
<refusal case.culprit cannot be ottoline: Bosun barks at weekend guests on principle …
~ refused impossible case.culprit

= voss.guilty: true
<refusal voss.guilty cannot be true: Bosun barks at weekend guests on principle …
~ refused impossible voss.guilty

> Is Mr Quill guilty?
<telling It was not Mr Quill. The Inspector rules the name out with a ruler, which he keeps for the purpose.
~ quill.guilty = false

# He was fed by two of those who are left, and owned by the rest.
> Who killed Sir Ambrose?
<telling “Hobday,” says the Inspector. “I had hoped for somebody I liked less.”
~ case.culprit = hobday
> Where does the dog sleep?
<telling The basket is in the library. Bosun is usually somewhere in its neighbourhood.
~ bosun.sleeps = library
> Who is Bosun's favourite?
<telling Bosun has given his heart to Mrs Orchard, and his stomach to anybody.
~ bosun.devotion = orchard
