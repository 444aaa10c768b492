# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A web server in spans of its own: the calls of one request are found by its trace."""
import json
import pathlib
import subprocess
import time
import urllib.parse
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "TracedServer"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture(scope="module")
def server():
    subprocess.run(["swift", "build", "--package-path", EXAMPLE], check=True)
    process = subprocess.Popen([EXAMPLE / ".build/debug/TracedServer"], stdout=subprocess.PIPE, text=True)
    yield [process.stdout.readline().strip().rstrip("/") for _ in range(2)]
    process.terminate()
    process.wait(timeout=20)


def get(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
        return answer.read().decode()


def calls(inspector, filter, count):
    query = urllib.parse.urlencode({"filter": filter, "order": "asc"})
    deadline = time.monotonic() + 10
    while True:
        items = json.loads(get(f"{inspector}/api/v1/invocations?{query}"))["items"]
        if len(items) >= count or time.monotonic() > deadline:
            return items
        time.sleep(0.05)


@pytest.mark.long
def test_the_calls_of_a_request_are_found_by_its_trace(server):
    inspector, address = server
    assert get(f"{address}/cook/bread") == "bread: 5 minutes\n"
    assert get(f"{address}/cook/soup", traceparent=f"00-{TRACE}-00f067aa0ba902b7-01") == "soup: 4 minutes\n"
    found = calls(inspector, f"trace:{TRACE}", 3)
    names = ["kitchen(_:minutesFor:)", "kitchen(_:fetch:)", "kitchen(_:didCook:)"]
    assert [call["selector"] for call in found] == names
    assert len({call["trace"]["spanId"] for call in found}) == 1
    others = calls(inspector, f"has:trace -trace:{TRACE}", 3)
    assert [call["selector"] for call in others] == names
    assert json.loads(get(f"{inspector}/api/v1/status"))["traceLink"].endswith("{traceId}")
