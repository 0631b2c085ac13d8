# The model proposes, the house disposes
model: scripted
seed: 7

# The first page is asked for at the opening.
* notebook.first_line: "Counted the spoons. Counted the guests. Fewer of one"
< …
<telling …
~ notebook.first_line = Counted the spoons. Counted the guests. Fewer of one

# Somebody bears Hobday out. The model would like a butler all the same.
= hobday.vouched: true
~ hobday.vouched = true

* case.culprit: "hobday"
* case.culprit: "Colonel Mustard"
* case.culprit: "ottoline"
> Who killed Sir Ambrose?
<telling It was Madame Vane. Once it has been said aloud, a surprising number of people always thought so.
~ case.culprit = ottoline

# What is fixed is not asked for again.
> Who murdered Sir Ambrose?
<telling It was Madame Vane. Once it has been said aloud, a surprising number of people always thought so.
~ nothing

# A model that leaves a hole is asked again: nobody is shown a template.
* ottoline.gossip: "{{testament.cipher}}"
* ottoline.gossip: "she pays her dressmaker in letters of introduction"
> What is the gossip about Madame Vane?
<telling …
~ ottoline.gossip = she pays her dressmaker in letters of introduction

---

# The model says nothing, and the house talks all the same
model: scripted
seed: 7

* timeout
* timeout
* timeout
< …
<telling …
~ notebook.first_line = Everybody very helpful, which is a bad sign

* timeout
* fail: 503
* ""
> Inspector, what is your theory?
<telling …
