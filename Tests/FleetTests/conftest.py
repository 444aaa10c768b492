# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Starts and stops brokers, inspected programs and relays. Each test has a discovery folder of its own."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.request

import pytest

import nats_client
from nats_server import free_port, nats_server

ROOT = pathlib.Path(__file__).resolve().parents[2]


def built(name, variable):
    """The path of a built program."""
    named = os.environ.get(variable)
    if named:
        return named
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    return os.path.join(folder, name)


@pytest.fixture(scope="session")
def fleet_binary():
    return built("inspector-fleet", "FLEET_BINARY")


@pytest.fixture(scope="session")
def inspector_binary():
    return built("inspector-server", "INSPECTOR_BINARY")


def wait_until(condition, seconds=30, what="the condition"):
    """Waits until a function returns something true, and returns that."""
    deadline = time.monotonic() + seconds
    while True:
        if value := condition():
            return value
        assert time.monotonic() < deadline, f"{what} did not come true in {seconds} s"
        time.sleep(0.05)


class Broker:
    """A nats-server with JetStream; can be killed and started again on its data."""

    def __init__(self, folder, settings=""):
        self.port = free_port()
        self.folder = folder
        self.process = None
        self.scheme = "nats"
        folder.mkdir(parents=True, exist_ok=True)
        self.configure(settings)
        self.start()

    def configure(self, settings):
        """Settings for the next start."""
        (self.folder / "nats.conf").write_text(
            f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{self.folder}/data" }}\n{settings}\n')

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(
            [nats_server(), "-c", str(self.folder / "nats.conf"), "-l", str(self.folder / "nats.log")])
        nats_client.connect(self.port).close()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def _read(self, body, seconds=20):
        """What a function reads over a connection of its own; it may wait so long for each answer."""
        client = nats_client.connect(self.port, patience=seconds)
        try:
            return body(client)
        finally:
            client.close()

    def messages(self, pattern=">", stream="DELEGATE_CALLS"):
        for _ in range(3):
            # On a stream that is being created nobody answers a direct get.
            with contextlib.suppress(TimeoutError):
                return self._read(lambda client: client.messages(stream, pattern=pattern), seconds=5)
        return self._read(lambda client: client.messages(stream, pattern=pattern))

    def states(self):
        """The newest states, by epoch."""
        return {state["epoch"]: state for state in map(
            lambda message: json.loads(message.data), self.messages(stream="DELEGATE_PROGRAMS"))}

    def state(self, epoch, name, seconds=30):
        """Waits for a state of a process."""
        def found():
            state = self.states().get(epoch)
            return state if state and state["state"] == name else None
        return wait_until(found, seconds, f"state {name} of {epoch}")

    def publish_many(self, subject, count):
        """Publishes messages that say nothing; returns the number of the last."""
        return self._read(lambda client: [client.publish(subject, {}, b"")["seq"] for _ in range(count)][-1])

    def make_anew(self, stream):
        """Deletes a stream with its messages, and makes one with its settings."""
        def make(client):
            settings = json.loads(client.request(f"$JS.API.STREAM.INFO.{stream}", b"")[1])["config"]
            for verb, body in (("DELETE", b""), ("CREATE", json.dumps(settings).encode())):
                answer = json.loads(client.request(f"$JS.API.STREAM.{verb}.{stream}", body)[1])
                assert "error" not in answer, answer
        self._read(make)

    def limit_messages(self, stream, size):
        """Lets a stream take no message of more bytes, headers included."""
        def limit(client):
            settings = json.loads(client.request(f"$JS.API.STREAM.INFO.{stream}", b"")[1])["config"]
            body = json.dumps(settings | {"max_msg_size": size}).encode()
            answer = json.loads(client.request(f"$JS.API.STREAM.UPDATE.{stream}", body)[1])
            assert "error" not in answer, answer
        self._read(limit)

    def publish(self, subject, headers, body):
        return self._read(lambda client: client.publish(subject, headers, body))


class Program:
    """An inspected program; `url` is its first line of output."""

    def __init__(self, command, environment, executable=None):
        self.process = subprocess.Popen(
            command, executable=executable, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url.startswith("http://"), f"no URL in the first line: {self.url!r}"
        self.epoch = self.status()["epoch"]

    def get(self, path, accept="application/json"):
        request = urllib.request.Request(self.url + path, headers={"Accept": accept})
        with urllib.request.urlopen(request, timeout=30) as reply:
            return reply.read()

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data=data, method=method, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as reply:
            return reply.read()

    def status(self):
        return json.loads(self.get("/api/v1/status"))

    def calls(self):
        """All stored calls that have ended, by position."""
        lines = self.get("/api/v1/invocations", accept="application/x-ndjson").splitlines()
        calls = [json.loads(line) for line in lines]
        return {call["position"]: call["id"] for call in calls if call.get("position") is not None}

    def pause(self):
        """Records no more calls, and waits for those under way."""
        self.send("PATCH", "/api/v1/recorder", {"recording": False})
        wait_until(lambda: (s := self.status())["counters"]["unaccounted"] == 0 and s["running"] == 0)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(timeout=20)


class Relay:
    def __init__(self, command, environment, log):
        self.log_path = log
        self.log_file = open(log, "a")
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=self.log_file)

    @property
    def log(self):
        return self.log_path.read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(timeout=30)


class Machine:
    """What runs on one machine of a test."""

    def __init__(self, folder, fleet, inspector):
        self.folder = folder
        self.fleet = fleet
        self.inspector = inspector
        self.started = []
        folder.mkdir(parents=True, exist_ok=True)
        settings = ("OTEL_", "INSPECTOR_", "NATS_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
        self.environment = {**kept, "XDG_RUNTIME_DIR": str(folder)}

    def reached(self, program):
        """The position of a program's newest call by its file; none when that is gone."""
        for path in (self.folder / "delegate-inspector").glob(f"{program.process.pid}-*.position"):
            return int.from_bytes(path.read_bytes()[:8], sys.byteorder)

    def _keep(self, started):
        self.started.append(started.process)
        return started

    def broker(self, settings=""):
        broker = Broker(self.folder / f"broker-{len(self.started)}", settings)
        self.started.append(broker)
        return broker

    def demo(self, rate=500, environment=None, name=None, arguments=()):
        command = [name or self.inspector, "demo", "--rate", str(rate), "--port", "0", *arguments]
        return self._keep(Program(command, {**self.environment, **(environment or {})}, executable=self.inspector))

    def open(self, recording):
        command = [self.inspector, "open", str(recording), "--port", "0"]
        return self._keep(Program(command, self.environment))

    def relay(self, broker, *arguments):
        command = [self.fleet, "relay", "--nats", broker.url, "--host", "here", *arguments]
        log = self.folder / f"relay-{len(self.started)}.log"
        return self._keep(Relay(command, self.environment, log))

    def end(self):
        for started in self.started:
            process = started.process if isinstance(started, Broker) else started
            if process.poll() is None:
                process.kill()
                process.wait()


@pytest.fixture
def machine(tmp_path, fleet_binary, inspector_binary):
    machine = Machine(tmp_path / "run", fleet_binary, inspector_binary)
    yield machine
    machine.end()


@pytest.fixture
def broker(machine):
    return machine.broker()
