# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The demo makes calls of every kind, so that each part of the page has contents."""
import json
import time
import urllib.parse
import urllib.request


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
