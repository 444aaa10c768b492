# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The demo makes calls of every kind, so that each part of the page has contents."""
import json
import time
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
