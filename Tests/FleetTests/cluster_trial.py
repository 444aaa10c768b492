#!/usr/bin/env python3
# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Kills everything of a fleet at random, and accounts for each call.

Three NATS servers (a cluster with three replicas), programs with recordings of their own, two relays, one serve. While
the programs make calls, one broker, relay, serve or program after the other is killed with SIGKILL and started again.
At the end, the fleet's recording must have exactly the calls that the programs' own recordings have:

- of a program that ended in order: all of them;
- of a program that was killed: all up to the last one that arrived, and no others. What it had not yet shown is gone with
  it; a gap at the end has all calls that it had stored.

Exits with 1, and says what is different, if that does not hold.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

from hosts import Host, Switch
from nats_server import free_ports, nats_server

ROOT = pathlib.Path(__file__).resolve().parents[2]


def eventually(condition, what, seconds=60, pause=0.05):
    """The first true value of a condition."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"in {seconds} s: {what}")
        time.sleep(pause)


def get(url, path, method="GET", body=None, prefix=()):
    """The JSON that a server answers; with a prefix, one on another host."""
    if prefix:
        content = ["-H", "Content-Type: application/json", "-d", json.dumps(body)] if body else []
        answer = subprocess.run(
            [*prefix, "curl", "-sf", "--max-time", "20", "-X", method, *content, url + path], check=True, capture_output=True)
        return json.loads(answer.stdout or b"null")
    request = urllib.request.Request(url + path, method=method, data=body and json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read() or b"null")


class Child:
    """A process that can be killed and started again."""

    def __init__(self, name, command, log, environment=None, prefix=()):
        self.name = name
        self.prefix = list(prefix)
        self.command = command
        self.log = log
        self.environment = environment
        self.kills = 0
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.prefix + self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(self.log, "ab"), text=True,
            env={**os.environ, **(self.environment or {})})

    def first_line(self):
        return self.process.stdout.readline().strip().rstrip("/")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.kills += 1

    def end(self, seconds=30):
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            print(f"{self.name} did not end", file=sys.stderr)


class Program(Child):
    """A demo, with a recording for each of its lives."""

    def __init__(self, number, inspector, folder, rate, environment, prefix):
        super().__init__(f"program {number}", None, folder / f"program-{number}.log", environment, prefix)
        self.number = number
        self.inspector = inspector
        self.folder = folder
        self.rate = rate
        self.lives = []

    def start(self):
        store = self.folder / f"program-{self.number}-{len(self.lives)}.sqlite"
        self.command = [
            str(self.inspector), "demo", "--rate", str(self.rate), "--store", str(store), "--port", "0"]
        super().start()
        self.url = self.first_line()
        self.epoch = get(self.url, "/api/v1/status", prefix=self.prefix)["epoch"]
        self.lives.append({"epoch": self.epoch, "store": store, "killed": False})

    def kill(self):
        self.lives[-1]["killed"] = True
        super().kill()

    def pause(self):
        get(self.url, "/api/v1/recorder", "PATCH", {"recording": False}, self.prefix)

    def position(self):
        return get(self.url, "/api/v1/status", prefix=self.prefix)["position"]


class Fleet:
    def __init__(self, folder, programs, rate, binaries, relays=2, brokers=3, hosts=()):
        """With three hosts, a broker and a relay with its programs are on each of the first two, and a broker and serve on
        the third."""
        self.folder = folder
        *ports, serve_port = free_ports(2 * brokers + 1)
        self.ports = list(zip(ports[::2], ports[1::2]))
        addresses = [host.address for host in hosts] or ["127.0.0.1"] * brokers
        prefixes = [host.prefix for host in hosts] or [[]] * max(brokers, relays)
        routes = ", ".join(f"nats://{address}:{ports[1]}" for address, ports in zip(addresses, self.ports))
        self.brokers = []
        for number, (port, cluster) in enumerate(self.ports):
            configuration = folder / f"broker-{number}.conf"
            configuration.write_text(
                f"server_name: broker-{number}\nlisten: {addresses[number]}:{port}\n"
                f"jetstream {{ store_dir: \"{folder}/broker-{number}\" }}\n"
                + (f"cluster {{ name: fleet, listen: {addresses[number]}:{cluster}, routes: [{routes}] }}\n" if brokers > 1 else ""))
            self.brokers.append(
                Child(f"broker {number}", [nats_server(), "-c", str(configuration)], folder / f"broker-{number}.log",
                      prefix=prefixes[number]))
        nats = [part for address, (port, _) in zip(addresses, self.ports) for part in ("--nats", f"nats://{address}:{port}")]
        replicas = ["--replicas", "3" if brokers > 1 else "1"]
        machines = []
        for number in range(relays):
            machine = folder / f"machine-{number}"
            machine.mkdir(mode=0o700)
            machines.append({"XDG_RUNTIME_DIR": str(machine)})
        self.relays = [
            Child(
                f"relay {number}", [str(binaries / "inspector-fleet"), "relay", "--host", f"host-{number}", *nats, *replicas],
                folder / f"relay-{number}.log", machines[number], prefixes[number])
            for number in range(relays)
        ]
        self.store = folder / "fleet.sqlite"
        self.serve = Child(
            "serve", [str(binaries / "inspector-fleet"), "serve", "--store", str(self.store), "--port", str(serve_port),
                      *nats, *replicas], folder / "serve.log", {"XDG_RUNTIME_DIR": str(folder)},
            prefixes[brokers - 1])
        self.programs = [
            Program(number, binaries / "inspector-server", folder, rate, machines[number % relays],
                    prefixes[number % relays])
            for number in range(programs)
        ]
        self.url = None

    def start(self):
        for child in [*self.brokers, *self.relays]:
            child.start()
        self.start_serve()
        for program in self.programs:
            program.start()

    def start_serve(self):
        self.serve.start()
        self.url = self.serve.first_line()
        assert self.url.startswith("http://"), (self.folder / "serve.log").read_text()[-2000:]

    def kill_and_restart(self, kind, generator):
        child = self.serve if kind == "serve" else generator.choice(getattr(self, kind + "s"))
        child.kill()
        time.sleep(generator.uniform(0, 3))
        self.start_serve() if child is self.serve else child.start()
        return child.name

    def stored(self):
        """The positions up to which calls of each process are in the fleet's recording."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as database:
            return dict(database.execute(
                "SELECT run.epoch, fleet_process.position FROM fleet_process JOIN run ON run.id = fleet_process.run"))

    def settle(self, seconds=300):
        """Ends the programs in order, once everything of them has arrived."""
        for program in self.programs:
            program.pause()
        for program in self.programs:
            position = program.position()
            eventually(
                lambda: self.stored().get(program.epoch, 0) >= position,
                f"{program.name} has {position} calls, arrived are {self.stored().get(program.epoch)}", seconds, 0.5)
        for program in self.programs:
            program.end()

    def end(self):
        for child in [*self.programs, *self.relays, self.serve, *self.brokers]:
            child.end()

    # The account

    def account(self):
        """Compares the recordings; returns a table of lives, and the differences."""
        rows = []
        faults = []
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as fleet:
            twice = fleet.execute("SELECT count(*) - count(DISTINCT id) FROM record").fetchone()[0]
            if twice:
                faults.append(f"{twice} calls are there twice")
            for program in self.programs:
                for life in program.lives:
                    rows.append(self.compare(fleet, program, life, faults))
            batches = fleet.execute("SELECT ifnull(sum(count + missed), 0), max(position) FROM fleet_batch").fetchone()
            if batches[0] != batches[1]:
                faults.append(f"the stream of the recording has {batches[1]} places for {batches[0]} calls and gaps")
        return rows, faults

    @staticmethod
    def compare(fleet, program, life, faults):
        epoch = life["epoch"]
        mask = (1 << 40) - 1
        arrived = dict(fleet.execute(
            "SELECT position, record.id & ? FROM record JOIN run ON run.id = record.id >> 40 WHERE epoch = ?",
            (mask, epoch)))
        gaps = fleet.execute("SELECT ifnull(sum(missed), 0) FROM run WHERE epoch = ?", (epoch,)).fetchone()[0]
        with sqlite3.connect(f"file:{life['store']}?mode=ro", uri=True) as own:
            kept = dict(own.execute("SELECT position, id & ? FROM record", (mask,)))
        last = max(arrived, default=0)
        newest = max(kept, default=0)
        # A killed program's own recording may lack its last calls too.
        end = min(last, newest) if life["killed"] else newest
        missing = [position for position, seq in kept.items() if position <= end and arrived.get(position) != seq]
        foreign = [position for position in arrived if position <= end and position not in kept]
        told = gaps - len(missing)
        if told < 0 or told > 0 and not life["killed"]:
            faults.append(f"{program.name} {epoch}: {len(missing)} calls are missing, {gaps} are told, first {missing[:3]}")
        if life["killed"] and told < newest - last:
            faults.append(f"{program.name} {epoch}: it was killed with {newest - last} calls, {told} are told")
        if foreign:
            faults.append(f"{program.name} {epoch}: {len(foreign)} calls that it did not make, first {foreign[:3]}")
        if not life["killed"] and last != newest:
            faults.append(f"{program.name} {epoch}: it made {newest} calls, {last} arrived")
        return (program.name, epoch, "killed" if life["killed"] else "ended", len(kept), len(arrived),
                len(missing), max(0, newest - last), told)


def trial(seconds, programs, rate, binaries, seed, folder, brokers=3, pauses=(2, 8), delay=0, loss=0,
          killed=("broker", "relay", "serve", "program")):
    """With a delay, in seconds, or a loss, a share of the frames, the hosts have networks of their own."""
    generator = random.Random(seed)
    hosts = [Host(number) for number in range(3)] if delay or loss else []
    switch = Switch(hosts, delay, delay / 4, loss, seed) if hosts else None
    began = time.monotonic()
    try:
        return account_for(
            Fleet(folder, programs, rate, binaries, brokers=brokers, hosts=hosts), seconds, generator, pauses, killed, began)
    finally:
        if switch:
            switch.close()
            print(f"the switch forwarded {switch.forwarded} frames and lost {switch.lost}")
        for host in hosts:
            host.close()


def account_for(fleet, seconds, generator, pauses, killed, began):
    try:
        fleet.start()
        end = time.monotonic() + seconds
        # Each kind once, then at random.
        kinds = generator.sample(killed, len(killed))
        kills = {kind: 0 for kind in killed}
        # A busy machine may need more time for each kind.
        while time.monotonic() < end or kinds:
            pause = generator.uniform(*pauses)
            time.sleep(pause if kinds else min(pause, max(0, end - time.monotonic())))
            if time.monotonic() >= end and not kinds:
                break
            kind = kinds.pop() if kinds else generator.choice(killed)
            name = fleet.kill_and_restart(kind, generator)
            kills[kind] += 1
            print(f"{time.monotonic() - began:6.1f} s  killed {name}", flush=True)
        fleet.settle()
    finally:
        fleet.end()
    rows, faults = fleet.account()
    print(f"{'program':12} {'epoch':9} {'end':7} {'made':>9} {'arrived':>9} {'gaps':>6} {'lost':>6} {'told':>6}")
    for row in rows:
        print(f"{row[0]:12} {row[1]:9} {row[2]:7} {row[3]:9} {row[4]:9} {row[5]:6} {row[6]:6} {row[7]:6}")
    arrived = sum(row[4] for row in rows)
    size = sum(path.stat().st_size for path in fleet.folder.glob("fleet.sqlite*"))
    print(f"{arrived} calls in {time.monotonic() - began:.0f} s, {size / max(arrived, 1):.0f} bytes each; kills: "
          + ", ".join(f"{kind} {count}" for kind, count in kills.items()))
    for fault in faults:
        print("WRONG: " + fault)
    return rows, kills, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--programs", type=int, default=6)
    parser.add_argument("--rate", type=int, default=5_000, help="calls per second of each program")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/release")
    parser.add_argument("--delay", type=float, default=0, help="milliseconds between the hosts, which get their own networks")
    parser.add_argument("--loss", type=float, default=0, help="percent of frames that are lost between the hosts")
    parser.add_argument("--keep", action="store_true", help="keep the folder with recordings and logs")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fleet-"))
    print(f"seed {options.seed}, folder {folder}", flush=True)
    try:
        _, _, faults = trial(
            options.seconds, options.programs, options.rate, options.binaries.resolve(), options.seed, folder,
            delay=options.delay / 1_000, loss=options.loss / 100)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
