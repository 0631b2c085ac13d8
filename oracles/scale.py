"""clingo on the program that `scale write` wrote: seconds for reading, grounding and solving, and the counts."""
import sys, time
import clingo

began = time.perf_counter()
control = clingo.Control(["--warn=none"])
control.load(sys.argv[1])
read = time.perf_counter()
control.ground([("base", [])])
ground = time.perf_counter()
result = control.solve()
solved = time.perf_counter()
assert result.satisfiable
count = lambda name, arity: sum(1 for _ in control.symbolic_atoms.by_signature(name, arity))
paths, top = count("path", 2), count("s20", 1)
print(f"clingo {clingo.__version__}: reading {read - began:.2f} s, grounding {ground - read:.2f} s, solving {solved - ground:.2f} s, {paths} paths, {top} of the highest sort")
print(f"clingo_seconds {solved - began:.3f}")
print(f"clingo_counts {paths} {top}")
