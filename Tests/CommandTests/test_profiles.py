# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Profiles conform to their formats, by readers that are not ours, and agree with each other and with the call tree."""

import collections
import gzip
import json
import pathlib
import random
import re
import subprocess
import time
import urllib.request

import jsonschema
import pytest

from conftest import ROOT, whole_answer
from recorded_calls import Calls

SCHEMA = json.loads((pathlib.Path(__file__).parent / "speedscope.schema.json").read_text())
DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"
# pprof's own definition of its format, from the package golang-github-google-pprof-dev.
PPROF = pathlib.Path("/usr/share/gocode/src/github.com/google/pprof/proto/profile.proto")
# Brendan Gregg's program, from the package libdevel-nytprof-perl.
FLAME_GRAPH = pathlib.Path("/usr/share/perl5/Devel/NYTProf/flamegraph.pl")


def run(inspector, *arguments):
    done = subprocess.run([inspector, *map(str, arguments)], capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def export(inspector, recording, form, *arguments):
    return run(inspector, "export", recording, "--format", form, *arguments)


@pytest.fixture(scope="module")
def demo(inspector, tmp_path_factory):
    """A recording of the demo, whose calls nest, throw and suspend."""
    recording = tmp_path_factory.mktemp("demo") / "calls.sqlite"
    process = subprocess.Popen(
        [inspector, "demo", "--rate", "2000", "--store", str(recording), "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        url = process.stdout.readline().strip().rstrip("/")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with urllib.request.urlopen(url + "/api/v1/status", timeout=20) as reply:
                if json.load(reply)["counters"]["calls"] > 5_000:
                    break
    finally:
        process.terminate()
        process.communicate(timeout=30)
    return recording


# Readers. Each gives a profile as weights of stacks, the outermost call first.


def speedscope(data):
    """A file, checked against the schema and the rules that its format states in words."""
    file = json.loads(data)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(file, SCHEMA, cls=jsonschema.Draft202012Validator)
    frames = file["shared"]["frames"]
    for profile in file["profiles"]:
        assert profile["startValue"] <= profile["endValue"]
        if profile["type"] == "sampled":
            assert len(profile["samples"]) == len(profile["weights"])
            assert all(frame < len(frames) for sample in profile["samples"] for frame in sample)
            continue
        stack, last = [], profile["startValue"]
        for event in profile["events"]:
            assert last <= event["at"] <= profile["endValue"], "events are in the order of their times"
            last = event["at"]
            if event["type"] == "O":
                assert event["frame"] < len(frames)
                stack.append(event["frame"])
            else:
                assert stack.pop() == event["frame"], "the call that opened last closes first"
        assert not stack, "every call closes"
    assert file["activeProfileIndex"] < len(file["profiles"])
    return file


def sampled(file, unit):
    [profile] = [profile for profile in file["profiles"] if profile["type"] == "sampled" and profile["unit"] == unit]
    names = [f"{frame['file']}.{frame['name']}" for frame in file["shared"]["frames"]]
    return {
        tuple(names[frame] for frame in sample): weight
        for sample, weight in zip(profile["samples"], profile["weights"])
    }


def decoded(data):
    """A profile, decoded by protoc with pprof's definition: fields in nested lists by their names."""
    done = subprocess.run(
        ["protoc", "--decode=perftools.profiles.Profile", f"--proto_path={PPROF.parent}", PPROF.name],
        input=gzip.decompress(data), capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    root = collections.defaultdict(list)
    open_messages = [root]
    for line in done.stdout.decode().splitlines():
        line = line.strip()
        if line == "}":
            open_messages.pop()
        elif line.endswith(" {"):
            message = collections.defaultdict(list)
            open_messages[-1][line[:-2]].append(message)
            open_messages.append(message)
        else:
            name, value = line.split(": ", 1)
            # A field that the definition does not know is printed by its number.
            assert not name.isdigit(), line
            # Strings are escaped as in C, with octal digits.
            open_messages[-1][name].append(text(value) if value.startswith('"') else int(value))
    assert open_messages == [root]
    return root


def text(literal):
    plain = re.sub(
        rb"\\(\d{3}|.)",
        lambda match: bytes([int(match[1], 8)]) if len(match[1]) == 3 else {b"n": b"\n", b"t": b"\t", b"r": b"\r"}.get(
            match[1], match[1]),
        literal[1:-1].encode())
    return plain.decode()


def pprof(data):
    """A profile, checked by the rules that pprof states; returns its root and the stacks by each type."""
    profile = decoded(data)
    strings = profile["string_table"]
    assert strings[0] == "" and len(set(strings)) == len(strings)
    types = [(strings[type["type"][0]], strings[type["unit"][0]]) for type in profile["sample_type"]]
    assert types == [("calls", "count"), ("time", "nanoseconds")]
    assert strings[profile["default_sample_type"][0]] == "time"
    functions = {function["id"][0]: strings[function["name"][0]] for function in profile["function"]}
    locations = {location["id"][0]: functions[location["line"][0]["function_id"][0]] for location in profile["location"]}
    assert 0 not in functions and 0 not in locations, "numbers begin at 1"
    assert len(functions) == len(profile["function"]) and len(locations) == len(profile["location"])
    for function in profile["function"]:
        assert strings[function["name"][0]].startswith(strings[function["filename"][0]] + ".")
    stacks = [{}, {}]
    for sample in profile["sample"]:
        assert len(sample["value"]) == 2
        stack = tuple(locations[number] for number in reversed(sample["location_id"]))
        for place, value in enumerate(sample["value"]):
            assert stack not in stacks[place]
            stacks[place][stack] = value
    return profile, stacks[0], stacks[1]


def folded(data):
    stacks = {}
    for line in filter(None, data.decode().split("\n")):
        stack, weight = line.rsplit(" ", 1)
        assert stack not in stacks and int(weight) > 0
        stacks[tuple(stack.split(";"))] = int(weight)
    return stacks


def flame_graph_total(data, folder):
    """The weight of all stacks, as flamegraph.pl writes it at the bottom of its picture."""
    path = folder / "calls.folded.txt"
    path.write_bytes(data)
    done = subprocess.run(
        ["perl", FLAME_GRAPH, "--countname", "ns", "--minwidth", "0", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return int(re.search(r"<title>all \(([\d,]+) ns, 100%\)</title>", done.stdout)[1].replace(",", ""))


def tree_stacks(nodes, member, outer=()):
    """The weights of a call tree from the top down."""
    stacks = {}
    for node in nodes:
        stack = (*outer, f"{node['protocol']}.{node['selector']}")
        if int(node[member]) > 0:
            stacks[stack] = int(node[member])
        stacks |= tree_stacks(node["children"], member, stack)
    return stacks


def call_tree(url, query=""):
    return whole_answer(f"{url}/api/v1/call-tree{query}")


def without_zeros(stacks):
    return {stack: weight for stack, weight in stacks.items() if weight > 0}


# The real demo


def test_all_formats_agree_with_each_other_and_with_the_call_tree(inspector, demo, start):
    file = speedscope(export(inspector, demo, "speedscope"))
    profile, calls, times = pprof(export(inspector, demo, "pprof"))
    assert sampled(file, "nanoseconds") == without_zeros(times) == folded(export(inspector, demo, "folded"))
    assert sampled(file, "none") == calls == folded(export(inspector, demo, "folded", "--weight", "calls"))
    server = start("open", str(demo))
    tree = call_tree(server.url)
    assert not tree["isCut"]
    assert tree_stacks(tree["nodes"], "selfNanoseconds") == without_zeros(times)
    assert tree_stacks(tree["nodes"], "calls") == calls
    assert tree["nanoseconds"] == sum(times.values()) and tree["calls"] == sum(calls.values()) > 5_000
    assert any(len(stack) >= 3 for stack in times), "a call in a call in a call"
    assert profile["time_nanos"][0] > 1.7e18 and profile["duration_nanos"][0] > 1e9
    up = call_tree(server.url, "?direction=bottomUp")
    assert (up["calls"], up["nanoseconds"]) == (tree["calls"], tree["nanoseconds"])
    assert sum(node["selfNanoseconds"] for node in up["nodes"]) == tree["nanoseconds"]


def test_bottom_up_reverses_the_stacks(inspector, demo):
    down = folded(export(inspector, demo, "folded"))
    up = folded(export(inspector, demo, "folded", "--direction", "bottomUp"))
    assert {stack[::-1]: weight for stack, weight in up.items()} == down


def test_a_filter_leaves_calls_out_of_the_stacks(inspector, demo):
    stacks = folded(export(inspector, demo, "folded", "--weight", "calls", "--filter", "protocol:XMLParserDelegate"))
    assert stacks and all(frame.startswith("XMLParserDelegate.") for stack in stacks for frame in stack)
    lines = export(inspector, demo, "ndjson", "--filter", "protocol:XMLParserDelegate", "--no-lifecycle").splitlines()
    running = sum(json.loads(line)["state"] == "running" for line in lines)
    assert sum(stacks.values()) == len(lines) - running


def test_timelines_have_the_calls_that_nest_on_their_thread(inspector, demo):
    file = speedscope(export(inspector, demo, "speedscope"))
    opened = sum(
        event["type"] == "O"
        for profile in file["profiles"] if profile["type"] == "evented" for event in profile["events"])
    trace = json.loads(export(inspector, demo, "trace"))
    assert opened == sum(event["ph"] == "X" for event in trace["traceEvents"]) > 1_000


@pytest.mark.parametrize("direction", ["topDown", "bottomUp"])
def test_a_flame_graph_has_the_time_of_each_stack(inspector, demo, tmp_path, direction):
    data = export(inspector, demo, "folded", "--direction", direction)
    assert flame_graph_total(data, tmp_path) == sum(folded(data).values())


def test_the_server_exports_what_the_command_does(inspector, demo, start):
    server = start("open", str(demo))
    for form, media in [("speedscope", "application/json"), ("pprof", "application/gzip"), ("folded", "text/plain")]:
        with urllib.request.urlopen(f"{server.url}/api/v1/export?format={form}", timeout=60) as reply:
            assert reply.headers["Content-Type"].split(";")[0] == media
            assert reply.read() == export(inspector, demo, form)


# Chosen calls


def recording_of(inspector, calls, folder):
    lines, recording = folder / "calls.ndjson", folder / "calls.sqlite"
    calls.write(lines)
    run(inspector, "import", lines, recording)
    return recording


def test_self_time_is_what_calls_inside_do_not_cover(inspector, tmp_path):
    calls = Calls()
    outer = calls.add(0, 100_000, selector="a()")
    calls.add(10_000, 40_000, parent=outer, selector="b()")
    calls.add(20_000, 60_000, parent=outer, selector="b()", thread=2)
    calls.add(90_000, 150_000, parent=outer, selector="c()", thread=2)
    recording = recording_of(inspector, calls, tmp_path)
    expected = {
        ("MeterDelegate.a()",): 40_000,
        ("MeterDelegate.a()", "MeterDelegate.b()"): 70_000,
        ("MeterDelegate.a()", "MeterDelegate.c()"): 60_000,
    }
    assert folded(export(inspector, recording, "folded")) == expected
    assert pprof(export(inspector, recording, "pprof"))[2] == expected
    assert sampled(speedscope(export(inspector, recording, "speedscope")), "nanoseconds") == expected


def test_a_call_that_still_runs_is_a_frame(inspector, tmp_path):
    calls = Calls()
    outer = calls.add(0, None, selector="a()")
    calls.add(10_000, 40_000, parent=outer, selector="b()")
    recording = recording_of(inspector, calls, tmp_path)
    expected = {("MeterDelegate.a()", "MeterDelegate.b()"): 30_000}
    assert folded(export(inspector, recording, "folded")) == expected
    assert without_zeros(pprof(export(inspector, recording, "pprof"))[2]) == expected


@pytest.mark.parametrize("seed", range(3))
def test_any_traffic_is_a_profile(inspector, tmp_path, seed):
    """Trees of calls on several threads, with calls that overlap, throw and still run, and names that a reader could
    stumble over."""
    chance = random.Random(seed)
    calls, planned = Calls(), []

    def plan(start, end, thread, parent):
        planned.append([start, end, thread, parent])
        me, moment = len(planned) - 1, start + chance.randrange(1, 3_000)
        while moment < end - 10 and chance.random() < 0.7 and len(planned) < 800:
            length = chance.randrange(1, max(2, end - moment))
            plan(moment, moment + length, chance.choice([thread, thread, 9]), me)
            moment += chance.randrange(1, length + 2_000)

    for thread in range(1, 4):
        for _ in range(15):
            moment = chance.randrange(0, 2_000_000)
            plan(moment, moment + chance.randrange(1_000, 200_000), thread, None)
    numbers = {}
    for place in sorted(range(len(planned)), key=lambda place: (planned[place][0], place)):
        start, end, thread, parent = planned[place]
        numbers[place] = calls.add(
            start,
            None if parent is None and chance.random() < 0.05 else end,
            thread=thread,
            parent=None if parent is None else numbers[parent],
            state=chance.choice(["returned", "threw"]),
            selector=chance.choice(["a(_:)", 'say(_:"quoted")', "ü\u2028(_:\\)", "a;b", "%(_:_:)", "two words 7"]),
        )
    recording = recording_of(inspector, calls, tmp_path)
    file = speedscope(export(inspector, recording, "speedscope"))
    _, counts, times = pprof(export(inspector, recording, "pprof"))
    assert sampled(file, "nanoseconds") == without_zeros(times)
    assert sampled(file, "none") == counts
    assert sum(counts.values()) == sum(call["state"] != "running" for call in calls.calls)

    def unescaped(frame):
        return re.sub(r"%([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), frame)

    lines = export(inspector, recording, "folded").decode().split("\n")
    stacks = [line.rsplit(" ", 1) for line in lines if line]
    assert {tuple(map(unescaped, stack.split(";"))): int(weight) for stack, weight in stacks} == without_zeros(times)
    # Nor do such names disturb flamegraph.pl.
    assert flame_graph_total(export(inspector, recording, "folded"), tmp_path) == sum(times.values())


@pytest.mark.parametrize("form", ["ndjson", "csv", "trace", "html", "speedscope", "pprof"])
@pytest.mark.parametrize("option", [("--weight", "calls"), ("--direction", "topDown")])
def test_options_of_folded_stacks_are_refused_for_other_formats(inspector, tmp_path, form, option):
    done = subprocess.run(
        [inspector, "export", tmp_path / "none.sqlite", "--format", form, *option], capture_output=True, text=True)
    assert done.returncode == 64
    assert f"{option[0]} applies to --format folded only, not to {form}." in done.stderr
