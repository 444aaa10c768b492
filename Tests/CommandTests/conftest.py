# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Starts and stops the built command line."""
import functools
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Programs that a shell starts in the background ignore it, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def whole_answer(url, seconds=30):
    """An answer for which the server had the time to look at all calls: a busy machine gives parts."""
    deadline = time.monotonic() + seconds
    while True:
        with urllib.request.urlopen(url, timeout=60) as reply:
            answer = json.load(reply)
        if answer.get("isComplete", True) and answer.get("matched", 0) is not None:
            return answer
        assert time.monotonic() < deadline, f"{url} had no time to answer in {seconds} s"


@functools.cache
def binary():
    named = os.environ.get("INSPECTOR_BINARY")
    if named:
        return named
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    return os.path.join(folder, "inspector-server")


@pytest.fixture(scope="session")
def inspector():
    return binary()


class Server:
    """A running `inspector-server`; `url` is its first line of output."""

    def __init__(self, arguments, stderr=subprocess.PIPE, port="0"):
        self.process = subprocess.Popen(
            [binary(), *arguments, "--port", port], stdout=subprocess.PIPE, stderr=stderr, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url.startswith("http://"), f"no URL in the first line: {self.url!r}"

    def stop(self):
        """Stops it, and returns its exit code, output and errors."""
        self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=20)
        return self.process.returncode, output, errors


@pytest.fixture
def start():
    servers = []

    def begin(*arguments, port="0"):
        server = Server(arguments, port=port)
        servers.append(server)
        return server

    yield begin
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate()
