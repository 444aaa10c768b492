# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-fleet serve --ask`: one server that answers for several. What it answers is held against a server that has
the calls of all processes itself."""
import contextlib
import http.client
import json
import signal
import subprocess
import urllib.request

import pytest

from conftest import wait_until
from fleet_servers import Server, Stream


class Fleet:
    def __init__(self, machine, broker):
        self.machine = machine
        self.programs = [
            machine.demo(rate=400, environment={"OTEL_SERVICE_NAME": "shop"}),
            machine.demo(rate=400, environment={"OTEL_SERVICE_NAME": "mail"}),
        ]
        machine.relay(broker)
        self.parts = [
            Server(machine, broker, "--service", "shop", store="shop.sqlite"),
            Server(machine, broker, "--service", "mail", store="mail.sqlite"),
        ]
        self.whole = Server(machine, broker)
        wait_until(lambda: all(len([p for p in part.programs().values() if p["calls"] > 100]) == 1 for part in self.parts))
        self.asking = Server(machine, None, "--ask", self.parts[0].url, "--ask", self.parts[1].url)

    def settle(self):
        """Waits until everything has arrived everywhere; returns the ids of all calls."""
        for program in self.programs:
            program.pause()
        expected = [call for program in self.programs for call in program.calls().values()]
        for server in (self.whole, self.asking):
            wait_until(lambda: server.get("/api/v1/status")["counters"]["stored"] == len(expected))
        return expected

    def difference(self):
        """The first call that the server that asks, and the one that has all calls, tell differently; None if none is."""
        whole = {call["id"]: json.dumps(call) for call in self.whole.all()}
        differing = ((json.dumps(call), whole.get(call["id"])) for call in self.asking.all())
        return next((pair for pair in differing if pair[0] != pair[1]), None)

    def both(self, path, **query):
        """The answers of the server that asks, and of the one that has all calls."""
        return self.asking.get_whole(path, **query), self.whole.get_whole(path, **query)


@pytest.fixture
def fleet(machine, broker):
    return Fleet(machine, broker)


def test_pages_have_the_calls_of_all_servers_by_their_starts(fleet):
    expected = fleet.settle()
    calls = fleet.asking.all(order="asc")
    assert sorted(call["id"] for call in calls) == sorted(expected)
    starts = [call["startedAt"] for call in calls]
    assert starts == sorted(starts)
    assert [call["id"] for call in fleet.asking.all()] == [call["id"] for call in reversed(calls)]
    assert sorted(call["id"] for call in fleet.whole.all()) == sorted(expected)
    # What became of completion handlers follows the calls, to each server in its own time.
    with contextlib.suppress(AssertionError):
        wait_until(lambda: fleet.difference() is None)
    assert fleet.difference() is None


@pytest.mark.parametrize("text", [
    "", "service:shop", "selector:*product*", "state:threw | path:none", "duration:>20us (main | -thread:main)", "nothing-has-this",
])
def test_filters_find_and_count_the_same_calls(fleet, text):
    fleet.settle()
    query = {"filter": text} if text else {}
    assert sorted(call["id"] for call in fleet.asking.all(**query)) == sorted(call["id"] for call in fleet.whole.all(**query))
    asked, whole = fleet.both("/api/v1/invocations", limit=5, **query)
    assert asked["matched"] == whole["matched"] and asked["stored"] == whole["stored"] and asked["isComplete"]
    fields = {"limit": 5, "count": "false", **query}
    uncounted = wait_until(
        lambda: (page := fleet.asking.get("/api/v1/invocations", **fields))["isComplete"] and page, what="a whole page")
    assert uncounted["items"] == asked["items"] and uncounted["matched"] is None
    assert uncounted["matchedAtLeast"] == len(asked["items"])


def test_sums_are_those_of_all_servers(fleet):
    fleet.settle()
    for query in ({}, {"filter": "duration:>10us"}):
        asked, whole = fleet.both("/api/v1/selectors", buckets="true", **query)
        by_name = lambda rows: sorted(rows["items"], key=lambda row: (row["protocol"], row["selector"]))
        assert by_name(asked) == by_name(whole) and asked["isComplete"] and asked["items"]
        asked, whole = fleet.both("/api/v1/unanswered", **query)
        counts = lambda rows: {row["selector"]: (row["unanswered"], row["calls"], row["owners"]) for row in rows["items"]}
        assert counts(asked) == counts(whole) and all(row["last"] for row in asked["items"])
        whole = fleet.whole.get("/api/v1/timeline", buckets=20, **query)
        period = {"from": whole["from"], "to": whole["to"]}
        asked, whole = fleet.both("/api/v1/timeline", buckets=20, **period, **query)
        assert asked == whole and asked["matched"] > 0


@pytest.mark.parametrize("period", [
    {"from": "1678-01-01T00:00:00Z", "to": "2262-04-11T23:47:16.854775807Z"},
    {"from": "2262-04-11T23:47:16.854775806Z", "to": "2262-04-11T23:47:16.854775807Z"},
    {"from": "1678-01-01T00:00:00Z", "to": "1678-01-01T00:00:00.000000001Z"},
    {"from": "1969-12-31T23:59:59.999999999Z", "to": "1970-01-01T00:00:00.000000001Z"},
])
def test_periods_at_the_ends_of_time_are_answered(fleet, period):
    fleet.settle()
    asked, whole = fleet.both("/api/v1/timeline", buckets=5, **period)
    assert asked["matched"] == whole["matched"]


def test_sorted_lists_are_merged_page_by_page(fleet):
    fleet.settle()
    for order in ("desc", "asc"):
        asked, whole = fleet.both("/api/v1/invocations", sort="duration", order=order, limit=1000)
        durations = [call["durationNanoseconds"] for call in asked["items"]]
        assert durations == [call["durationNanoseconds"] for call in whole["items"]] and asked["isComplete"]
        bound = "before" if order == "desc" else "after"
        part = {"sort": "duration", "order": order, "limit": 60}
        first = fleet.asking.get_whole("/api/v1/invocations", **part)
        second = fleet.asking.get_whole("/api/v1/invocations", **part, **{bound: first["next"]})
        pages = first["items"] + second["items"]
        assert [call["durationNanoseconds"] for call in pages] == durations[:120]
        assert len({call["id"] for call in pages}) == 120
    asked, whole = fleet.both("/api/v1/invocations", sort="selector", order="asc", limit=50)
    assert [call["selector"] for call in asked["items"]] == [call["selector"] for call in whole["items"]]


def test_a_call_and_a_proxy_are_found_where_they_are(fleet):
    fleet.settle()
    for program in fleet.programs:
        identity = sorted(program.calls().values(), key=lambda call: int(call.split("-")[1]))[50]
        path = f"/api/v1/invocations/{identity}"
        # On a busy machine, the time to look for the next and the previous call may run out.
        wait_until(lambda: fleet.asking.get(path) == fleet.whole.get(path), what=f"the same answer of {path}")
    key = lambda proxy: (proxy["epoch"], proxy["id"])
    asked, whole = fleet.both("/api/v1/proxies")
    assert sorted(asked["items"], key=key) == sorted(whole["items"], key=key) and asked["count"] >= 2
    proxy = asked["items"][0]
    assert fleet.asking.get(f"/api/v1/proxies/{proxy['epoch']}-{proxy['id']}")["owner"] == proxy["owner"]
    assert fleet.asking.status_of("/api/v1/invocations/00000000-1") == 410
    assert {program["service"] for program in fleet.asking.programs().values()} == {"shop", "mail"}


def test_a_stream_has_the_calls_of_all_servers_once_though_one_is_killed(fleet):
    stream = Stream(fleet.asking, "latest")
    for part in fleet.parts:
        count = len(stream.calls)
        wait_until(lambda: len(stream.calls) > count + 200)
        part.kill()
        part.start()
    count = len(stream.calls)
    wait_until(lambda: {call.split("-")[0] for call in stream.calls[count:]} == {program.epoch for program in fleet.programs})
    expected = fleet.settle()
    first = {}
    for call in stream.calls:
        first.setdefault(call.split("-")[0], call)
    wait_until(lambda: set(expected) - set(stream.calls) <= set(expected) - after(first, expected))
    stream.hasEnded = True
    assert len(stream.calls) == len(set(stream.calls)) and not stream.gaps


def after(first, calls):
    """The calls from the first one of each process in a stream, with room for those that ended in another order."""
    start = {epoch: int(call.split("-")[1]) + 50 for epoch, call in first.items()}
    return {call for call in calls if int(call.split("-")[1]) >= start[call.split("-")[0]]}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_without_one_server_the_calls_of_the_others_are_there(fleet, number):
    expected = fleet.settle()
    shop, mail = fleet.programs
    fleet.parts[0].process.send_signal(number)
    wait_until(lambda: fleet.asking.programs()[shop.epoch]["state"] == "unreachable")
    assert fleet.asking.programs()[mail.epoch]["state"] == "running"
    assert fleet.parts[0].url in fleet.asking.get("/api/v1/programs")["broker"]["failure"]
    # On a busy machine, the other one may answer too late once.
    page = wait_until(lambda: (page := fleet.asking.get("/api/v1/invocations", limit=1000))["items"] and page)
    assert not page["isComplete"]
    assert {call["id"].split("-")[0] for call in page["items"]} == {mail.epoch}
    assert not fleet.asking.get("/api/v1/selectors")["isComplete"]
    # An export would not show what is missing.
    with pytest.raises((OSError, http.client.HTTPException)):
        request = urllib.request.Request(
            fleet.asking.url + "/api/v1/invocations", headers={"Accept": "application/x-ndjson"})
        with urllib.request.urlopen(request, timeout=20) as reply:
            reply.read()
    if number == signal.SIGSTOP:
        fleet.parts[0].process.send_signal(signal.SIGCONT)
    else:
        fleet.parts[0].start()
    wait_until(lambda: fleet.asking.programs()[shop.epoch]["state"] == "running")
    assert sorted(call["id"] for call in fleet.asking.all()) == sorted(expected)


def test_the_same_process_at_two_servers_is_shown_once(machine, broker):
    program = machine.demo(rate=400)
    machine.relay(broker)
    parts = [Server(machine, broker, store=f"{name}.sqlite") for name in "ab"]
    wait_until(lambda: all(p["calls"] > 100 for part in parts for p in [part.programs().get(program.epoch, {"calls": 0})]))
    asking = Server(machine, None, "--ask", parts[0].url, "--ask", parts[1].url)
    program.pause()
    expected = program.calls().values()
    wait_until(lambda: all(part.get("/api/v1/status")["counters"]["stored"] == len(expected) for part in parts))
    assert sorted(call["id"] for call in asking.all()) == sorted(expected)
    assert f"another server has the process {program.epoch}" in asking.log


@pytest.mark.parametrize("arguments, words", [
    ([], "--store, or the servers to ask with --ask"),
    (["--ask", "ftp://x"], "not the address of a server"),
    (["--ask", "http://127.0.0.1:1", "--store", "x"], "can't be combined"),
    (["--ask", "http://127.0.0.1:1", "--service", "shop"], "for the servers that --ask names"),
    *((["--ask", "http://127.0.0.1:1", option, value], f"{option} and --ask can't be combined") for option, value in [
        ("--nats", "nats://127.0.0.1:1"), ("--nats-creds", "x"), ("--nats-user", "x"), ("--nats-token-file", "x"),
        ("--nats-ca", "x"), ("--nats-cert", "x"), ("--replicas", "1"), ("--max-age", "7d"), ("--max-bytes", "20G")]),
    (["--store", "x", "--service", ""], "--service: the name is empty"),
    (["--store", "x", "--store-limit", "10000000000000"], "not a number of megabytes, 1 to 1000000000"),
])
def test_what_can_not_be_meant_is_refused_in_words(machine, arguments, words):
    run = subprocess.run([machine.fleet, "serve", *arguments], capture_output=True, text=True, timeout=20)
    assert run.returncode == 64 and words in run.stderr


def test_a_program_instead_of_a_server_is_named(machine):
    program = machine.demo()
    asking = Server(machine, None, "--ask", program.url)
    assert "shows one program" in asking.get("/api/v1/programs")["broker"]["failure"]
