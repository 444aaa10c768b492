# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A server over several processes of which a test decides each answer."""
import http.server
import json
import re
import threading
import time
import urllib.parse

START = "2026-11-25T12:40:00.000000Z"


def call(epoch="fa4e0001", seq=1, start=START, **changes):
    """A call as lines and answers have it."""
    return {
        "id": f"{epoch}-{seq}", "seq": seq, "position": seq, "parent": None, "depth": 0, "proxy": 1, "owner": "Owner",
        "target": "Target", "protocol": "LampDelegate", "selector": "on()", "arguments": [],
        "thread": {"id": 1, "name": "main", "isMain": True}, "startedAt": start, "durationNanoseconds": 1_000,
        "targetNanoseconds": 1_000, "state": "returned", "returnPath": "target", "result": None, "error": None,
    } | changes


class FakeServer:
    """Serves ten calls. `answers` has what is said instead, by path: a function of the query, or a value."""

    def __init__(self, answers=(), pieces=None):
        self.epoch = "0fa4e000"
        self.answers = dict(answers)
        self.asked = []
        self.calls = [call(seq=number) for number in range(1, 11)]
        # Calls that were deleted, whose ids are known.
        self.gone = []
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                target = urllib.parse.urlsplit(self.path)
                path = target.path.removeprefix("/api/v1")
                query = dict(urllib.parse.parse_qsl(target.query))
                fake.asked.append(self.path)
                if path == "/stream":
                    return self.stream(pieces or fake.silence)
                answer = fake.answers.get(path, fake.honest(path, query))
                self.reply(answer(query) if callable(answer) else answer)

            def reply(self, answer):
                body = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def stream(self, pieces):
                self.send_response(200)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                try:
                    for piece in pieces():
                        self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                    self.wfile.write(b"0\r\n\r\n")
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

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

    @staticmethod
    def event(name, data, identity=None):
        head = f"id: {identity}\n" if identity else ""
        return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n".encode()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
