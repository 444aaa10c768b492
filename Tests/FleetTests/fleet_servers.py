# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Servers over several processes, and their streams."""
import http.client
import json
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from conftest import free_port, wait_until


def events(reply):
    """The events of a stream, by the names of their fields."""
    event = {}
    for line in reply:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            event[name] = value
            continue
        yield event
        event = {}


class Server:
    """`serve`, with a broker and a recording, or with other servers to ask."""

    def __init__(self, machine, broker, *arguments, store="fleet.sqlite"):
        self.machine = machine
        self.port = free_port()
        source = ["--nats", broker.url, "--store", str(machine.folder / store)] if broker else []
        self.command = [machine.fleet, "serve", *source, "--port", str(self.port), *arguments]
        self.start()

    def start(self):
        with open(self.machine.folder / "serve.log", "a") as log:
            self.process = subprocess.Popen(
                self.command, env=self.machine.environment, stdout=subprocess.PIPE, stderr=log, text=True)
        self.machine.started.append(self.process)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url.startswith("http://"), (self.machine.folder / "serve.log").read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def log(self):
        return (self.machine.folder / "serve.log").read_text()

    def get(self, path, **query):
        address = f"{self.url}{path}?{urllib.parse.urlencode(query)}" if query else self.url + path
        with urllib.request.urlopen(address, timeout=20) as reply:
            return json.load(reply)

    def status_of(self, path):
        try:
            with urllib.request.urlopen(self.url + path, timeout=20) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code

    def programs(self):
        return {item["epoch"]: item for item in self.get("/api/v1/programs")["items"]}

    def get_whole(self, path, **query):
        """An answer for which there was time to look at all calls: a busy machine gives parts."""
        def reply():
            answer = self.get(path, **query)
            return answer if answer.get("isComplete", True) and answer.get("matched", 0) is not None else None
        return wait_until(reply, what=f"a whole answer of {path}")

    def all(self, **query):
        """All calls, page by page."""
        calls, bounds = [], {}
        bound = "after" if query.get("order") == "asc" else "before"
        deadline = time.monotonic() + 30
        while True:
            page = self.get("/api/v1/invocations", limit=97, **query, **bounds)
            # When one server doesn't answer in time, the page has the calls of the others alone: it is asked for again.
            if not page["isComplete"] and "--ask" in self.command and time.monotonic() < deadline:
                continue
            calls += page["items"]
            # A page for which there was no time goes on where the search stopped.
            place = page["continue"] or page["next"]
            if not place:
                return calls
            bounds = {bound: place}


class Stream(threading.Thread):
    """Reads the event stream, and goes on after the last id when it breaks."""

    def __init__(self, server, start="earliest"):
        super().__init__(daemon=True)
        self.server = server
        self.calls = []
        self.gaps = []
        self.last = start
        self.hasEnded = False
        self.start()

    def run(self):
        while not self.hasEnded:
            try:
                request = urllib.request.Request(f"{self.server.url}/api/v1/stream?lastEventId={self.last}")
                with urllib.request.urlopen(request, timeout=5) as reply:
                    self.read(reply)
            except (OSError, http.client.HTTPException):
                pass

    def read(self, reply):
        for event in events(reply):
            if event.get("event") == "invocation":
                self.calls.append(json.loads(event["data"])["id"])
            if event.get("event") in ("gap", "reset"):
                self.gaps.append(event["data"])
            self.last = event.get("id", self.last)
            if self.hasEnded:
                return
