# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What others say is wrong: a server that is asked, an inspected program, a message in the broker. Nothing ends because
of it, and what others say is shown all the same."""
import pathlib
import time
import urllib.request

import pytest

from account import Account
from conftest import wait_until
from fake_program import FakeProgram
from fake_server import START, FakeServer, call
from fleet_servers import Server
from messages import publish, publish_state

MOST = 2**63 - 1
PATHS = ["/status", "/programs", "/invocations?limit=5", "/invocations?order=asc", "/invocations?filter=proxy:1",
         "/invocations?sort=duration&limit=5", "/selectors", "/unanswered", "/timeline", "/proxies", "/call-tree"]


def memory(process):
    """Resident megabytes."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024


# MARK: Servers that are asked

@pytest.fixture
def asking(machine):
    """A server that asks an honest one and a lying one."""
    fakes = []

    def start(answers=(), pieces=None):
        honest, liar = FakeServer(), FakeServer(answers, pieces)
        # Two servers never have one process.
        liar.calls = [call(epoch="11a40001", seq=number) for number in range(1, 11)]
        fakes.extend([honest, liar])
        return Server(machine, None, "--ask", honest.url, "--ask", liar.url), liar

    yield start
    for fake in fakes:
        fake.close()


ROW = {"protocol": "LampDelegate", "selector": "on()"}
PROGRAM = {"epoch": "11a40001", "service": "liar", "host": "here", "processID": 7, "program": "Liar", "state": "running"}
LIES = {
    "lag": {"/programs": {"items": [PROGRAM | {"lagMilliseconds": 1e300}]}},
    "stored": {"/status": {"epoch": "0fa4e000", "position": MOST, "counters": {"stored": MOST, "evicted": MOST}}},
    "negative": {"/status": {"epoch": "0fa4e000", "position": 1, "counters": {"stored": -2**63}}},
    "order": {"/invocations": lambda query: FakeServer.page(
        [call("11a40001", 1, "2200-01-01T00:00:00Z" if query.get("order") == "asc" else "2001-01-01T00:00:00Z")])},
    "ends of time": {"/invocations": FakeServer.page(
        [call("11a40001", 1, "2262-04-11T23:47:16.854775Z", durationNanoseconds=MOST)])},
    "timeline": {"/timeline": {"matched": MOST, "matchedAtLeast": MOST, "bucketNanoseconds": 2**64 - 1, "items": [
        {"count": MOST, "errors": MOST, "busyNanoseconds": 2**64 - 1}] * 60}},
    "matched": {"/invocations": FakeServer.page([], matched=MOST, matchedAtLeast=MOST)},
    "bars": {"/selectors": {"isComplete": True, "items": [
        ROW | {"calls": 2**64 - 1, "errors": 2**64 - 1, "buckets": [[0, 2**64 - 1], [1, 2**64 - 1]]}] * 2}},
    "unanswered": {"/unanswered": {"items": [ROW | {"unanswered": MOST, "neverCompleted": -5}] * 2}},
    "requirements": {"/proxies": {"items": [{"id": 1, "owner": "O", "calls": 1, "requirements": [
        ROW | {"calls": 2**64 - 1, "unanswered": 2**64 - 1}] * 2}]}},
    "next is none": {"/invocations": FakeServer.page([], next="x", matched=None, isComplete=False)},
    "next stays": {"/invocations": FakeServer.page([], next="11a40001-3", matched=None, isComplete=False)},
    "next swaps": {"/invocations": lambda query: FakeServer.page(
        [], next="11a40001-4" if "11a40001-3" in query.values() else "11a40001-3", matched=None, isComplete=False)},
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lying_server_neither_ends_nor_stops_the_one_that_asks(asking, lie):
    server, _ = asking(LIES[lie])
    for path in PATHS:
        # Also a refusal is an answer.
        assert server.status_of("/api/v1" + path) in (200, 503), path

    def honest():
        return [item for item in server.get("/api/v1/invocations")["items"] if item["id"].startswith("fa4e0001-")]
    # Also the honest server may answer too late once, on a busy machine.
    wait_until(lambda: len(honest()) == 10, what="a page with the calls of the honest server")
    assert server.process.poll() is None


def test_missing_calls_without_number_end_nothing(asking):
    def pieces():
        yield FakeServer.event("hello", {"epoch": "0fa4e000"})
        for _ in range(2):
            yield FakeServer.event("gap", {"missed": 2**64 - 1, "missedEvents": 2**64 - 1}, "0fa4e000-11")
            yield FakeServer.event("invocation", call("11a40001", 12), "0fa4e000-12")
            event = {"id": "11a40001-e1", "proxy": 1, "what": "targetReplaced", "at": START, "owner": "Owner"}
            yield FakeServer.event("lifecycle", event, "0fa4e000-12.1")
        time.sleep(60)

    server, _ = asking(pieces=pieces)
    wait_until(lambda: int(server.get("/api/v1/status")["position"]) == 2**64 - 1 or server.process.poll() is not None)
    assert server.status_of("/api/v1/invocations") == 200


def test_any_place_of_a_client_is_answered(asking):
    def pieces():
        yield FakeServer.event("hello", {"epoch": "0fa4e000"})
        for number in range(11, 15):
            yield FakeServer.event("invocation", call("11a40001", number), f"0fa4e000-{number}")
            event = {"id": f"11a40001-e{number}", "proxy": 1, "what": "targetReplaced", "at": START, "owner": "Owner"}
            yield FakeServer.event("lifecycle", event, f"0fa4e000-{number}.{number}")
        time.sleep(60)

    server, _ = asking(pieces=pieces)
    status = wait_until(lambda: (s := server.get("/api/v1/status"))["position"] == 4 and s)
    for position in range(7):
        for number in range(7):
            address = f"{server.url}/api/v1/stream?lastEventId={status['epoch']}-{position}.{number}"
            with urllib.request.urlopen(address, timeout=20) as stream:
                assert stream.readline()
    assert server.status_of("/api/v1/invocations") == 200


def test_large_calls_leave_memory_when_they_are_forgotten(asking):
    sent = []

    def pieces():
        yield FakeServer.event("hello", {"epoch": "0fa4e000"})
        for number in range(11, 411):
            text = {"label": "text", "type": "String", "value": "x" * 1_000_000}
            yield FakeServer.event("invocation", call("11a40001", number, arguments=[text]), f"0fa4e000-{number}")
            sent.append(number)
        time.sleep(60)

    server, _ = asking(pieces=pieces)
    wait_until(lambda: len(sent) == 400, 120)
    # 64 MB of JSON are kept, of 400.
    assert memory(server.process) < 300
    assert server.process.poll() is None


# MARK: Inspected programs

def relay_fake(machine, broker, fake):
    return machine.relay(broker, "--no-discovery", "--url", fake.url)


def test_an_event_without_end_leaves_the_memory_flat(machine, broker):
    sent = []

    def events(place):
        yield b"event: invocation\n"
        line = b"data: " + b"x" * 60_000 + b"\n"
        for number in range(4_000):
            yield line
            sent.append(number)
        yield b"\n" + fake.call(1)
        time.sleep(60)

    fake = FakeProgram(events)
    relay = relay_fake(machine, broker, fake)
    wait_until(lambda: len(sent) == 4_000, 120)
    assert memory(relay.process) < 160
    wait_until(lambda: broker.messages("calls.*.*.fa4e"))


def test_a_gap_that_is_told_again_counts_once(machine, broker):
    def events(place):
        yield fake.event("gap", {"from": 1, "to": 5, "missed": 5, "reason": "evicted"}, "fa4e-5")
        yield fake.event("bye", {"reason": "stopped"})

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    wait_until(lambda: len(fake.places) > 3)
    assert Account(broker.messages("calls.*.*.fa4e")).missed == 5


def test_an_epoch_that_is_no_name_is_refused(machine, broker):
    fake = FakeProgram(lambda place: [], epoch="a\r\nX-Injected: yes")
    relay = relay_fake(machine, broker, fake)
    wait_until(lambda: fake.asked > 1)
    assert not fake.places and relay.process.poll() is None


# MARK: Messages

def test_lines_that_are_left_out_are_a_gap(machine, broker):
    server = Server(machine, broker)
    publish(broker, [call(), call(seq=2, proxy=-1), {"nonsense": True}, call(seq=4)], 0, 4)
    program = wait_until(lambda: server.programs().get("fa4e0001"))
    assert (program["calls"], program["gaps"]) == (2, 2)
    assert [item["seq"] for item in server.get("/api/v1/invocations")["items"]] == [4, 1]
    # What it is told later is not lost.
    publish(broker, [call(seq=5)], 4, 5)
    wait_until(lambda: server.programs()["fa4e0001"]["calls"] == 3)


def test_gaps_of_a_message_count_no_more_than_it_can_lack(machine, broker):
    server = Server(machine, broker)
    gap = {"what": "gap", "missed": 2**40 - 1}
    publish(broker, [call(), gap, gap | {"from": 1, "to": 2**40}, gap], 0, 4)
    publish(broker, [call(seq=5)], 4, 5)
    program = wait_until(lambda: (p := server.programs().get("fa4e0001", {})).get("calls") == 2 and p)
    assert program["gaps"] == 3 and server.get("/api/v1/status")["position"] == 5


def test_a_place_beyond_all_calls_is_refused(machine, broker):
    server = Server(machine, broker)
    publish(broker, [call()], 0, 2**64 - 1)
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)
    assert "no place in a stream" in server.log


@pytest.mark.parametrize("start", ["2200-01-01T00:00:00Z", "2262-04-11T23:47:16.854775Z", "1678-01-01T00:00:00Z"])
def test_calls_of_other_centuries_are_shown(machine, broker, start):
    server = Server(machine, broker)
    publish(broker, [call(start=start)], 0, 1)
    for _ in range(2):
        wait_until(lambda: server.get("/api/v1/status")["counters"]["stored"] == 1)
        for path in PATHS:
            assert server.status_of("/api/v1" + path) == 200, path
        server.kill()
        server.start()


def test_a_state_of_another_century_ends_nothing(machine, broker):
    server = Server(machine, broker)
    publish_state(broker, at="1678-01-01T00:00:00Z")
    publish(broker, [call()], 0, 1)

    def has_both():
        program = server.programs().get("fa4e0001", {})
        return (program.get("state"), program.get("calls")) == ("unreachable", 1)
    # The state and the call come one after the other.
    wait_until(has_both)
    server.kill()
    server.start()
    wait_until(has_both)
