# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The event stream in curl and tail, disconnected and resumed without gaps or repetition."""
import contextlib
import http.server
import json
import queue
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request

import pytest

from recorded_calls import Calls


def read_events(url, count, last_id=None, names=("invocation",)):
    """Reads with curl until `count` events of these names have arrived, then kills it; returns them as (id, data)."""
    command = ["curl", "-sN", url]
    if last_id:
        command += ["-H", f"Last-Event-ID: {last_id}"]
    curl = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    events, event_id, name = [], None, None
    try:
        for line in curl.stdout:
            line = line.rstrip("\n")
            if line.startswith("id: "):
                event_id = line[4:]
            elif line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: ") and name in names:
                events.append((event_id, json.loads(line[6:])))
                if len(events) == count:
                    return events
            elif line.startswith("data: ") and name in ("gap", "reset"):
                raise AssertionError(f"{name}: {line}")
    finally:
        curl.kill()
        curl.communicate()
    raise AssertionError("the stream ended")


def test_positions_go_on_without_a_hole_or_a_repeat_over_three_breaks(start):
    server = start("demo", "--rate", "2000")
    url = server.url + "/api/v1/stream"
    positions, last_id = [], None
    for _ in range(4):
        events = read_events(url, 300, last_id)
        for event_id, call in events:
            assert event_id.endswith(f"-{call['position']}")
            positions.append(call["position"])
        last_id = events[-1][0]
    assert positions == list(range(positions[0], positions[0] + 1200))


def test_events_of_proxies_go_on_without_a_hole_or_a_repeat_over_three_breaks(start):
    server = start("demo", "--rate", "2000")
    url = server.url + "/api/v1/stream"
    numbers, positions, last_id, parts = [], [], None, 0
    # How many events of proxies there are among the calls depends on how fast the demo gets on.
    while parts < 4 or len(numbers) <= 3 and parts < 40:
        events = read_events(url, 300, last_id, names=("invocation", "lifecycle"))
        parts += 1
        for event_id, data in events:
            if "what" in data:
                assert event_id.endswith(f"-{data['position']}.{data['number']}")
                numbers.append(data["number"])
            else:
                positions.append(data["position"])
        last_id = events[-1][0]
    assert positions == list(range(positions[0], positions[0] + len(positions)))
    assert len(numbers) > 3 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    listed = json.load(urllib.request.urlopen(f"{server.url}/api/v1/events?limit=1000&order=asc", timeout=20))
    by_number = {event["number"]: event for event in listed["items"]}
    assert all(number in by_number or number < listed["oldest"] for number in numbers)


def test_a_list_and_the_stream_from_its_streamFrom_make_a_whole(start):
    server = start("demo", "--rate", "2000")
    page = {"items": []}
    deadline = time.monotonic() + 20
    while not page["items"] and time.monotonic() < deadline:
        with urllib.request.urlopen(server.url + "/api/v1/invocations?limit=1", timeout=20) as reply:
            page = json.load(reply)
    newest = page["items"][0]["position"]
    events = read_events(f"{server.url}/api/v1/stream?lastEventId={page['streamFrom']}", 50)
    assert events[0][1]["position"] == int(page["streamFrom"].split("-")[1]) + 1
    assert newest <= events[0][1]["position"]


@contextlib.contextmanager
def program_that_sends(answers, asked):
    """Answers each request with the next of some streams, then with empty ones; `asked` gets the ids they go on from."""
    answers = iter(answers)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.put(self.headers["Last-Event-ID"])
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.write(next(answers, "").encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


EVENT = "event: gap\ndata: {}\n"


@pytest.mark.parametrize("sent, resumed", [
    (f"id: 1\n{EVENT}\nid: 2\n{EVENT}\n", "2"), (f"id: 1\n{EVENT}\nid: 2\n{EVENT}", "1"),
    (f"id: 1\n{EVENT}\nid: 2\n", "1"), (f"id: 1\n{EVENT}", None), ("id: 1\n\n", "1"),
], ids=["whole", "without its empty line", "without its data", "first", "id alone"])
def test_tail_asks_again_for_an_event_that_was_broken_off(inspector, sent, resumed):
    asked = queue.Queue()
    # Also after the next connection, which brings nothing to go on from.
    with program_that_sends([sent, ": nothing\n"], asked) as url:
        tail = subprocess.Popen([inspector, "tail", url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            assert [asked.get(timeout=60) for _ in range(3)] == [None, resumed, resumed]
        finally:
            tail.kill()
            tail.wait()


def test_tail_says_once_that_calls_cannot_be_read(inspector):
    calls = Calls()
    calls.add(1_000, 5_000)
    data = ["{}", '{"id":', json.dumps(calls.calls[0])]
    sent = "".join(f"id: {number}\nevent: invocation\ndata: {each}\n\n" for number, each in enumerate(data))
    with program_that_sends([sent], queue.Queue()) as url:
        done = subprocess.run([inspector, "tail", url, "--count", "1"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1 and "meter" in done.stdout
    assert done.stderr.count("can't be read") == 1


def test_tail_takes_a_filter_that_begins_with_a_minus_sign(start, inspector):
    server = start("demo", "--rate", "2000")
    command = [inspector, "tail", server.url, "--filter", "-selector:nothing", "--no-lifecycle", "--count", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert len([line for line in done.stdout.splitlines() if not line.startswith("──")]) == 3


def test_tail_says_where_the_earlier_calls_of_a_recording_are_and_ends(start, inspector, tmp_path):
    lines, file = tmp_path / "calls.ndjson", tmp_path / "calls.sqlite"
    calls = Calls()
    for number in range(3):
        calls.add(number * 1_000, number * 1_000 + 500)
    calls.write(lines)
    imported = subprocess.run([inspector, "import", lines, file], capture_output=True, text=True, timeout=60)
    assert imported.returncode == 0, imported.stderr
    server = start("open", str(file))
    command = [inspector, "tail", server.url, "--from", "earliest"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stdout == ""
    assert "calls of an opened recording" in done.stderr and "inspector-server export" in done.stderr


def test_malformed_and_half_sent_requests_and_vanished_clients_leave_the_server_serving(start):
    server = start("demo", "--rate", "200")
    address = urllib.parse.urlsplit(server.url)

    def send(data, then=None):
        with socket.create_connection((address.hostname, address.port), timeout=10) as peer:
            peer.sendall(data)
            if then:
                then(peer)

    send(b"\x00\x01garbage\r\n\r\n")
    send(b"GET /api/v1/invocations HTTP/1.1\r\nHost: 127")
    send(b"GET /%%zz HTTP/1.1\r\nHost: %b:%d\r\n\r\n" % (address.hostname.encode(), address.port),
         lambda peer: peer.recv(4096))
    for _ in range(20):
        send(b"GET /api/v1/stream HTTP/1.1\r\nHost: %b:%d\r\n\r\n" % (address.hostname.encode(), address.port),
             lambda peer: peer.recv(1024))
    with urllib.request.urlopen(server.url + "/healthz", timeout=20) as reply:
        assert reply.status == 200
    code, _, _ = server.stop()
    assert code == 0


def test_a_port_in_use_is_named_with_the_way_out(start, inspector):
    server = start("demo")
    port = urllib.parse.urlsplit(server.url).port
    run = subprocess.run([inspector, "demo", "--port", str(port)], capture_output=True, text=True, timeout=30)
    assert run.returncode == 1
    assert str(port) in run.stderr and "--port" in run.stderr
