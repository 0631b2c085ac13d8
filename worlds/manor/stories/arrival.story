# The Inspector is already there
seed: 7

< Thrale, November 1934. The river has been over the road since dinner. Nobody can leave, nobody can come, and by breakfast Sir Ambrose Thrale, who collected clocks and enemies and wound both daily, was past collecting anything.
< Inspector Crale came by rowing boat, with a constable at the oars, and neither of them has dried. “Eight people slept in this house,” he says, “and seven of them did no worse than lie to me. Ask whom you like. Whatever they tell you, I shall hold them to it.”
<telling The notebook lies open on the hall table, at the first page. “Everybody very helpful, which is a bad sign.”
~ notebook.first_line = Everybody very helpful, which is a bad sign
% finished

# The page stays as it was written.
> Read the notebook
<telling The notebook lies open on the hall table, at the first page. “Everybody very helpful, which is a bad sign.”
~ nothing

# Whoever says "you" and names nobody is speaking to the Inspector.
> Who do you suspect?
<telling …
% finished

---

# The first page, in another session
seed: 4

< …
<telling …
% finished
