# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-fleet serve --ask`, and servers of which a test decides when and what they answer."""
import json
import os
import threading
import time
import urllib.request

import pytest

from conftest import wait_until
from fake_server import START, FakeServer, call
from fleet_servers import Server, events


@pytest.fixture
def asking(machine):
    """Starts a server that asks these ones, and other addresses."""
    fakes = []

    def start(*servers, others=()):
        fakes.extend(servers)
        addresses = [fake.url for fake in servers] + list(others)
        return Server(machine, None, *(argument for address in addresses for argument in ("--ask", address)))

    yield start
    for fake in fakes:
        fake.close()


def stamp(milliseconds):
    """An instant so much later than others, within the same minutes."""
    return f"2026-11-25T12:40:{milliseconds // 1000:02}.{milliseconds % 1000:03}000Z"


# MARK: Slow servers

def server_with_calls():
    fake = FakeServer()
    fake.calls = [call("aaaa0001", number, stamp(number * 10)) for number in range(1, 1001)]
    return fake


def slow_server_with_nothing():
    """No call of this server passes a filter, and it says so for 300 calls at a time."""
    fake = FakeServer()
    fake.calls = [call("bbbb0001", number, stamp(number * 10 + 5)) for number in range(1, 1001)]

    def examine(query):
        if "on()" not in query.get("filter", ""):
            return fake.honest("/invocations", query)
        time.sleep(0.3)
        rest = fake.honest("/invocations", query | {"limit": "100000"})["items"]
        return fake.page([], **({"continue": rest[299]["id"], "isComplete": False} if len(rest) > 300 else {}))

    fake.answers["/invocations"] = examine
    return fake


@pytest.mark.parametrize("order, bound", [("desc", "before"), ("asc", "after")])
def test_pages_that_end_early_for_a_slow_server_leave_no_call_out(asking, order, bound):
    server = asking(server_with_calls(), slow_server_with_nothing())
    found, place = [], {}
    deadline = time.monotonic() + 120
    while True:
        assert time.monotonic() < deadline
        page = server.get("/api/v1/invocations", filter="selector:on()", order=order, limit=1000, **place)
        found += [item["seq"] for item in page["items"]]
        next_page = page["continue"] or page["next"]
        if not next_page:
            break
        place = {bound: next_page}
    assert found == sorted(range(1, 1001), reverse=order == "desc")


def test_an_export_waits_for_a_slow_server_and_has_every_call(asking):
    server = asking(server_with_calls(), slow_server_with_nothing())
    request = urllib.request.Request(
        server.url + "/api/v1/invocations?filter=selector:on()&order=asc", headers={"Accept": "application/x-ndjson"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        found = [json.loads(line)["seq"] for line in reply]
    assert found == list(range(1, 1001))


def test_all_servers_are_asked_at_once_however_few_cores_there_are(asking):
    # A pool of threads also grows beyond the cores, by a few each second.
    together = threading.Barrier(4 * os.cpu_count() + 2)

    def answer(_):
        try:
            together.wait(2)
        except threading.BrokenBarrierError:
            return {"items": [], "isComplete": False, "filterPartial": False}
        return {"items": [], "isComplete": True, "filterPartial": False}

    server = asking(*(FakeServer({"/selectors": answer}) for _ in range(together.parties)))
    assert server.get("/api/v1/selectors", filter="duration:>1ns")["isComplete"]


# MARK: Processes

def server_with_new_processes():
    """Two processes come right before the first page, whose last call is one of the second process."""
    calls = [call(epoch, number, stamp(number * 10 + later)) for number in range(1, 101)
             for epoch, later in (("aaaa0001", 0), ("bbbb0001", 5))]
    fake = FakeServer()
    fake.calls = []
    program = {"service": "shop", "host": "here", "processID": 7, "program": "Shop", "state": "running", "calls": 100}

    def programs(_):
        items = [program | {"epoch": epoch} for epoch in ("aaaa0001", "bbbb0001")] if fake.calls else []
        return {"items": items, "broker": {"connected": True, "sequence": 1, "behind": 0}}

    def page(query):
        # All calls have the same selector, so a list by it has them by processes.
        rows = sorted(calls, key=lambda each: each["id"].split("-")[0] + f"{each['seq']:09}")
        if query["order"] == "desc":
            rows.reverse()
        if after := query.get("before") or query.get("after"):
            rows = rows[[each["id"] for each in rows].index(after) + 1:]
        limit = int(query["limit"])
        return fake.page(rows[:limit], next=rows[limit - 1]["id"] if len(rows) > limit else None)

    def invocations(query):
        # Questions for one call are the follower's.
        if query.get("limit") != "1":
            fake.calls = calls
        return page(query) if "sort" in query else fake.honest("/invocations", query)

    fake.answers |= {"/programs": programs, "/invocations": invocations}
    return fake


@pytest.mark.parametrize("order", ["desc", "asc"])
def test_sorted_lists_have_every_call_of_processes_that_a_page_was_the_first_to_show(asking, order):
    server = asking(server_with_new_processes())
    assert server.get("/api/v1/invocations", limit=20)["items"][0]["id"] == "bbbb0001-100"
    found = [item["id"] for item in server.all(sort="selector", order=order)]
    assert len(found) == len(set(found)) == 200


@pytest.mark.parametrize("path", [
    "/invocations/bbbb0001-5", "/invocations?before=bbbb0001-5", "/invocations?after=bbbb0001-5&order=asc"])
def test_a_call_of_a_server_that_was_never_reached_may_be_asked_for_again(asking, path):
    server = asking(FakeServer(), others=["http://127.0.0.1:1"])
    assert server.status_of("/api/v1" + path) == 503


def test_a_call_that_no_server_has_belongs_to_another_run(asking):
    server = asking(FakeServer())
    for path in ("/invocations/bbbb0001-5", "/invocations?before=bbbb0001-5"):
        assert server.status_of("/api/v1" + path) == 410


# MARK: The stream

def change(number, owner="Owner"):
    """An event of a proxy, after all calls of the server."""
    data = {"id": f"fa4e0001-e{number}", "proxy": 1, "what": "targetReplaced", "at": START, "owner": owner}
    return FakeServer.event("lifecycle", data, f"0fa4e000-10.{number}")


def streamed(asking, pieces):
    """Names, numbers of events and data of what the stream has up to its first call, which the server sends last."""
    def with_call():
        yield FakeServer.event("hello", {"epoch": "0fa4e000"})
        yield from pieces
        yield FakeServer.event("invocation", call(seq=11), "0fa4e000-11")
        time.sleep(60)

    server = asking(FakeServer(pieces=with_call))
    epoch = wait_until(lambda: (s := server.get("/api/v1/status"))["position"] == 1 and s, 60)["epoch"]
    found = []
    request = f"{server.url}/api/v1/stream?lastEventId={epoch}-0.0&lifecycle=all"
    with urllib.request.urlopen(request, timeout=20) as reply:
        for event in events(reply):
            if event.get("event") == "invocation":
                return found
            if event.get("event") in ("lifecycle", "gap"):
                found.append((event["event"], int(event["id"].partition(".")[2]), json.loads(event["data"])))


def test_events_that_a_server_misses_are_a_gap(asking):
    def pieces():
        yield change(1)
        missed = {"from": None, "to": None, "missed": 0, "missedEvents": 7, "reason": "evicted"}
        yield FakeServer.event("gap", missed, "0fa4e000-10.8")
        # Not readable, so missing too.
        yield FakeServer.event("lifecycle", {"what": "targetReplaced"}, "0fa4e000-10.9")
        yield change(10)

    first, gap, second = streamed(asking, pieces())
    assert (first[:2], gap[:2], second[:2]) == (("lifecycle", 1), ("gap", 9), ("lifecycle", 10))
    assert gap[2]["missedEvents"] == 8 and gap[2]["missed"] == 0


def test_events_that_are_forgotten_are_a_gap(asking):
    gap, *events = streamed(asking, (change(number, "O" * 900_000) for number in range(1, 151)))
    # 64 MB are kept, of 135.
    assert gap[0] == "gap" and gap[2]["missedEvents"] == gap[1] > 50
    assert [number for _, number, _ in events] == list(range(gap[1] + 1, 151))
