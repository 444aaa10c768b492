# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Hostile input gets the documented error or a closed connection, and the next client is served."""
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import resource
import socket
import threading
import time
import urllib.parse

import pytest


class Peer:
    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.address = (parts.hostname, parts.port)
        self.host = f"{parts.hostname}:{parts.port}"

    def send(self, data, timeout=20):
        """Sends bytes as they are, and returns everything received until the end or a timeout."""
        with socket.create_connection(self.address, timeout=timeout) as peer:
            try:
                peer.sendall(data)
                peer.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # Closed in our face, which is an answer too.
            answer = b""
            try:
                while chunk := peer.recv(65536):
                    answer += chunk
            except OSError:
                pass
            return answer

    def begin_request(self):
        """A connection that has sent a part of a request."""
        peer = socket.create_connection(self.address, timeout=20)
        peer.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        return peer

    def get(self, target, headers=(), method="GET", body=b""):
        lines = [f"{method} {target} HTTP/1.1", *headers, "Connection: close"]
        if not any(line.lower().startswith("host:") for line in headers):
            lines.insert(1, f"Host: {self.host}")
        answer = self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split(b" ")[1]), head.decode("latin-1"), rest

    def is_serving(self):
        connection = http.client.HTTPConnection(*self.address, timeout=60)
        connection.request("GET", "/healthz")
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer == {"status": "up"}


@pytest.fixture
def peer(start):
    return Peer(start("demo").url)


@pytest.fixture(autouse=True)
def serves_the_next_client(peer):
    yield
    assert peer.is_serving()


@pytest.mark.parametrize("host", [
    "evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:8080", "", "a" * 300, "localhost:8080@evil"])
def test_other_hosts_are_misdirected(peer, host):
    for target in ["/", "/api/v1/invocations", "/api/v1/stream", "/openapi.json"]:
        status, _, body = peer.get(target, [f"Host: {host}"])
        assert status in (400, 421)
        assert b"invocation" not in body


def test_other_origins_and_sites_may_not_ask(peer):
    for header in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"]:
        for method, target in [("GET", "/api/v1/invocations"), ("GET", "/api/v1/stream"), ("DELETE", "/api/v1/invocations"),
                               ("PATCH", "/api/v1/recorder")]:
            status, head, _ = peer.get(target, [header], method)
            assert status == 403, (header, method, target)
            assert "access-control-allow-origin" not in head.lower()


@pytest.mark.parametrize("target", [
    "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/./app.js/../../x",
    "/app.js%00.html", "/%c0%ae%c0%ae/etc/passwd", "\\..\\..\\etc\\passwd", "/" + "../" * 500, "/.git/config",
    "http://evil.example/", "*"])
def test_no_path_leads_out_of_the_table(peer, target):
    answer = peer.send(f"GET {target} HTTP/1.1\r\nHost: {peer.host}\r\nConnection: close\r\n\r\n".encode())
    assert b"root:" not in answer
    assert answer == b"" or answer.split(b" ")[1] in (b"400", b"404", b"405", b"421"), answer[:100]


@pytest.mark.parametrize("target, headers, body, expected", [
    ("/" + "a" * 9_000, [], b"", {414}),
    ("/?" + "a=b&" * 3_000, [], b"", {414}),
    ("/" + "a" * 100_000, [], b"", {414, 0}),
    ("/", ["X-Large: " + "a" * 14_000], b"", {431}),
    ("/", [f"X-{number}: {number}" for number in range(2_000)], b"", {431, 0}),
    ("/", ["X-Large: " + "a" * 200_000], b"", {431, 0}),
])
def test_what_is_too_large_is_said(peer, target, headers, body, expected):
    lines = [f"GET {target} HTTP/1.1", f"Host: {peer.host}", *headers, "", ""]
    answer = peer.send("\r\n".join(lines).encode() + body)
    status = int(answer.split(b" ")[1]) if answer else 0
    assert status in expected, answer[:200]


def test_bodies_that_are_too_large_are_refused_however_they_are_framed(peer):
    path, kind = "/api/v1/recorder", "Content-Type: application/json"
    large = b'{"recording":' + b" " * 100_000 + b"true}"
    assert peer.get(path, [kind, f"Content-Length: {len(large)}"], "PATCH", large)[0] == 413
    chunks = b"".join(b"1000\r\n" + b" " * 4096 + b"\r\n" for _ in range(40)) + b"0\r\n\r\n"
    assert peer.get(path, [kind, "Transfer-Encoding: chunked"], "PATCH", chunks)[0] == 413
    # Announced but never sent: rejected, or closed after a timeout.
    answer = peer.send(f"PATCH {path} HTTP/1.1\r\nHost: {peer.host}\r\n{kind}\r\nContent-Length: 99999999999\r\n\r\n".encode())
    assert answer == b"" or answer.split(b" ")[1] in (b"400", b"413")


@pytest.mark.parametrize("garbage", [
    b"\x00" * 4096, b"\xff\xfe\xfd" * 1000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 2000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", b"GET / HTTP/1.1\nHost: x\n\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
])
def test_garbage_ends_the_connection_only(peer, garbage):
    # The input could still become a request, so the server waits longer than this client.
    answer = peer.send(garbage, timeout=2)
    assert answer == b"" or answer.split(b" ")[1].startswith(b"4") or b"505" in answer[:20], answer[:100]


@pytest.mark.parametrize("head, code", [
    ("GET /healthz\0/else HTTP/1.1\r\nHost: {host}", b"malformedRequest"),
    ("GET /healthz HTTP/1.1\r\nHost: {host}\0.evil.example", b"malformedRequest"),
    ("GET /healthz HTTP/1.1\r\nHost: {host}\r\nX-Folded: a\r\n b", b"malformedRequest"),
    ("PATCH /api/v1/recorder HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding : chunked\r\nContent-Length: 0", b"malformedRequest"),
    ("GET /healthz HTTP/1.1", b"hostRequired"),
    ("GET /healthz HTTP/1.1\r\nHost: {host}\r\nHost: {host}", b"hostRequired"),
])
def test_heads_that_can_be_read_in_two_ways_are_refused_once(peer, head, code):
    answer = peer.send(head.format(host=peer.host).encode() + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1") == 1, answer
    assert b'"code":"' + code in answer


def test_a_query_of_thousands_of_empty_pieces_is_answered(peer):
    assert peer.get("/healthz?" + "&" * 3_000)[0] == 200


def test_a_target_in_absolute_form_names_its_host(peer):
    assert peer.get(f"http://{peer.host}/healthz", ["Host: evil.example"])[0] == 200
    assert peer.get("http://evil.example/healthz")[0] == 421


@pytest.mark.parametrize("framing, body", [
    ("Transfer-Encoding: chunked", b"zz\r\n{}\r\n0\r\n\r\n"),
    ("Transfer-Encoding: chunked", b"ffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
    ("Transfer-Encoding: chunked", b"2\r\n{}GARBAGE"),
    ("Transfer-Encoding: gzip, chunked", b"2\r\n{}\r\n0\r\n\r\n"),
    ("Transfer-Encoding: chunked\r\nContent-Length: 2", b"2\r\n{}\r\n0\r\n\r\n"),
    ("Content-Length: 2\r\nContent-Length: 3", b"{} "),
    ("Content-Length: -1", b"{}"),
    ("Content-Length: 2, 2", b"{}"),
    ("Content-Length: 0x2", b"{}"),
])
def test_bodies_that_can_be_read_in_two_ways_change_nothing(peer, framing, body):
    request = f"PATCH /api/v1/recorder HTTP/1.1\r\nHost: {peer.host}\r\nContent-Type: application/json\r\n{framing}\r\n\r\n"
    smuggled = f"GET /healthz HTTP/1.1\r\nHost: {peer.host}\r\n\r\n".encode()
    answer = peer.send(request.encode() + body + smuggled, timeout=3)
    assert answer == b"" or answer.split(b" ")[1] in (b"400", b"413", b"501"), answer[:200]
    # The following bytes were not parsed as another request.
    assert b'"up"' not in answer


def test_pipelined_requests_are_answered_in_order_up_to_the_garbage(peer):
    good = f"GET /healthz HTTP/1.1\r\nHost: {peer.host}\r\n\r\n".encode()
    other = f"GET /nothing HTTP/1.1\r\nHost: {peer.host}\r\n\r\n".encode()
    answer = peer.send(good * 20 + other + b"\x01\x02garbage\r\n\r\n" + good)
    statuses = [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]
    assert statuses[:21] == [b"200"] * 20 + [b"404"]
    assert b"200" not in statuses[21:]


def test_a_thousand_connections_at_once_are_all_served(peer):
    sockets = []
    try:
        for _ in range(1000):
            sockets.append(socket.create_connection(peer.address, timeout=60))
        request = f"GET /healthz HTTP/1.1\r\nHost: {peer.host}\r\nConnection: close\r\n\r\n".encode()
        for each in sockets:
            each.sendall(request)

        def answer(each):
            text = b""
            while chunk := each.recv(4096):
                text += chunk
            return text

        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            answers = list(pool.map(answer, sockets))
        assert sum(b'{"status":"up"}' in text for text in answers) == 1000
    finally:
        for each in sockets:
            each.close()


def is_up_within_a_second(peer):
    """One of three attempts suffices, since a machine may be busy. A lockout lasts longer than all of them: the five
    seconds in which a request must be complete."""
    request = f"GET /healthz HTTP/1.1\r\nHost: {peer.host}\r\nConnection: close\r\n\r\n".encode()
    for _ in range(3):
        begun = time.monotonic()
        with contextlib.suppress(OSError):
            if peer.send(request, timeout=1).startswith(b"HTTP/1.1 200 ") and time.monotonic() - begun < 1:
                return True
    return False


def test_peers_that_vanish_lock_nobody_out(peer):
    for _ in range(70):
        with socket.create_connection(peer.address, timeout=20) as each:
            each.sendall(b"GET / HT")
    assert is_up_within_a_second(peer)


def test_peers_that_drip_lock_nobody_out_and_are_closed(peer):
    slow = [peer.begin_request() for _ in range(200)]
    closed = 0
    end = time.monotonic() + 8
    while time.monotonic() < end:
        for index, each in enumerate(slow):
            try:
                each.sendall(b"a")
            except OSError:
                each.close()
                closed += 1
                slow[index] = peer.begin_request()
        assert is_up_within_a_second(peer)
        time.sleep(0.2)
    assert closed > 100
    for each in slow:
        each.close()


def test_peers_that_drip_without_a_pause_make_room_too(peer):
    """Their bytes come faster than the server looks for connections whose peers are late."""
    slow = [peer.begin_request() for _ in range(200)]
    is_over = threading.Event()

    def drip():
        while not is_over.wait(0.02):
            for index, each in enumerate(slow):
                try:
                    each.sendall(b"a")
                except OSError:
                    each.close()
                    slow[index] = peer.begin_request()

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        for _ in range(5):
            assert is_up_within_a_second(peer)
    finally:
        is_over.set()
        dripping.join()
        for each in slow:
            each.close()


@pytest.mark.parametrize("count, text", [(1_000, "{whole}" * 100), (3_000, "GET /healthz HTTP/1.1\r\nHo")])
def test_crowds_that_never_read_lock_nobody_out(peer, count, text):
    whole = f"GET /api/v1/invocations?limit=100 HTTP/1.1\r\nHost: {peer.host}\r\n\r\n"
    former = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(former[0], count + 500), former[1]))
    crowd = []
    try:
        for _ in range(count):
            each = socket.socket()
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.connect(peer.address)
            each.setblocking(False)
            with contextlib.suppress(OSError):
                each.send(text.format(whole=whole).encode())
            crowd.append(each)
        assert is_up_within_a_second(peer)
    finally:
        for each in crowd:
            each.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, former)


def test_a_request_that_is_not_complete_after_five_seconds_is_closed(peer):
    begun = time.monotonic()
    with socket.create_connection(peer.address, timeout=20) as slow:
        slow.sendall(f"GET /healthz HTTP/1.1\r\nHost: {peer.host}\r\n".encode())
        # At the latest after the connection's timeout.
        assert slow.recv(1) == b""
        assert time.monotonic() - begun > 4


def test_a_program_without_descriptors_refuses_and_rests(start):
    # With room for connections at all numbers that are left free below those of the server.
    server = start("demo", "--rate", "1", "--max-streams", "800")
    peer, process = Peer(server.url), server.process.pid
    assert is_up_within_a_second(peer)

    def processor_seconds():
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    former = resource.prlimit(process, resource.RLIMIT_NOFILE)
    used = {int(name) for name in os.listdir(f"/proc/{process}/fd")}
    resource.prlimit(process, resource.RLIMIT_NOFILE, (max(used) + 1, former[1]))
    held = []
    while len(held) < 800:  # Fills the gaps between the numbers in use, until connections are refused.
        held.append(socket.create_connection(peer.address, timeout=20))
        held[-1].sendall(f"GET /healthz HTTP/1.1\r\nHost: {peer.host}\r\n\r\n".encode())
        if held[-1].recv(4096).startswith(b"HTTP/1.1 503 "):
            break
    else:
        pytest.fail("no connection was refused")
    before = processor_seconds()
    time.sleep(3)
    assert processor_seconds() - before < 0.9
    for each in held:
        each.close()
    resource.prlimit(process, resource.RLIMIT_NOFILE, former)
    time.sleep(0.2)
    assert is_up_within_a_second(peer)


def test_half_sent_requests_that_leave_make_room_again(peer):
    half = [socket.create_connection(peer.address, timeout=20) for _ in range(64)]
    for each in half:
        each.sendall(b"GET /healthz HTTP/1.1\r\nHo")
    for each in half:
        each.close()
    assert peer.is_serving()
