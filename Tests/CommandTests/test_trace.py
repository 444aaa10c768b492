# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The trace for Perfetto and chrome://tracing conforms to a schema, and calls nest on every track."""

import json
import pathlib
import random
import subprocess

import jsonschema
import pytest

from conftest import ROOT
from recorded_calls import Calls

SCHEMA = json.loads((pathlib.Path(__file__).parent / "trace-event.schema.json").read_text())
DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"


def run(inspector, *arguments):
    done = subprocess.run([inspector, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def trace_of(inspector, calls, folder):
    lines, recording = folder / "calls.ndjson", folder / "calls.sqlite"
    calls.write(lines)
    run(inspector, "import", lines, recording)
    return checked(json.loads(run(inspector, "export", recording, "--format", "trace")))


def checked(trace):
    """The trace, checked against the schema and additional rules."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(trace, SCHEMA, cls=jsonschema.Draft202012Validator)
    check_nesting(trace["traceEvents"])
    check_pairs(trace["traceEvents"])
    return trace


def nanoseconds(event, member):
    # Microseconds with three decimals are whole nanoseconds.
    return round(event[member] * 1000)


def check_nesting(events):
    """Complete events of a track are sorted by start, and each one lies inside of its parent."""
    named, open_events, last = set(), {}, {}
    for event in events:
        if event["ph"] == "i":
            continue
        track = (event["pid"], event.get("tid"))
        if event["ph"] == "M":
            assert track not in named, "a track has one name, and so has a process"
            named.add(track)
            continue
        assert track in named, "the name of a track comes before its events"
        if event["ph"] != "X":
            continue
        start = nanoseconds(event, "ts")
        end = start + nanoseconds(event, "dur")
        assert start >= last.get(track, 0), "starts of a track go up"
        last[track] = start
        stack = open_events.setdefault(track, [])
        while stack and stack[-1] <= start:
            stack.pop()
        assert not stack or end <= stack[-1], f"{event} does not end before the one that it began in"
        stack.append(end)


def check_pairs(events):
    """Every end has an earlier begin with the same category, id and name; ids are unique."""
    begun = {}
    for event in events:
        key = (event.get("cat"), event.get("id"))
        if event["ph"] == "b":
            assert key not in begun
            begun[key] = event
        elif event["ph"] == "e":
            begin = begun[key]
            assert begin["name"] == event["name"] and begin["ts"] <= event["ts"]


def kinds(trace, kind):
    return [event for event in trace["traceEvents"] if event["ph"] == kind]


def test_a_real_recording_is_a_trace(inspector, tmp_path):
    recording = tmp_path / "calls.sqlite"
    run(inspector, "xml", DOCUMENT, "--store", recording)
    trace = checked(json.loads(run(inspector, "export", recording, "--format", "trace")))
    lines = [json.loads(line) for line in run(inspector, "export", recording).splitlines()]
    events = [line for line in lines if "what" in line]
    assert len(kinds(trace, "X")) == len(lines) - len(events)
    assert [event["args"]["id"] for event in kinds(trace, "i")] == [event["id"] for event in events]
    assert any(event["name"] == "installed XMLParser" for event in kinds(trace, "i"))
    assert trace["otherData"]["epoch"] == lines[0]["id"].split("-")[0]


def test_nested_calls_are_complete_events_of_their_thread(inspector, tmp_path):
    calls = Calls()
    outer = calls.add(0, 100_000)
    calls.add(10_000, 40_000, parent=outer)
    inner = calls.add(50_000, 90_000, parent=outer, state="threw")
    calls.add(60_000, 70_000, parent=inner)
    calls.add(5_000, 95_000, thread=2)
    trace = trace_of(inspector, calls, tmp_path)
    spans = [(event["tid"], event["ts"], event["dur"]) for event in kinds(trace, "X")]
    assert spans == [(1, 0, 100), (1, 10, 30), (1, 50, 40), (1, 60, 10), (2, 5, 90)]
    assert [event["args"].get("error") for event in kinds(trace, "X")] == [None, None, ".lost", None, None]
    assert {event["args"]["name"] for event in kinds(trace, "M")} == {"main", "thread 2"}


def test_calls_that_overlap_on_one_thread_are_pairs_beside_the_track(inspector, tmp_path):
    calls = Calls()
    calls.add(0, 50_000)
    calls.add(20_000, 90_000)
    calls.add(30_000, 40_000)
    trace = trace_of(inspector, calls, tmp_path)
    assert [event["ts"] for event in kinds(trace, "X")] == [0, 30]
    assert [(event["ph"], event["ts"], event["id"]) for event in kinds(trace, "b") + kinds(trace, "e")] == [
        ("b", 20, "9f2c11ab-2"),
        ("e", 90, "9f2c11ab-2"),
    ]


def test_a_call_that_still_runs_begins_and_does_not_end(inspector, tmp_path):
    calls = Calls()
    calls.add(0, 10_000)
    calls.add(20_000, None, selector="meter(_:shouldWait:)")
    trace = trace_of(inspector, calls, tmp_path)
    assert [event["name"] for event in kinds(trace, "b")] == ["meter(_:shouldWait:)"]
    assert kinds(trace, "e") == [] and len(kinds(trace, "X")) == 1


def test_neighbours_whose_starts_were_rounded_stay_neighbours(inspector, tmp_path):
    calls = Calls()
    # The second one began 100 ns after the first one's end, in the microsecond in which the first one started.
    calls.add(10_000, 10_800)
    calls.add(10_900, 13_000)
    trace = trace_of(inspector, calls, tmp_path)
    assert [(event["ts"], event["dur"]) for event in kinds(trace, "X")] == [(0, 0.8), (0.8, 1.3)]


def test_threads_of_two_processes_are_two_tracks(inspector, tmp_path):
    calls = Calls()
    for run in [1, 2]:
        # The calls overlap: on one track, one of them would have no place.
        calls.add(
            run * 10_000, run * 10_000 + 50_000, id=f"9f2c11a{run}-1", seq=1, position=1,
            process={"service": "shop", "version": "1.4", "host": f"web-{run}", "id": 1})
    trace = trace_of(inspector, calls, tmp_path)
    names = [(event["pid"], event.get("tid"), event["args"]["name"]) for event in kinds(trace, "M")]
    assert names == [(1, None, "shop@1.4 web-1 1"), (1, 1, "main"), (2, None, "shop@1.4 web-2 1"), (2, 1, "main")]
    assert [(event["pid"], event["tid"]) for event in kinds(trace, "X")] == [(1, 1), (2, 1)]


@pytest.mark.parametrize("seed", range(6))
def test_any_traffic_nests_on_every_track(inspector, tmp_path, seed):
    """Trees of calls on several threads, with calls that overlap, throw and still run, at nanoseconds that an export
    rounds; names that a viewer could stumble over."""
    chance = random.Random(seed)
    calls = Calls()
    planned = []

    def plan(start, end, thread, parent):
        planned.append([start, end, thread, parent])
        me = len(planned) - 1
        moment = start + chance.randrange(1, 3_000)
        while moment < end - 10 and chance.random() < 0.7 and len(planned) < 1_500:
            length = chance.randrange(1, max(2, (end - moment) // 2))
            plan(moment, moment + length, thread, me)
            moment += length + chance.randrange(1, 2_000)

    for thread in range(1, 5):
        moment = 0
        for _ in range(20):
            length = chance.randrange(1_000, 200_000)
            plan(moment, moment + length, thread, None)
            moment += length + chance.randrange(1, 5_000)
    for _ in range(30):
        start = chance.randrange(0, 2_000_000)
        planned.append([start, start + chance.randrange(1_000, 900_000), chance.randrange(1, 5), None])
    numbers = {}
    for place in sorted(range(len(planned)), key=lambda place: (planned[place][0], place)):
        start, end, thread, parent = planned[place]
        is_last = parent is None and chance.random() < 0.02
        numbers[place] = calls.add(
            start,
            None if is_last else end,
            thread=thread,
            parent=None if parent is None else numbers[parent],
            state=chance.choice(["returned", "returned", "threw"]),
            selector=chance.choice(["a(_:)", 'say(_:"quoted")', "ü\u2028(_:\\)", "</script>", ""]) or "b()",
        )
    trace = trace_of(inspector, calls, tmp_path)
    ends = len(kinds(trace, "X")) + len(kinds(trace, "e"))
    running = sum(call["state"] == "running" for call in calls.calls)
    assert ends == len(calls.calls) - running
    assert len(kinds(trace, "b")) - len(kinds(trace, "e")) == running
