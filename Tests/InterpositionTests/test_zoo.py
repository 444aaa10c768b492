# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Values of all kinds of types are recorded as they are, or left out for a known reason.

`zoo.txt` lists what is left out. After a change, look at the list that `RECORD_FIXTURES=1 pytest test_zoo.py` writes.
"""
import collections
import dataclasses
import json
import os
import pathlib

import pytest

from programs import INSPECTOR, MODES, Pair, Process, is_undecoded, plain, same

GOLDEN = pathlib.Path(__file__).resolve().parent / "zoo.txt"
HEADER = ["# Delegate Inspector", "# SPDX-License-Identifier: Apache-2.0", ""]
PROTOCOLS = ["Imported", "Passing", "Plain", "Secret", "Shaped"]


@dataclasses.dataclass
class Changed:
    """An inout argument."""
    before: object
    after: object


@dataclasses.dataclass
class Thrown:
    error: object


FIVE = [1, 2, 3, 4, 5]
NINE = [1, 2, 3, 4, 9]
# The calls whose results are not their arguments. `...` stands for anything.
CALLS = [
    ("changed", [Changed(1, 2)], 2),
    ("changedText", [Changed("text", "text and more text than before")], 30),
    ("changedLarge", [Changed(FIVE, NINE)], 1),
    ("changedTuple", [Changed([1, "tuple"], [9, "tuple"])], 1),
    ("changedObject", [Changed("object", None)], 1),
    ("variadic", [[1, 2, 3]], 6),
    ("borrowed", [NINE], 1),
    ("sent", ["object"], "object"),
    ("borrowedToken", [...], 5),
    ("changedToken", [...], 6),
    ("consumedToken", [...], 6),
    ("newToken", [4], ...),
    ("atomic", [...], 6),
    ("mutex", [...], 7),
    ("closure", ["function"], 2),
    ("escaping", ["function"], "function"),
    ("sendable", ["function"], 1),
    ("asyncClosure", ["function"], 1),
    ("autoclosure", ["function"], 3),
    ("rethrowing", ["function"], 5),
    ("function", ["function"], 2),
    ("thinResult", [1], "function"),
    *[(kind, [[]], []) for kind in ["metatype", "classMetatype", "boundMetatype", "anyMetatype", "anyClass"]],
    ("genericLoose", [NINE, 2], 2),
    ("genericSequence", [[1, 2], 3], 3),
    ("genericArray", [["a"], 4], ["a"]),
    ("genericMetatype", [[]], 1),
    ("some", [NINE, 6], 6),
    ("pack", [...], 3),
    ("count", [[1, 2, 3]], 3),
    ("suppressed", [...], 1),
    ("items", [[1.5], 7], 7),
    ("hiddenBox", [[[5, 6.5]], 7], 7),
    ("hiddenError", [1], Thrown([5])),
    ("void", [[]], None),
    *[(kind, [...], ...) for kind in ["clock", "difference", "file", "instant", "mirror", "regex", "stream"]],
    ("span", [...], None),
    ("selfValue", [], "object"),
    ("selfParameter", ["object"], 1),
    ("body.get", [], [1, 2]),
    ("laterBody", [], [1, 2]),
    ("throwing", [1], 1),
    ("throwing", [2], Thrown(["number", 2])),
    ("typed", [1], 1),
    ("typed", [2], Thrown(["number", 2])),
    ("typedStruct", [1], "typed"),
    ("typedStruct", [2], Thrown([2])),
    ("typedLarge", [1], FIVE),
    ("typedLarge", [2], Thrown(["text", "large"])),
    ("typedGeneric", [[1]], Thrown([1])),
    ("typedGeneric", [[2]], Thrown([2])),
    ("typedProblem", [1], 2.5),
    ("typedProblem", [2], Thrown(["number", 2])),
    ("typedFloats", [1], [1.0, 2.0, 3.0, 4.0]),
    ("typedFloats", [2], Thrown(["number", 2])),
    ("laterThrowing", [1], "later"),
    ("laterThrowing", [2], Thrown(["number", 2])),
    ("laterTyped", [1], 1),
    ("laterTyped", [2], Thrown(["number", 2])),
    ("later", [1], 1),
    ("isolated", [1, "object"], 1),
    ("isolatedHere", [2, None], 2),
    ("staying", [3], 3),
    ("leaving", [4], 4),
    ("onMain", [5], 5),
    ("type", [1], 1),
    ("init", [5], "object"),
    ("init", [1], "object"),
    ("init", [2], None),
    *[("readOnly.get", [], "read only")] * 2,
    ("subscript", [1, "text"], 6),
    ("subscript", [4], "4"),
    ("subscript", [9, 2, "set"], None),
    ("property.set", [NINE], None),
    ("property.get", [], NINE),
    ("typeProperty.set", [4], None),
    ("typeProperty.get", [], 4),
    ("laterProperty.get", [], 7),
]


def expected_calls(output):
    """The arguments and the outcome of each call, by the requirement's name. The program prints an argument that is
    returned."""
    calls = collections.defaultdict(list)
    for name, arguments, outcome in CALLS: calls[name].append((arguments, outcome))
    for line in output.splitlines():
        name, _, text = line.partition("=")
        if text and name.isidentifier() and name not in calls:
            calls[name] = [([json.loads(text)], json.loads(text))]
    return calls


class Zoo:
    def __init__(self, pair, program):
        self.calls = pair.check()
        self.expected = expected_calls(pair.alone.stdout)
        outcome = Process([INSPECTOR, "protocols", "--requirements", "--json", "--module", "zoo", str(program)])
        assert outcome.returncode == 0, outcome.stderr
        self.items = json.loads(outcome.stdout)["items"]

    @property
    def found(self):
        calls = collections.defaultdict(list)
        for call in self.calls: calls[name(call["selector"])].append(call)
        return calls

    def differences(self):
        """The values that are recorded and not as they should be."""
        for requirement, calls in self.found.items():
            expected = self.expected.get(requirement, [])
            if len(expected) != len(calls):
                yield f"{requirement}: {len(calls)} calls of {len(expected)}"
                continue
            for call, (arguments, outcome) in zip(calls, expected):
                yield from self.compare(call, arguments, outcome)

    @staticmethod
    def compare(call, arguments, outcome):
        pairs = []
        for argument, value in zip(call["arguments"], arguments, strict=True):
            if not isinstance(value, Changed): value = Changed(value, None)
            pairs.append((argument, value.before))
            if argument.get("after"): pairs.append((argument["after"], value.after))
        if isinstance(outcome, Thrown): pairs.append((call["error"], outcome.error))
        elif call["result"]: pairs.append((call["result"], outcome))
        assert call["state"] == ("threw" if isinstance(outcome, Thrown) else "returned"), call
        for recorded, value in pairs:
            if not is_undecoded(recorded) and value is not ... and not same(value, plain(recorded)):
                yield f"{call['selector']}: {plain(recorded)} is {value}"

    def left_out(self):
        """What is left out, with the reasons."""
        lines = set()
        for item in self.items:
            for entry in item["entries"]:
                for state in ["refusal", "limitation"]:
                    if entry.get(state): lines.add(f"{entry['requirement']}: {state}: {entry[state]}")
        limited = {line.split(": ")[0] for line in lines}
        for call in self.calls:
            if call["selector"] in limited: continue
            values = [(argument["label"] or f"argument {index}", argument)
                      for index, argument in enumerate(call["arguments"], 1)]
            values += [("result", call["result"]), ("error", call["error"])]
            for place, value in values:
                if value and is_undecoded(value): lines.add(f"{call['selector']}: {place} {value['value']}")
        return lines


def name(selector):
    """A selector without labels, such as `subscript` or `body.get`."""
    return selector.partition("(")[0]


@pytest.fixture(scope="module")
def zoos(programs, tmp_path_factory):
    """The zoo in each mode."""
    zoos = {}
    for mode in MODES:
        program = programs("zoo", mode)
        zoos[mode] = Zoo(Pair(program, folder=tmp_path_factory.mktemp("zoo")), program)
    return zoos


@pytest.mark.parametrize("mode", MODES)
def test_values_are_recorded_as_they_are(mode, zoos):
    assert list(zoos[mode].differences()) == []


@pytest.mark.parametrize("mode", MODES)
def test_all_requirements_are_called_and_recorded(mode, zoos):
    zoo = zoos[mode]
    assert [item["name"] for item in zoo.items] == PROTOCOLS
    refused = {name(line) for line in zoo.left_out() if ": refusal: " in line}
    assert set(zoo.expected) - set(zoo.found) == refused


def test_what_is_left_out_has_known_reasons(zoos):
    lists = {mode: zoo.left_out() for mode, zoo in zoos.items()}
    both = set.intersection(*lists.values())
    lines = HEADER + sorted(both) + [f"{mode} {line}" for mode in MODES for line in sorted(lists[mode] - both)]
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get("RECORD_FIXTURES"):
        GOLDEN.write_text(text)
        pytest.fail(f"{GOLDEN} was written")
    assert text.splitlines() == GOLDEN.read_text().splitlines()


# What the client of `stable` passes, as plain data.
STABLE = {
    "open": [5], "frozen": [5], "choice": ["two", 5], "wrapped": [[5], 7], "optional": [5],
    "list": [[5]], "called": [5]}


def stable_calls(programs, linkage, mode, folder, options=()):
    """The calls of the client of `stable`, by name."""
    if linkage == "dynamic":
        linking = programs.linking(programs.library("stable", mode, options))
    else:
        linking = programs.module("stable", mode, options)
    client = programs("client", mode, options=linking, output=f"client{linkage}{len(options)}")
    calls = Pair(client, folder=folder, options=["--module", client.name, "--module", "stable"]).check()
    found = {name(call["selector"]): call for call in calls}
    assert found.keys() == STABLE.keys() | {"held"}

    def is_right(value, called):
        if called == "held": return [child["type"] for child in value["children"]] == ["Thing"]
        return same(STABLE[called], plain(value))

    for call in calls:
        value, number = call["arguments"]
        for recorded in [value, call["result"]]:
            assert is_undecoded(recorded) or is_right(recorded, name(call["selector"])), f"{call['selector']}: {recorded}"
        assert is_undecoded(number) or plain(number) == 6
    return found


@pytest.mark.parametrize("linkage", ["dynamic", "static"])
@pytest.mark.parametrize("mode", MODES)
def test_values_of_modules_that_may_change_are_right_or_left_out(mode, linkage, programs, tmp_path):
    found = stable_calls(programs, linkage, mode, tmp_path, ["-enable-library-evolution"])
    # What a collection has in its memory is laid out alike everywhere.
    assert plain(found["list"]["result"]) == [[5]]


@pytest.mark.parametrize("mode", MODES)
def test_values_of_modules_in_the_program_are_not_left_out(mode, programs, tmp_path):
    for call in stable_calls(programs, "static", mode, tmp_path).values():
        values = [*call["arguments"], call["result"]]
        assert not any(is_undecoded(value) for value in values), call["selector"]
