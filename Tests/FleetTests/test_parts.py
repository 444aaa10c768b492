# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`serve --ask` when a server is down or has deleted calls: what the others have is there, and what is missing is told."""
import concurrent.futures
import http.client
import json
import threading
import urllib.request

import pytest

from conftest import wait_until
from fake_server import FakeServer, call
from fleet_servers import Server


def calls(epoch, numbers, minute=0):
    """Calls that start one second after the other."""
    return [call(epoch, number, f"2026-11-25T12:{minute + number // 60:02}:{number % 60:02}.000000Z") for number in numbers]


@pytest.fixture
def servers(machine):
    """Two servers with calls that take turns, and one that asks both."""
    fakes = []

    def start(first, second, pieces=None):
        for own in (first, second):
            fake = FakeServer(pieces=pieces)
            fake.calls = sorted(own, key=lambda each: each["startedAt"])
            count = {"calls": len(own), "stored": len(own), "evicted": 0, "dropped": 0}
            fake.answers["/status"] = {"epoch": fake.epoch, "position": 10, "counters": count}
            fakes.append(fake)
        return fakes[0], fakes[1], Server(machine, None, "--ask", fakes[0].url, "--ask", fakes[1].url)

    yield start
    for fake in fakes:
        fake.close()


def pages(server, **query):
    """The ids of all pages, and whether all of them were complete."""
    page = server.get("/api/v1/invocations", limit=10, **query)
    ids, complete = [], page["isComplete"]
    while True:
        ids += [item["id"] for item in page["items"]]
        if not (page["next"] or page["continue"]):
            return ids, complete
        bound = "after" if query.get("order") == "asc" else "before"
        page = server.get("/api/v1/invocations", limit=10, **query, **{bound: page["continue"] or page["next"]})
        complete = complete and page["isComplete"]


@pytest.mark.parametrize("order", ["desc", "asc"])
def test_a_page_goes_on_after_a_call_that_was_deleted(servers, order):
    first, second, server = servers(calls("aaaa0001", range(1, 20, 2)), calls("bbbb0001", range(2, 20, 2)))
    page = server.get("/api/v1/invocations", limit=9, order=order)
    last = page["items"][-1]["id"]
    assert last.startswith("aaaa0001-")
    # The server with the last call of the page has deleted all that it had up to there.
    number = int(last.split("-")[1])
    first.gone = [each for each in first.calls if each["seq"] <= number]
    first.calls = [each for each in first.calls if each["seq"] > number]
    rest = server.get("/api/v1/invocations", limit=100, order=order, **{"before" if order == "desc" else "after": page["next"]})
    expected = [each["id"] for each in second.calls if (each["seq"] < number) == (order == "desc")]
    assert [item["id"] for item in rest["items"] if item["id"].startswith("bbbb")] == (
        expected[::-1] if order == "desc" else expected)


def test_what_needs_all_calls_fails_while_a_server_is_down(servers):
    first, second, server = servers(calls("aaaa0001", range(1, 20, 2)), calls("bbbb0001", range(2, 20, 2)))
    assert server.status_of("/api/v1/assert?count=19") == 200
    second.close()
    second.answers["/status"] = None
    wait_until(lambda: server.status_of("/api/v1/assert?count=10") == 503, 60)
    assert server.status_of("/api/v1/assert?count=0&filter=selector:off") == 503
    assert server.status_of("/api/v1/invocations/bbbb0001-2") == 503
    assert server.get("/api/v1/call-tree")["isComplete"] is False
    assert server.get("/api/v1/timeline")["matched"] is None
    for query in ({}, {"sort": "duration"}, {"sort": "selector"}, {"filter": "proxy:1"}):
        page = server.get("/api/v1/invocations", **query)
        assert page["isComplete"] is False and page["matched"] is None, query
        assert {item["id"].split("-")[0] for item in page["items"]} == {"aaaa0001"}


def test_proxies_of_a_server_that_is_down_are_missing_and_not_unknown(servers):
    first, second, server = servers(calls("aaaa0001", [1]), calls("bbbb0001", [2]))
    for fake, epoch in ((first, "aaaa0001"), (second, "bbbb0001")):
        process = {"service": "fake", "host": "here", "id": 7}
        proxy = {"id": 1, "owner": "Owner", "epoch": epoch, "process": process, "calls": 0, "requirements": []}
        fake.answers["/proxies"] = {"items": [proxy], "count": 1}
    # On a busy machine, a server may answer too late once.
    proxies = wait_until(lambda: (answer := server.get("/api/v1/proxies"))["isComplete"] and answer)
    assert sorted(proxy["epoch"] for proxy in proxies["items"]) == ["aaaa0001", "bbbb0001"]
    wait_until(lambda: server.status_of("/api/v1/proxies/bbbb0001-2") == 404)
    second.close()
    second.answers["/status"] = None
    wait_until(lambda: server.get("/api/v1/proxies")["count"] == 1, 60)
    assert server.get("/api/v1/proxies")["isComplete"] is False
    assert server.status_of("/api/v1/proxies/aaaa0001-1") == 200
    assert server.status_of("/api/v1/proxies/bbbb0001-1") == 503


def answer_amid(fake, path, ask, other):
    """The answer to one question, of which a server lets its part wait until another question has been answered."""
    asked, answered = threading.Event(), threading.Event()

    def wait(query):
        if path == "/proxies" or "process:" in query.get("filter", ""):
            asked.set()
            # A server has two seconds.
            answered.wait(1)
        return fake.honest(path, query)

    fake.answers[path] = wait
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        answer = pool.submit(ask)
        assert asked.wait(20)
        other()
        answered.set()
        return answer.result()


def test_proxies_that_are_missing_make_no_other_answer_fail(servers):
    first, second, server = servers(calls("aaaa0001", range(1, 10)), calls("bbbb0001", range(10, 20)))
    one = lambda: server.status_of("/api/v1/invocations/aaaa0001-1")
    wait_until(lambda: one() == 200)
    # It answers, but has no list.
    second.answers["/proxies"] = {}

    def lack():
        assert server.get("/api/v1/proxies")["isComplete"] is False

    # On a busy machine, a server may answer too late once.
    wait_until(lambda: answer_amid(first, "/invocations", one, lack) == 200)


def test_no_proxy_is_missing_because_another_answer_fails(servers):
    first, second, server = servers(calls("aaaa0001", range(1, 10)), calls("bbbb0001", range(10, 20)))
    wait_until(lambda: server.status_of("/api/v1/invocations/bbbb0001-12") == 200)
    second.answers["/invocations"] = lambda query: (
        {} if "process:" in query.get("filter", "") else second.list(query))

    def lack():
        assert server.status_of("/api/v1/invocations/bbbb0001-12") == 503

    proxies = lambda: server.get("/api/v1/proxies")["isComplete"]
    unknown = lambda: server.status_of("/api/v1/proxies/aaaa0001-1")
    wait_until(lambda: answer_amid(first, "/proxies", proxies, lack))
    wait_until(lambda: answer_amid(first, "/proxies", unknown, lack) == 404)


@pytest.mark.parametrize("sort", ["start", "duration", "selector"])
def test_a_list_tells_that_a_filter_was_too_expensive_for_a_server(servers, sort):
    _, second, server = servers(calls("aaaa0001", [1]), calls("bbbb0001", [2]))
    # Not counted: the count would tell it, too.
    query = {"sort": sort, "count": "false"}
    page = lambda: wait_until(lambda: (page := server.get("/api/v1/invocations", **query))["isComplete"] and page)
    assert page()["filterPartial"] is False
    second.answers["/invocations"] = FakeServer.page(second.calls, filterPartial=True)
    assert page()["filterPartial"] is True


def test_an_export_of_spans_does_not_ask_for_each_call_around_that_is_left_out(servers):
    own = calls("aaaa0001", range(1, 41))
    for each in own:
        # Inside of the first one, each second call is left out, with the next one in it.
        seq = each["seq"]
        each["parent"] = None if seq == 1 else "aaaa0001-1" if seq % 2 else f"aaaa0001-{seq - 1}"
        each["selector"] = "on()" if seq % 2 and seq > 1 else "off()"
    first, _, server = servers(own, [call("bbbb0001", selector="off()")])
    asked = []

    def page(query):
        asked.append(query.get("filter", ""))
        page = first.list(query)
        if "selector:" in asked[-1]:
            page["items"] = [each for each in page["items"] if each["selector"] == "off()"]
        return page

    first.answers["/invocations"] = page

    def export():
        asked.clear()
        try:
            with urllib.request.urlopen(f"{server.url}/api/v1/export?format=otlp&filter=selector:off", timeout=20) as reply:
                return [json.loads(line) for line in reply.read().splitlines()]
        except (OSError, http.client.HTTPException):
            # On a busy machine, a server may answer too late once.
            return None

    spans = [span for line in wait_until(export) for part in line["resourceSpans"]
             for scope in part["scopeSpans"] for span in scope["spans"]]
    assert len(spans) == 22
    assert [span for span in spans[1:21] if span["parentSpanId"] != spans[0]["spanId"]] == []
    # It may ask where it is to go on.
    assert len([text for text in asked if "process:" in text]) < 5


def test_a_process_of_two_servers_hides_no_other(servers):
    shared = calls("aaaa0001", range(1, 400, 2))
    _, _, server = servers(shared, shared + calls("bbbb0001", range(2, 401, 2)))

    # On a busy machine, a server may answer one of the pages too late.
    def has_each_once():
        ids, complete = pages(server)
        return complete and len(ids) == len(set(ids)) == 400
    wait_until(has_each_once, 120)


def test_calls_that_cannot_be_read_are_a_gap_and_a_stream_goes_on_after_it(servers):
    begun = threading.Event()

    def pieces():
        yield FakeServer.event("hello", {"epoch": "0fa4e000"})
        begun.wait(60)
        # All in one piece: nothing wakes the stream after the gap.
        yield (FakeServer.event("invocation", call("aaaa0001", 30), "0fa4e000-11")
               + FakeServer.event("invocation", {"nonsense": True}, "0fa4e000-12")
               + FakeServer.event("invocation", call("aaaa0001", 31), "0fa4e000-13"))
        begun.clear()
        begun.wait(60)

    first, _, server = servers(calls("aaaa0001", [1]), calls("bbbb0001", [2]), pieces)
    seen = []
    with urllib.request.urlopen(f"{server.url}/api/v1/stream", timeout=30) as stream:
        for line in stream:
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
                if name == "hello":
                    begun.set()
            elif line.startswith(b"data: ") and name in ("invocation", "gap"):
                seen.append(json.loads(line[6:]))
                if seen[-1].get("id") == "aaaa0001-31":
                    break
    # Of two servers, the first one has the process; what can't be read counts for both.
    assert [each["id"] for each in seen if "id" in each] == ["aaaa0001-30", "aaaa0001-31"]
    assert 1 <= sum(each["missed"] for each in seen if "missed" in each) <= 2
    begun.set()


def test_sorted_pages_have_the_calls_of_all_processes_of_a_server(machine, broker):
    # The longer the relay takes to find them, the more calls are there to sort in the time for a page.
    programs = [machine.demo(rate=60) for _ in range(3)]
    machine.relay(broker)
    part = Server(machine, broker)
    wait_until(lambda: len([p for p in part.programs().values() if p["calls"] > 100]) == 3)
    for program in programs:
        program.pause()
    expected = {identity for program in programs for identity in program.calls().values()}
    wait_until(lambda: part.get("/api/v1/status")["counters"]["stored"] == len(expected))
    server = Server(machine, None, "--ask", part.url)
    for sort in ("selector", "thread", "duration"):
        ids, bound = [], {}
        while True:
            # On a busy machine the time for a page may run out before all calls are sorted.
            page = wait_until(lambda: (page := server.get("/api/v1/invocations", sort=sort, limit=100, **bound))
                              and page["isComplete"] and page, 120)
            ids += [item["id"] for item in page["items"]]
            if not page["next"]:
                break
            bound = {"before": page["next"]}
        assert len(ids) == len(expected) and set(ids) == expected, sort
