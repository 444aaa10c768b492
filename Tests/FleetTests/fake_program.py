# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A program's server of which a test decides each byte."""
from fake_http import FakeHTTP


class FakeProgram(FakeHTTP):
    """Serves a status, and to each stream what `events` yields for its resume place: pieces of bytes."""

    def __init__(self, events, epoch="fa4e", status=None):
        self.epoch = epoch
        self.events = events
        self.status = status or {}
        self.newest = 0
        # How often its status was asked for.
        self.asked = 0
        self.places = []
        super().__init__()

    def answer(self, request):
        if request.path.startswith("/api/v1/status"):
            self.asked += 1
            return self.reply(request, {
                "epoch": self.epoch, "uptimeSeconds": 12.5, "replay": None, "position": self.newest,
                "counters": {"calls": self.newest, "dropped": 3}, **self.status})
        place = request.path.split("lastEventId=")[1].split("-", 1)[1]
        self.places.append(place)
        self.stream(request, self.events(place))

    def call(self, position, text="", name="invocation"):
        self.newest = max(self.newest, position)
        data = {"id": f"{self.epoch}-{position}", "position": position, "text": text}
        return self.event(name, data, f"{self.epoch}-{position}" if name == "invocation" else None)
