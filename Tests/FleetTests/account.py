# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What arrived in the broker of one process: each call once and in order, or an explicit gap."""
from conftest import wait_until


class Account:
    """Checks the chain of a process' messages, and counts what they hold."""

    def __init__(self, messages):
        self.calls = {}
        self.gaps = []
        self.events = []
        self.updates = []
        through, sequence, position = "0", 0, 0
        for message in messages:
            headers = message.headers
            assert headers["Inspector-After"] == through, "a message is missing or came twice"
            assert int(headers["Nats-Expected-Last-Subject-Sequence"]) == sequence
            lines = message.lines
            assert int(headers["Inspector-Count"]) == len(lines)
            assert len(message.data) <= 512 << 10 or len(lines) == 1
            for line in lines:
                position = self.add(line, position)
            through, sequence = headers["Inspector-Through"], message.sequence
            assert int(through.split(".")[0]) == position
        self.through = position

    def add(self, line, position):
        """Adds a line; returns the position after it."""
        what = line.get("what")
        if what == "gap":
            self.gaps.append(line)
            if not line["missed"]:
                return position
            assert line["from"] == position + 1 and line["to"] - line["from"] + 1 == line["missed"]
            return line["to"]
        if what:
            self.events.append(line)
            return position
        if line["position"] <= position:
            self.updates.append(line)
            return position
        assert line["position"] == position + 1, "a call is missing without a gap"
        self.calls[line["position"]] = line["id"]
        return position + 1

    @property
    def missed(self):
        return sum(gap["missed"] for gap in self.gaps)


def account(broker, program):
    return Account(broker.messages(f"calls.*.*.{program.epoch}"))


def settled(broker, program):
    """Waits until everything that a paused program recorded is in the broker."""
    newest = program.status()["position"]
    return wait_until(
        lambda: (found := account(broker, program)).through >= newest and found, 60, f"position {newest} in the broker")
