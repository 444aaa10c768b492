# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Values of random types, passed to and returned by requirements of a protocol, are recorded as they are.

`pytest --seeds N` runs N programs. `random_types.py SEED` prints the program of a seed.
"""
import collections

import pytest

from programs import MODES, Pair, Programs, is_undecoded, plain, same
from random_types import Generator

# Of the values, so many must be recorded whole. The rest are tuples, generic values, and the like.
WHOLE = 0.9


class Comparison:
    """Counts values by what became of them."""

    def __init__(self, objects):
        # Names of objects, by their addresses.
        self.objects = objects
        self.counts = {role: collections.Counter() for role in ["parameters", "results", "errors"]}
        self.reasons = collections.Counter()
        self.wrong = []

    def add(self, role, type, expected, recorded, call):
        outcome = self.outcome(expected, recorded)
        self.counts[role][outcome] += 1
        if outcome == "refused":
            self.reasons["no record" if recorded is None else "error" if role == "errors" else recorded["value"]] += 1
        if outcome == "wrong":
            self.wrong.append(f"{call['target']}.{call['selector']} {role}: {type}\n"
                              f"  is       {expected}\n  recorded {self.named(recorded)}")

    def outcome(self, expected, recorded):
        if recorded is None or is_undecoded(recorded): return "refused"
        return "right" if same(expected, self.named(recorded)) else "wrong"

    def named(self, recorded):
        """The plain value, with the names of objects."""
        return plain(self.with_names(recorded)) if recorded else None

    def with_names(self, value):
        value = {**value, "children": [self.with_names(child) for child in value["children"]]} \
            if "children" in value else dict(value)
        if "id" in value: value["value"] = self.objects.get(value["id"].split("@")[1], "another object")
        return value

    def share(self, outcome):
        counts = sum(self.counts.values(), collections.Counter())
        return counts[outcome] / counts.total()

    def __str__(self):
        return ", ".join(f"{role} {dict(sorted(counts.items()))}" for role, counts in self.counts.items())


@pytest.mark.parametrize("mode", MODES)
def test_values_of_random_types_are_right(seed, mode, tmp_path, report):
    source, expected = Generator(seed).program()
    name = f"types{seed}"
    (tmp_path / f"{name}.swift").write_text(source)
    program = Programs(tmp_path, sources=tmp_path)(name, mode)
    calls = Pair(program, folder=tmp_path).check()

    naming = [call for call in calls if call["selector"].startswith("name(")]
    objects = {
        call["arguments"][0]["id"].split("@")[1]: f"object {call['arguments'][1]['value']}" for call in naming}
    assert len(objects) == 8 and len(naming) == 16

    found = collections.defaultdict(list)
    for call in calls: found[call["selector"].partition("(")[0]].append(call)
    comparison = Comparison(objects)
    for one in expected:
        # Requirements are left out or recorded for both types.
        assert [call["target"].partition("<")[0] for call in found[one.name]] in (["First", "Second"], []), one.name
        for call in found[one.name] or [None, None]: compare(one, call, comparison)
    report(f"seed {seed} {mode}: {comparison}; {dict(comparison.reasons)}")
    assert comparison.wrong == [], "\n".join(comparison.wrong)
    assert comparison.reasons["no record"] == 0
    assert comparison.share("right") > WHOLE


def compare(expected, call, comparison):
    """Compares what is recorded of a call; None if it is not recorded."""
    arguments = call["arguments"] if call else [None] * len(expected.arguments)
    assert len(arguments) == len(expected.arguments), call
    for type, value, after, argument in zip(expected.types, expected.arguments, expected.after, arguments):
        comparison.add("parameters", type, value, argument, call)
        if after and argument and argument.get("after"):
            comparison.add("parameters", f"{type} after", after[0], argument["after"], call)
    assert call is None or call["state"] == ("threw" if expected.error else "returned"), call
    if expected.error:
        comparison.add("errors", expected.error_type, expected.error[0], call and call["error"], call)
    elif expected.result_type != "Void":
        comparison.add("results", expected.result_type, expected.result, call and call["result"], call)
