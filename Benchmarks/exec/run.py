# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Measures what `inspector-server exec` adds to the start of a program with many witness tables.

Arguments: the path of inspector-server, and the number of tables (default 30 000).
"""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

PROTOCOLS = 10
ROUNDS = 11


def source(types):
    """A program in which each type conforms to all protocols, with a method for each."""
    lines = ["import Glibc"]
    lines += [f"public protocol Observer{number}: AnyObject {{ func changed{number}(_ value: Int, _ text: String) -> Bool }}"
             for number in range(PROTOCOLS)]
    for number in range(types):
        names = ", ".join(f"Observer{index}" for index in range(PROTOCOLS))
        methods = "; ".join(
            f"public func changed{index}(_ value: Int, _ text: String) -> Bool {{ value == {number} }}"
            for index in range(PROTOCOLS))
        lines.append(f"public final class Type{number}: {names} {{ public init() {{}}; {methods} }}")
    lines.append("@inline(never) func call(_ observer: any Observer0) -> Bool { observer.changed0(1, \"text\") }")
    lines.append("precondition(call(Type1()) == true)")
    lines.append("""
var buffer = [CChar](repeating: 0, count: 128)
let file = open("/proc/self/statm", O_RDONLY)
_ = read(file, &buffer, 127)
print(String(cString: buffer).split(separator: " ")[1])""")
    return "\n".join(lines) + "\n"


def build(folder, types):
    file = folder / "main.swift"
    file.write_text(source(types))
    program = folder / "tables"
    subprocess.run(["swiftc", "-Onone", file, "-o", program], check=True)
    return program


def run(command, environment):
    """Seconds from start to end."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=True)
    return time.perf_counter() - start


def memory(command, environment):
    """Resident memory of a program that prints its pages at its end, in bytes."""
    outcome = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, check=True, text=True)
    return int(outcome.stdout) * resource.getpagesize()


def main():
    inspector = sys.argv[1]
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 30_000
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = str(build(folder, tables // PROTOCOLS))
        environment = {**os.environ, "XDG_RUNTIME_DIR": name}
        ways = {
            "alone": [program],
            "exec, one protocol": [inspector, "exec", "--port", "0", "--protocol", "Observer0", "--", program],
            "exec, all protocols": [inspector, "exec", "--port", "0", "--protocol", "Observer*", "--", program],
            "exec, none": [inspector, "exec", "--port", "0", "--protocol", "Nothing", "--", program],
        }
        samples = {way: [] for way in ways}
        for round in range(-1, ROUNDS):
            for way, command in ways.items():
                seconds = run(command, environment)
                if round >= 0: samples[way].append(seconds)
        alone = statistics.median(samples["alone"])
        resident = {way: memory(command, environment) for way, command in ways.items()}
        print(f"| a program with {tables} tables | start and end | more | memory per table |")
        print("| --- | --- | --- | --- |")
        for way in ways:
            seconds = statistics.median(samples[way])
            per_table = (resident[way] - resident["exec, none"]) / tables
            print(f"| {way} | {seconds * 1e3:.0f} ms | {(seconds - alone) * 1e3:+.0f} ms | "
                  + (f"{per_table:.0f} B |" if way == "exec, all protocols" else "|"))


main()
