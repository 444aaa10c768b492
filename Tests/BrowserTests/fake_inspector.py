# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""An API controlled by the test: calls by number, and an event stream."""

import json
import re
from urllib.parse import parse_qs, unquote, urlsplit

ALL_FEATURES = [
    "invocations",
    "selectors",
    "status",
    "stream",
    "healthz",
    "running",
    "filter",
    "timeline",
    "proxies",
    "unanswered",
    "recorder",
    "marks",
    "callTree",
]

STREAM = """
class FakeEventSource extends EventTarget {
  static open = [];
  constructor(url) {
    super();
    this.url = url;
    FakeEventSource.open.push(this);
    window.streamAddresses = [...(window.streamAddresses ?? []), url];
    if (!window.isStreamDown) queueMicrotask(() => this.emit('hello', { epoch: window.fakeEpoch }));
  }
  emit(name, data, id = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: id }));
  }
  close() {
    FakeEventSource.open = FakeEventSource.open.filter((each) => each !== this);
  }
}
window.EventSource = FakeEventSource;
window.emit = (...event) => FakeEventSource.open.forEach((each) => each.emit(...event));
window.failStream = () => FakeEventSource.open.forEach((each) => each.onerror?.(new Event('error')));
"""


def call(seq, epoch="feed0001", **changes):
    """A call in the wire format; every third one is nested in its predecessor."""
    nested = seq % 3 == 2
    record = {
        "id": f"{epoch}-{seq}",
        "seq": seq,
        "position": seq,
        "parent": f"{epoch}-{seq - 1}" if nested else None,
        "depth": 1 if nested else 0,
        "proxy": 1,
        "owner": "XMLParser",
        "target": "FeedReader",
        "protocol": "XMLParserDelegate",
        "selector": "parser(_:foundCharacters:)",
        "arguments": [
            {"label": None, "name": "parser", "type": "XMLParser", "kind": "object", "id": "XMLParser@1f"},
            {"label": "foundCharacters", "name": "string", "type": "String", "kind": "string", "value": f"text {seq}"},
        ],
        "thread": {"id": 4711, "name": "main", "isMain": True},
        "startedAt": "2026-11-21T09:%02d:%02d.%06dZ" % (seq // 60_000 % 60, seq // 1000 % 60, seq % 1000 * 1000),
        "durationNanoseconds": 1840 + seq,
        "targetNanoseconds": 1702,
        "state": "returned",
        "returnPath": "target",
        "result": None,
        "error": None,
    }
    record.update(changes)
    return record


def rule(number, **changes):
    """A rule in the wire format, with what the server works out."""
    known = {
        "id": number,
        "enabled": True,
        "filter": "selector:found*",
        "words": "whose selector begins with found",
        "point": "before",
        "action": "hold",
        "deadlineMilliseconds": 10000,
        "seen": 120,
        "applied": 5,
        "failed": 0,
        "selectors": ["XMLParserDelegate.parser(_:foundCharacters:)"],
        "refused": [],
        "warnings": [],
    }
    return known | changes


def held(number, record, **changes):
    """A held call in the wire format."""
    known = {
        "id": number,
        "rule": 3,
        "point": "before",
        "since": "2026-11-21T09:00:00.000Z",
        "deadline": "2026-11-21T09:00:30.000Z",
        "remainingMilliseconds": 30000,
        "call": record | {"state": "running", "durationNanoseconds": None, "held": number, "rule": 3},
        "can": ["continue", "answer", "throw", "edit", "skip"],
        "arguments": [
            {"index": 0, "name": "parser", "type": "XMLParser", "editable": False, "reason": "no JSON form"},
            {"index": 1, "name": "string", "type": "String", "editable": True, "json": "text"},
            {"index": 2, "name": "bytes", "type": "Int", "editable": True, "json": 42},
        ],
        "answerType": "Bool",
        "errorCases": ["offline"],
    }
    return known | changes


def folded(selector, total, *children, calls=1, errors=0, protocol="LampDelegate", own=None):
    """A node of the call tree; what its children leave of its time is its own."""
    return {
        "protocol": protocol,
        "selector": selector,
        "calls": calls,
        "errors": errors,
        "totalNanoseconds": total,
        "selfNanoseconds": total - sum(child["totalNanoseconds"] for child in children) if own is None else own,
        "children": list(children),
    }


def call_tree(*nodes, direction="topDown", **changes):
    """An answer to `/call-tree`."""
    known = {
        "direction": direction,
        "isComplete": True,
        "calls": sum(node["calls"] for node in every(nodes)),
        "nanoseconds": sum(node["selfNanoseconds"] for node in every(nodes)),
        "isCut": False,
        "nodes": list(nodes),
    }
    return known | changes


def every(nodes):
    for node in nodes:
        yield node
        yield from every(node["children"])


class Rules:
    """`/rules` and `/held` of the fake: they keep what is sent, and refuse it when a test says so."""

    def __init__(self, fake):
        self.fake = fake
        self.items = []
        self.held = []
        self.allowed = True
        self.sent = []
        self.refusal = None
        """Answer to the next request that changes something: status and problem."""

    def reply(self, method, path, request):
        if method != "GET":
            self.sent.append((method, path, request.post_data_json if request.post_data else None))
            if self.refusal:
                (status, problem), self.refusal = self.refusal, None
                return status, {"status": status} | problem
            if not self.allowed:
                return 403, {"status": 403, "code": "rulesNotAllowed", "title": "Forbidden"}
        if path.split("/")[0] == "held":
            return self.reply_held(method, path)
        if method == "GET":
            return 200, {"allowed": self.allowed, "items": self.items, "count": len(self.items), "held": len(self.held)}
        number = int(path.split("/")[1]) if "/" in path else max([each["id"] for each in self.items], default=0) + 1
        known = [each for each in self.items if each["id"] == number]
        if method != "POST" and not known:
            return 404, {"status": 404, "code": "unknownRule", "title": "Not found"}
        self.items = [each for each in self.items if each["id"] != number]
        if method == "DELETE":
            return 204, ""
        made = {**rule(number, words=""), **request.post_data_json, "id": number}
        self.items.append(made)
        return (201 if method == "POST" else 200), made

    def reply_held(self, method, path):
        if method == "GET":
            return 200, {"items": self.held, "count": len(self.held), "limit": 16}
        if path == "held":
            count, self.held = len(self.held), []
            return 200, {"released": count}
        number = int(path.split("/")[1])
        if not any(each["id"] == number for each in self.held):
            return 404, {"status": 404, "code": "unknownHeld", "title": "Not found"}
        self.held = [each for each in self.held if each["id"] != number]
        return 200, {"id": number, "rule": 3, "by": "client", "action": self.sent[-1][2]["action"]}

    def hold(self, number, seq=50, **changes):
        """Holds a call: it is listed, and sent to the stream."""
        self.held.append(held(number, self.fake.record(seq), **changes))
        self.fake.emit("held", self.held[-1])
        return self.held[-1]

    def release(self, number, by, action="continue"):
        """Somebody else releases a held call."""
        self.held = [each for each in self.held if each["id"] != number]
        self.fake.emit("released", {"id": number, "rule": 3, "by": by, "action": action})


class FakeInspector:
    def __init__(self, address):
        self.address = address
        self.epoch = "feed0001"
        self.oldest, self.newest = 1, 50
        self.features = list(ALL_FEATURES)
        self.special = {}
        self.matching = None
        self.requests = []
        self.replies = {}
        self.recording = True
        self.rules = None

    def with_rules(self):
        """The server has rules, and lets clients change them."""
        self.features += ["rules", "held"]
        self.rules = Rules(self)
        return self.rules

    def install(self, page):
        self.page = page
        page.add_init_script(f"window.fakeEpoch = {json.dumps(self.epoch)};" + STREAM)
        page.route("**/api/v1/**", self.answer)
        return self

    def open(self, fragment=""):
        self.page.goto(self.address + (f"#{fragment}" if fragment else ""))

    def record(self, seq):
        return call(seq, self.epoch, **self.special.get(seq, {}))

    def emit(self, name, data, event_id=""):
        self.page.evaluate("([name, data, id]) => emit(name, data, id)", [name, data, event_id])

    def arrive(self, count):
        """Adds calls: they are stored, and sent to the stream."""
        first = self.newest + 1
        self.newest += count
        events = [[self.record(seq), f"{self.epoch}-{seq}"] for seq in range(first, self.newest + 1)]
        self.page.evaluate("(events) => events.forEach(([data, id]) => emit('invocation', data, id))", events)

    def restart(self, epoch, newest):
        """Restarts the program, and notifies the stream."""
        self.epoch, self.oldest, self.newest = epoch, 1, newest
        self.page.evaluate("(epoch) => { window.fakeEpoch = epoch; }", epoch)
        self.emit("reset", {"reason": "restarted"})

    # Responses.

    def answer(self, route):
        parts = urlsplit(route.request.url)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = unquote(parts.path).removeprefix("/api/v1/")
        self.requests.append((route.request.method, path, query))
        status, body = self.reply(route.request.method, path, query, route.request)
        kind = "application/json" if status < 400 else "application/problem+json"
        route.fulfill(status=status, content_type=kind, body=body if isinstance(body, str) else json.dumps(body))

    def reply(self, method, path, query, request):
        if path in self.replies:
            reply = self.replies[path]
            return reply(query) if callable(reply) else (200, reply)
        if self.rules and path.split("/")[0] in ("rules", "held"):
            return self.rules.reply(method, path, request)
        if method == "PATCH" and path == "recorder":
            self.recording = request.post_data_json["recording"]
            return 200, {"recording": self.recording}
        if path == "status":
            return 200, self.status()
        if path == "invocations":
            return 200, self.listing(query)
        if path == "call-tree":
            return 200, call_tree(direction=query["direction"])
        found = re.fullmatch(r"invocations/(\w+)-(\d+)", path)
        if found and method == "PATCH":
            self.special.setdefault(int(found[2]), {}).update(request.post_data_json)
            return 200, self.record(int(found[2]))
        if found:
            return self.one(found[1], int(found[2]))
        return 200, {"items": []}

    def status(self):
        stored = max(0, self.newest - self.oldest + 1)
        counters = {
            "calls": self.newest,
            "recorded": self.newest,
            "stored": stored,
            "evicted": self.oldest - 1,
            "cleared": 0,
            "dropped": 0,
            "suppressed": 0,
            "unaccounted": 0,
            "bytes": stored * 100,
        }
        rules = self.rules and {
            "allowed": self.rules.allowed,
            "count": len(self.rules.items),
            "held": len(self.rules.held),
        }
        return {
            **({"rules": rules} if rules else {}),
            "version": "1.2.3",
            "epoch": self.epoch,
            "uptimeSeconds": 61,
            "recording": self.recording,
            "counters": counters,
            "limits": {},
            "clients": 1,
            "features": self.features,
        }

    def listing(self, query):
        limit, order = int(query.get("limit", 100)), query.get("order", "desc")
        after, before = int(query.get("after", self.oldest - 1)), int(query.get("before", self.newest + 1))
        low, high = max(self.oldest, after + 1), min(self.newest, before - 1)
        everything = range(low, high + 1)
        if query.get("filter") and self.matching:
            everything = [seq for seq in everything if self.matching(self.record(seq))]
            matched = sum(1 for seq in range(self.oldest, self.newest + 1) if self.matching(self.record(seq)))
        else:
            matched = max(0, self.newest - self.oldest + 1)
        if query.get("sort") == "duration":
            everything = sorted(everything, key=lambda seq: (self.record(seq)["durationNanoseconds"] or 0, seq))
        chosen = everything[:limit] if order == "asc" else everything[::-1][:limit]
        has_any = self.newest >= self.oldest
        return {
            "items": [self.record(seq) for seq in chosen],
            "next": None,
            "stored": max(0, self.newest - self.oldest + 1),
            "matched": matched,
            "evicted": self.oldest - 1,
            "oldest": self.oldest if has_any else None,
            "newest": self.newest if has_any else None,
            "epoch": self.epoch,
            "streamFrom": f"{self.epoch}-{self.newest}",
        }

    def one(self, epoch, seq):
        if epoch != self.epoch:
            return 410, {"title": "Gone", "status": 410, "code": "otherEpoch"}
        if seq < self.oldest:
            return 410, {"title": "Gone", "status": 410, "code": "evicted"}
        if seq > self.newest:
            return 404, {"title": "Not found", "status": 404, "code": "unknownInvocation"}
        name = lambda number: f"{epoch}-{number}" if self.oldest <= number <= self.newest else None
        children = [name(seq + 1)] if seq % 3 == 1 and name(seq + 1) else []
        return 200, {**self.record(seq), "children": children, "previous": name(seq - 1), "next": name(seq + 1)}
