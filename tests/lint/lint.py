#!/usr/bin/env python3
"""The rules that a script can check, by subject a module each. A rule is a function from a Tree to complaints; beside it
stand spoiled samples that it must find and good ones that it must let pass.

Usage: lint.py ROOT [BUILD]   BUILD: a folder that ROOT was built in, for the rules on calls
Prints complaints, then "tests: P passed, F failed, S skipped".
"""
import os
import sys

import documents
import duplicates
import floors
import generated
import sizes
import style
import tools
import unused
from tree import open_tree

MODULES = [style, floors, sizes, duplicates, unused, generated, documents]


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def note(self, name, problems):
        if problems is None:
            self.skipped += 1
            print(f"skipped: {name}: what it needs is missing, or of another version")
            return
        problems = list(problems)
        self.passed += not problems
        self.failed += bool(problems)
        for problem in problems:
            print(f"FAILED {name}: {problem}")


def name_of(rule):
    return rule.__name__.replace("_", " ")


def check_samples(tally):
    for module in MODULES:
        rules = getattr(module, "RULES", []) + getattr(module, "RULES_OF_OBJECTS", [])
        for rule, sample in module.BAD:
            tally.note(f"{name_of(rule)} is found", [] if list(rule(sample)) else [f"not in {sample.texts}"])
        for rule, sample in module.GOOD:
            tally.note(f"{name_of(rule)} lets pass", rule(sample))
        for samples in (module.BAD, module.GOOD):
            tally.note(f"samples of {module.__name__}",
                       [f"{name_of(rule)} has none" for rule in rules if rule not in [sampled for sampled, _ in samples]])


def check_tree(tally, tree):
    for module in MODULES:
        for rule in getattr(module, "RULES", []):
            tally.note(name_of(rule), rule(tree))
        for rule in getattr(module, "RULES_OF_OBJECTS", []):
            tally.note(name_of(rule), rule(tree) if tree.objects else None)
    for check in [generated.stale_tables] + tools.CHECKS:
        tally.note(name_of(check), check(tree))


def main():
    tally = Tally()
    check_samples(tally)
    check_tree(tally, open_tree(os.path.abspath(sys.argv[1]), *sys.argv[2:3]))
    print(f"tests: {tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    sys.exit(tally.failed > 0)


main()
