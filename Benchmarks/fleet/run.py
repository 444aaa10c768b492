#!/usr/bin/env python3
# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What a fleet costs as it grows: programs that make calls as fast as asked for, one relay, one broker, one serve.

    .venv/bin/python Benchmarks/fleet/run.py --programs 1 2 4 8 --rate 5000 --seconds 20

Prints a row for each number of programs: calls that arrived per second; the CPU time of relay, broker and serve for a
million calls; bytes per call in the broker and in the recording; the time from the end of a call to its arrival; the memory
of the relay, at the beginning and at the end.
"""
import argparse
import pathlib
import shutil
import sys
import tempfile
import time
import os

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/FleetTests"))

import cluster_trial  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(child):
    fields = pathlib.Path(f"/proc/{child.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_megabytes(child):
    pages = int(pathlib.Path(f"/proc/{child.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def folder_bytes(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def measure(programs, rate, seconds, binaries):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fleet-cost-"))
    fleet = cluster_trial.Fleet(folder, programs, rate, binaries, relays=1, brokers=1)
    try:
        fleet.start()
        cluster_trial.eventually(
            lambda: len([count for count in fleet.stored().values() if count > rate]) == programs, "the first calls", 120)
        parts = {"relay": fleet.relays[0], "broker": fleet.brokers[0], "serve": fleet.serve}
        began = time.monotonic()
        before = {name: cpu_seconds(part) for name, part in parts.items()}
        first = sum(fleet.stored().values())
        memory = memory_megabytes(fleet.relays[0])
        lags = []
        while time.monotonic() < began + seconds:
            time.sleep(0.25)
            lags += [item["lagMilliseconds"] for item in cluster_trial.get(fleet.url, "/api/v1/programs")["items"]
                     if item["lagMilliseconds"] is not None]
        elapsed = time.monotonic() - began
        used = {name: cpu_seconds(part) - before[name] for name, part in parts.items()}
        calls = sum(fleet.stored().values()) - first
        end = memory_megabytes(fleet.relays[0])
        fleet.settle()
        total = sum(fleet.stored().values())
        disk = sum(path.stat().st_size for path in folder.glob("fleet.sqlite*"))
        wire = folder_bytes(folder / "broker-0")
        per_million = {name: seconds / calls * 1e6 for name, seconds in used.items()}
        return (f"{programs:8} {calls / elapsed:10,.0f} {per_million['relay']:8.2f} {per_million['broker']:8.2f} "
                f"{per_million['serve']:8.2f} {wire / total:9.1f} {disk / total:9.1f} {percentile(lags, 0.5):9.0f} "
                f"{percentile(lags, 0.99):9.0f} {memory:8.1f} {end:8.1f}")
    finally:
        fleet.end()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--rate", type=int, default=5_000, help="calls per second of each program")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    print("programs    calls/s    relay   broker    serve  B/call in  B/call in   lag p50   lag p99    relay    relay")
    print("                         s/M      s/M      s/M     broker  recording        ms        ms   MB then  MB end")
    for programs in options.programs:
        print(measure(programs, options.rate, options.seconds, options.binaries.resolve()), flush=True)


if __name__ == "__main__":
    main()
