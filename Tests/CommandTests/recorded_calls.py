# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Calls as lines of JSON, for recordings with details chosen by a test."""

import datetime
import json

EPOCH = "9f2c11ab"
BEGIN = datetime.datetime(2026, 11, 21, 9, 30, tzinfo=datetime.timezone.utc)


def instant(microseconds):
    moment = BEGIN + datetime.timedelta(microseconds=microseconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


class Calls:
    """Calls in the order of their starts; times are nanoseconds, and are rounded as an export rounds them. A thread is
    a number, or a name."""

    def __init__(self):
        self.calls = []

    def add(self, start, end, thread=1, parent=None, state="returned", **more):
        """`end` is None for a running call. Returns the call's number."""
        seq = len(self.calls) + 1
        depth = 0 if parent is None else self.calls[parent - 1]["depth"] + 1
        is_running = end is None
        self.calls.append(
            {
                "id": f"{EPOCH}-{seq}",
                "seq": seq,
                "position": None if is_running else seq,
                "parent": None if parent is None else f"{EPOCH}-{parent}",
                "depth": depth,
                "proxy": 1,
                "owner": "Meter",
                "target": "Reader",
                "protocol": "MeterDelegate",
                "selector": "meter(_:didRead:)",
                "arguments": [],
                "thread": {"id": 7, "name": thread, "isMain": False} if isinstance(thread, str)
                else {"id": thread, "name": f"thread {thread}", "isMain": thread == 1},
                "startedAt": instant(start // 1000),
                "durationNanoseconds": None if is_running else end - start,
                "targetNanoseconds": None,
                "state": "running" if is_running else state,
                "returnPath": "none" if is_running else "target",
                "result": None,
                "error": {"type": "Lost", "kind": "enum", "value": "lost"} if state == "threw" else None,
            }
            | more
        )
        return seq

    def write(self, path):
        path.write_text("".join(json.dumps(call, ensure_ascii=False) + "\n" for call in self.calls), encoding="utf-8")
