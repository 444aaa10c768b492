# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Real clients follow the stream across a restart of the program and at each edge of resuming."""
import http.server
import itertools
import json
import subprocess
import threading
import time
import urllib.request

import pytest
import requests
import sseclient
from playwright.sync_api import sync_playwright


def status(url):
    with urllib.request.urlopen(url + "/api/v1/status", timeout=20) as reply:
        return json.load(reply)


def restart(start, server):
    """Stops the program and starts another one at the same address."""
    port = server.url.rsplit(":", 1)[1]
    server.stop()
    return start("demo", "--rate", "500", port=port)


@pytest.fixture
def begin(start):
    return lambda *arguments: start("demo", "--rate", "500", *arguments)


def events(url, headers=None):
    response = requests.get(url, stream=True, headers={"Accept": "text/event-stream", **(headers or {})}, timeout=30)
    response.raise_for_status()
    return response, sseclient.SSEClient(response).events()


def take(stream, count, name="invocation"):
    found = []
    for event in stream:
        if event.event == name:
            found.append(event)
        if len(found) == count:
            return found
    raise AssertionError("the stream ended")


def test_requests_with_sseclient_resumes_and_is_reset_by_a_restart(start, begin):
    server = begin()
    response, stream = events(server.url + "/api/v1/stream")
    last = take(stream, 50)[-1].id
    response.close()
    response, stream = events(server.url + "/api/v1/stream", {"Last-Event-ID": last})
    positions = [json.loads(event.data)["position"] for event in take(stream, 100)]
    first = int(last.split("-")[1]) + 1
    assert positions == list(range(first, first + 100))
    response.close()
    old_epoch = last.split("-")[0]
    again = restart(start, server)
    response, stream = events(again.url + "/api/v1/stream", {"Last-Event-ID": last})
    reset = json.loads(take(stream, 1, "reset")[0].data)
    assert reset["reason"] == "restarted" and reset["oldEpoch"] == old_epoch
    assert json.loads(take(stream, 1)[0].data)["position"] == 1
    response.close()


def test_curl_is_told_of_a_restart_in_its_headers_and_in_the_stream(start, begin):
    server = begin()
    again = restart(start, server)
    curl = subprocess.Popen(
        ["curl", "-sNi", "-H", "Last-Event-ID: 0badf00d-17", again.url + "/api/v1/stream"],
        stdout=subprocess.PIPE, text=True)
    lines = [line for _, line in zip(range(40), curl.stdout)]
    curl.kill()
    curl.communicate()
    assert any(line.startswith("Inspector-Resume-From:") for line in lines)
    assert "event: reset\n" in lines


def test_the_browsers_own_eventsource_comes_back_and_is_reset(start, begin):
    server = begin()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(server.url + "/api/v1/filter/help")
        page.evaluate("""() => {
            window.seen = { invocations: 0, resets: [], gaps: 0, hellos: 0, lastId: '' };
            const source = new EventSource('/api/v1/stream');
            source.addEventListener('hello', () => { seen.hellos += 1; });
            source.addEventListener('invocation', (event) => { seen.invocations += 1; seen.lastId = event.lastEventId; });
            source.addEventListener('gap', () => { seen.gaps += 1; });
            source.addEventListener('reset', (event) => { seen.resets.push(JSON.parse(event.data).reason); });
        }""")
        page.wait_for_function("() => seen.invocations > 20")
        restart(start, server)
        page.wait_for_function("() => seen.resets.length > 0", timeout=60_000)
        before = page.evaluate("() => seen.invocations")
        page.wait_for_function(f"() => seen.invocations > {before} + 20")
        seen = page.evaluate("() => seen")
        browser.close()
    assert seen["resets"] == ["restarted"] and seen["hellos"] == 2 and seen["gaps"] == 0


def test_the_page_uses_the_token_and_no_other_port_gets_it(start, tmp_path):
    server = start("demo", "--rate", "200", "--token-file", str(tmp_path / "token"))
    token = (tmp_path / "token").read_text().strip()
    seen = []

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append(str(self.headers) + self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as other, sync_playwright() as playwright:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        context = browser.new_context()
        page = context.new_page()
        with page.expect_response(lambda reply: "/api/v1/stream" in reply.url) as stream:
            page.goto(server.url)
        assert stream.value.status == 200
        page.locator("#traffic .grid__row:visible").nth(3).wait_for(timeout=30_000)
        assert "token" not in page.url and context.cookies() == []
        # A second tab asks the first one.
        second = context.new_page()
        second.goto(server.url.partition("#")[0])
        second.locator("#traffic .grid__row:visible").nth(3).wait_for(timeout=30_000)
        # Another port of the same host, led to from the page.
        page.goto(f"http://127.0.0.1:{other.server_address[1]}/")
        browser.close()
        other.shutdown()
    assert seen and not any(token in text for text in seen)
    assert not any("Cookie" in text for text in seen)


def test_each_edge_of_a_resume(start):
    server = start("demo", "--rate", "400")
    wait_until(lambda: status(server.url)["counters"]["stored"] > 50)
    patch(server.url, {"recording": False})
    wait_until(lambda: status(server.url)["running"] == 0)
    epoch, newest = status(server.url)["epoch"], status(server.url)["position"]

    def begins(resume, count):
        """Names and ids of the first calls after `hello`; proxies come and go beside them."""
        response, stream = events(server.url + "/api/v1/stream", {"Last-Event-ID": resume})
        blocks = (block for block in stream if block.event not in ("hello", "lifecycle"))
        found = [(block.event, block.id) for block in itertools.islice(blocks, count)]
        response.close()
        return found, response.headers

    found, headers = begins(f"{epoch}-0", 2)
    assert found == [("invocation", f"{epoch}-1"), ("invocation", f"{epoch}-2")]
    assert headers["Inspector-Missed"] == "0"
    found, _ = begins(f"{epoch}-{newest - 1}", 1)
    assert found == [("invocation", f"{epoch}-{newest}")]
    patch(server.url, {"recording": True})
    found, headers = begins(f"{epoch}-{newest}", 1)
    assert found == [("invocation", f"{epoch}-{newest + 1}")]
    assert headers["Inspector-Resume-From"] == f"{epoch}-{newest}"
    for resume, reason in [(f"{epoch}-99999999", "future"), ("0badf00d-1", "restarted"), ("what?", "malformed")]:
        response, stream = events(server.url + "/api/v1/stream", {"Last-Event-ID": resume})
        assert json.loads(take(stream, 1, "reset")[0].data)["reason"] == reason
        response.close()
    assert requests.get(server.url + "/api/v1/stream?lastEventId=what?", timeout=20).status_code == 400


def patch(url, body):
    assert requests.patch(url + "/api/v1/recorder", json=body, timeout=20).status_code == 200


def wait_until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
