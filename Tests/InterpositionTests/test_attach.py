# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Programs that run already, and their `inspector-server attach` and `detach`."""
import json
import os
import subprocess
import time
import urllib.request

import pytest

from programs import INSPECTOR, MODES, SECONDS, Programs, end_group


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    return Programs(tmp_path_factory.mktemp("attached"))


@pytest.fixture
def environment(tmp_path):
    """A runtime folder of its own, so that no other program is found."""
    return {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}


class Waiting:
    """A program that calls its delegate when it is sent a line."""

    def __init__(self, program, environment):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, env=environment)
        assert self.process.stdout.readline() == "begun\n"

    def ask(self, text):
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        return self.process.wait(SECONDS)


@pytest.fixture(params=MODES)
def waiting(request, programs, environment):
    program = Waiting(programs("waiting", request.param), environment)
    yield program
    if program.process.poll() is None:
        end_group(program.process)


def run(*arguments, environment):
    command = [INSPECTOR, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)


def get(url, path):
    with urllib.request.urlopen(f"{url}api/v1/{path}") as answer:
        return json.load(answer)


def records(url):
    """The calls, once there are any: they are stored some milliseconds after they were made."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if items := get(url, "invocations")["items"]:
            return items
    raise AssertionError("no call was recorded")


def test_a_running_program_is_entered_and_left_and_goes_on(waiting, environment):
    assert waiting.ask("one") == 3
    attached = run("attach", "--port", "0", waiting.process.pid, environment=environment)
    assert attached.returncode == 0, attached.stderr
    url = attached.stdout.strip()
    assert waiting.ask("two") == 4
    (call,) = records(url)
    assert call["selector"] == "line(_:number:)" and call["target"] == "Counter"
    assert [argument["value"] for argument in call["arguments"]] == ["two", 1]
    assert call["result"]["value"] == 4

    again = run("attach", waiting.process.pid, environment=environment)
    assert again.returncode == 1 and "inspected already" in again.stderr and url in again.stderr

    detached = run("detach", waiting.process.pid, environment=environment)
    assert detached.returncode == 0, detached.stderr
    assert get(url, "interposers")["items"] == []
    assert waiting.ask("three") == 7
    assert get(url, "status")["counters"]["calls"] == 1
    assert waiting.end() == 0


@pytest.mark.parametrize("command", ["attach", "detach"])
def test_a_process_that_cannot_be_entered_is_told(command, environment):
    missing = run(command, 2**22 - 1, environment=environment)
    assert missing.returncode == 1 and "does not exist" in missing.stderr
    no_swift = subprocess.Popen(["sleep", "100"])
    try:
        refused = run(command, no_swift.pid, environment=environment)
        assert refused.returncode == 1
        assert "no Swift runtime" in refused.stderr or "not inspected" in refused.stderr
    finally:
        no_swift.kill()
        no_swift.wait()
