# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A server over several processes of which a test decides each answer."""
import re
import time
import urllib.parse

from fake_http import FakeHTTP

START = "2026-11-25T12:40:00.000000Z"


def call(epoch="fa4e0001", seq=1, start=START, **changes):
    """A call as lines and answers have it."""
    return {
        "id": f"{epoch}-{seq}", "seq": seq, "position": seq, "parent": None, "depth": 0, "proxy": 1, "owner": "Owner",
        "target": "Target", "protocol": "LampDelegate", "selector": "on()", "arguments": [],
        "thread": {"id": 1, "name": "main", "isMain": True}, "startedAt": start, "durationNanoseconds": 1_000,
        "targetNanoseconds": 1_000, "state": "returned", "returnPath": "target", "result": None, "error": None,
    } | changes


class FakeServer(FakeHTTP):
    """Serves ten calls. `answers` has what is said instead, by path: a function of the query, or a value."""

    def __init__(self, answers=(), pieces=None):
        self.epoch = "0fa4e000"
        self.answers = dict(answers)
        self.pieces = pieces or self.silence
        self.calls = [call(seq=number) for number in range(1, 11)]
        # Calls that were deleted, whose ids are known.
        self.gone = []
        super().__init__()

    def answer(self, request):
        target = urllib.parse.urlsplit(request.path)
        path = target.path.removeprefix("/api/v1")
        query = dict(urllib.parse.parse_qsl(target.query))
        if path == "/stream":
            return self.stream(request, self.pieces())
        answer = self.answers.get(path, self.honest(path, query))
        self.reply(request, answer(query) if callable(answer) else answer)

    def honest(self, path, query):
        if path == "/status":
            counters = {"calls": 10, "stored": 10, "evicted": 0, "dropped": 0}
            return {"epoch": self.epoch, "position": 10, "fleet": True, "replay": None, "counters": counters}
        if path == "/programs":
            return {"items": [], "broker": {"connected": True, "sequence": 1, "behind": 0, "failure": None}}
        if path == "/invocations":
            return self.list(query)
        return {"items": [], "isComplete": True, "filterPartial": False}

    def list(self, query):
        """A page, by the bounds and by what of the filter `serve --ask` adds."""
        calls = self.calls if query.get("order") == "asc" else self.calls[::-1]
        terms = query.get("filter", "")
        if process := re.search(r"process:(\w+)", terms):
            calls = [each for each in calls if each["id"].startswith(process[1] + "-")]
        for sign, instant in re.findall(r"(-?)since:(\S+)", terms):
            calls = [each for each in calls if (each["startedAt"] < instant) == bool(sign)]
        place = lambda identity: next(
            (each["startedAt"], each["seq"]) for each in self.calls + self.gone if each["id"] == identity)
        key = lambda each: (each["startedAt"], each["seq"])
        if after := query.get("after"):
            calls = [each for each in calls if key(each) > place(after)]
        if (before := query.get("before")) and any(each["id"] == before for each in self.calls + self.gone):
            calls = [each for each in calls if key(each) < place(before)]
        limit = int(query.get("limit", 100))
        next_page = calls[limit - 1]["id"] if len(calls) > limit else None
        return self.page(calls[:limit], next=next_page, matched=len(calls), matchedAtLeast=len(calls))

    @staticmethod
    def page(calls, **changes):
        return {"items": calls, "next": None, "continue": None, "isComplete": True, "matched": len(calls),
                "matchedAtLeast": len(calls), "filterPartial": False} | changes

    def silence(self):
        yield self.event("hello", {"epoch": self.epoch})
        time.sleep(120)
