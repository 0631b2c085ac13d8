"""One completion of a world after each observation of a session, by clingo.

Two files: the program, and the observations of each session in a line, as `cell code cell code ...`.
Prints one JSON document.
"""

import json
import statistics
import sys
import time

import clingo


def main(program, observed):
    control = clingo.Control(["--warn=none"])
    started = time.perf_counter()
    control.load(program)
    control.ground([("base", [])])
    ground = time.perf_counter() - started
    literal = {
        (atom.symbol.arguments[0].number, atom.symbol.arguments[1].number): atom.literal
        for atom in control.symbolic_atoms.by_signature("is", 2)
    }

    def complete(assumptions):
        started = time.perf_counter()
        found = control.solve(assumptions=assumptions)
        took = (time.perf_counter() - started) * 1e6
        assert found.satisfiable, "ours admitted it"
        return took

    first = complete([])
    times = []
    with open(observed) as lines:
        for line in lines:
            words = [int(word) for word in line.split()]
            assumptions = []
            for pair in zip(words[::2], words[1::2]):
                assumptions.append(literal[pair])
                times.append(complete(assumptions))
    figures = {
        "version": clingo.__version__,
        "ground_s": ground,
        "first_us": first,
        "median_us": statistics.median(times),
        "most_us": max(times),
        "observations": len(times),
    }
    print(json.dumps(figures))


main(*sys.argv[1:])
