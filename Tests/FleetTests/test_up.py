# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-fleet up`: everything on one machine."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.request

import pytest

import nats_client
from conftest import nats_server, wait_until


class Fleet:
    def __init__(self, machine, folder, *options):
        self.log_path = machine.folder / "up.log"
        with open(self.log_path, "a") as log:
            self.process = subprocess.Popen(
                [machine.fleet, "up", "--data", str(folder), "--port", "0", "--nats-server", str(nats_server()),
                 *options],
                env=machine.environment, stdout=subprocess.PIPE, stderr=log, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url.startswith("http://")

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=20) as reply:
            return json.load(reply)

    def children(self):
        """Process IDs by what they are. From /proc, as `ps` cuts commands at the width of the terminal."""
        found = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                command = (folder / "cmdline").read_bytes().split(b"\0")
            except (FileNotFoundError, ProcessLookupError):
                continue
            if parent == self.process.pid:
                program = os.path.basename(command[0]).decode()
                found[program if program == "nats-server" else command[1].decode()] = int(folder.name)
        return found

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(timeout=40)


@pytest.fixture
def up(machine, tmp_path):
    started = []

    def begin(*options):
        started.append(Fleet(machine, tmp_path / "data", *options))
        return started[-1]

    yield begin
    for fleet in started:
        if fleet.process.poll() is None:
            fleet.stop(signal.SIGTERM)


def exists(pid):
    """Whether a process runs; one that nobody has asked for its end doesn't."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_it_shows_programs_and_ends_with_all_that_it_started(machine, up):
    program = machine.demo()
    fleet = up()
    (found,) = wait_until(lambda: [
        p for p in fleet.get("/api/v1/programs")["items"] if (p["epoch"], p["state"]) == (program.epoch, "running")])
    assert found["processID"] == program.process.pid
    children = fleet.children()
    assert len(children) == 3
    assert fleet.stop() == 0
    assert not any(exists(pid) for pid in children.values())


def test_started_again_it_has_what_it_had(machine, up):
    program = machine.demo(rate=1000)
    fleet = up()
    wait_until(lambda: fleet.get("/api/v1/status")["counters"]["stored"] > 500)
    assert fleet.stop() == 0
    program.pause()
    newest = program.status()["position"]
    fleet = up()
    wait_until(lambda: fleet.get("/api/v1/status")["counters"]["stored"] >= newest)
    stored = set()
    query = "/api/v1/invocations?order=asc&limit=1000"
    page = fleet.get(query)
    while page["items"]:
        stored |= {call["id"] for call in page["items"]}
        page = fleet.get(f"{query}&after={page['items'][-1]['id']}")
    assert set(program.calls().values()) <= stored


def test_a_long_age_reaches_the_broker(up):
    fleet = up("--max-age", "14d")
    command = pathlib.Path(f"/proc/{fleet.children()['nats-server']}/cmdline").read_bytes().split(b"\0")
    with contextlib.closing(nats_client.connect(int(command[command.index(b"-p") + 1]))) as broker:
        stream = wait_until(
            lambda: json.loads(broker.request("$JS.API.STREAM.INFO.DELEGATE_CALLS", b"")[1]).get("config"))
    assert stream["max_age"] == 14 * 86_400 * 10**9


def test_a_folder_in_use_is_refused_and_left_alone(machine, up, tmp_path):
    fleet = up()
    wait_until(lambda: len(fleet.children()) == 3)
    second = subprocess.run(
        [machine.fleet, "up", "--data", str(tmp_path / "data"), "--port", "0", "--nats-server", str(nats_server())],
        env=machine.environment, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1 and f"{tmp_path / 'data'}: another inspector-fleet up" in second.stderr
    assert len(fleet.children()) == 3 and fleet.stop() == 0
    # What it had is free again.
    assert up().stop() == 0


@pytest.mark.parametrize("name", ["nats-server", "serve", "relay"])
def test_if_a_part_ends_the_others_do(up, name):
    fleet = up()
    wait_until(lambda: len(fleet.children()) == 3)
    children = fleet.children()
    os.kill(children[name], signal.SIGKILL)
    assert fleet.process.wait(timeout=40) == 1
    assert not any(exists(pid) for pid in children.values())
    assert name in fleet.log_path.read_text()


def test_if_it_is_killed_all_that_it_started_ends(up):
    fleet = up()
    wait_until(lambda: len(fleet.children()) == 3)
    children = fleet.children()
    assert fleet.stop(signal.SIGKILL) == -signal.SIGKILL
    wait_until(lambda: not any(exists(pid) for pid in children.values()))


def test_a_missing_nats_server_is_named_with_the_way_out(machine):
    run = subprocess.run(
        [machine.fleet, "up", "--nats-server", "/no/nats-server"], capture_output=True, text=True, timeout=20)
    assert run.returncode == 1 and "/no/nats-server" in run.stderr


@pytest.mark.parametrize("arguments, words", [
    (["sevre"], "Unknown command “sevre”. Did you mean “serve”?"),
    (["help", "rely"], "Unknown command “rely”. Did you mean “relay”?"),
    (["nonsense"], "Unknown command “nonsense”. Commands: relay, serve, up."),
])
def test_a_mistyped_command_is_answered_with_a_suggestion(fleet_binary, arguments, words):
    run = subprocess.run([fleet_binary, *arguments], capture_output=True, text=True, timeout=60)
    assert run.returncode == 64 and words in run.stderr
