# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Messages as relays send them, of which a test decides each line."""
import datetime
import json

PROCESS = {"epoch": "fa4e0001", "service": "fake", "host": "here", "processID": 7, "program": "Fake",
           "startedAt": "2026-11-25T12:00:00Z"}


def instant(seconds):
    """So many seconds from now."""
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def publish(broker, lines, after, through, epoch="fa4e0001", token="fake", **changes):
    """Publishes a batch of a process, with a token for its service in the subject; `changes` are to its description."""
    headers = {
        "Inspector-After": str(after), "Inspector-Through": str(through), "Inspector-Encoding": "identity",
        "Inspector-Count": str(len(lines)), "Inspector-Sent": "1", "Inspector-Relay": "test",
        "Inspector-Process": json.dumps(PROCESS | {"epoch": epoch} | changes)}
    broker.publish(f"calls.{token}.here.{epoch}", headers, b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def publish_state(broker, state="running", epoch="fa4e0001", **changes):
    """Publishes the state of a process."""
    told = PROCESS | {"epoch": epoch, "state": state, "reason": None} | changes
    broker.publish(f"programs.fake.here.{epoch}", {"Inspector-Relay": "test"}, json.dumps(told).encode())
