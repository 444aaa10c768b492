# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The demo makes calls of every kind, so that each part of the page has contents."""
import json
import subprocess
import time
import urllib.parse
import urllib.request

import pytest


def calls(url):
    """The newest thousand calls."""
    with urllib.request.urlopen(url + "/api/v1/invocations?limit=1000", timeout=20) as reply:
        return json.load(reply)["items"]


def test_the_demo_makes_calls_of_every_kind(start):
    server = start("demo", "--rate", "2000")
    missing = {
        "path target", "path handler", "path default", "path none", "state threw", "a call in a call in a call",
        "XMLParserDelegate", "URLSessionDataDelegate", "ScrollViewDelegate", "TableViewDelegate", "TableViewDataSource",
        "SearchBarDelegate", "NavigationControllerDelegate", "TabBarControllerDelegate", "ContactPickerDelegate",
        "MapViewDelegate", "LocationManagerDelegate",
    }
    deadline = time.monotonic() + 60
    while missing and time.monotonic() < deadline:
        for call in calls(server.url):
            missing -= {f"path {call['returnPath']}", f"state {call['state']}", call["protocol"]}
            if call["depth"] >= 2:
                missing.discard("a call in a call in a call")
    assert not missing
    code, _, _ = server.stop()
    assert code == 0


def test_the_demo_asks_itself_with_its_token_and_without_a_proxy(start, tmp_path, monkeypatch):
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    # Nothing listens there.
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    server = start("demo", "--rate", "200", "--token-file", str(tmp_path / "token"))
    address, token = server.url.split("/#token=")
    query = "filter=" + urllib.parse.quote("selector:didCompleteWithError") + "&limit=1"
    request = urllib.request.Request(f"{address}/api/v1/invocations?{query}", headers={"Authorization": f"Bearer {token}"})
    asking = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + 60
    while True:
        with asking.open(request, timeout=20) as reply:
            ended = json.load(reply)["items"]
        if ended:
            break
        assert time.monotonic() < deadline, "no transfer has ended"
    text = json.dumps(ended)
    assert "NSURLErrorDomain" not in text and "/#token" not in text, text


@pytest.mark.parametrize("rate", ["0", "9e-7", "1e-19", "1.1e9", "5e18", "1e300", "inf", "nan", "-1"])
def test_a_rate_out_of_range_is_refused(inspector, rate):
    done = subprocess.run([inspector, "demo", "--port", "0", f"--rate={rate}"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 64, done.stderr
    assert "must be from 0.000001 to 1000000000 calls per second." in done.stderr


@pytest.mark.parametrize("rate", ["1e-6", "1e9"])
def test_the_least_and_the_largest_rate_make_calls(start, rate):
    server = start("demo", "--rate", rate)
    deadline = time.monotonic() + 60
    while not calls(server.url):
        assert time.monotonic() < deadline, "no call was made"
    assert server.stop()[0] == 0
