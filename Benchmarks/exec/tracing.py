# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Compares what a call costs under `inspector-server exec` with what it costs under Frida, a tracer of any native
program, and what each of them shows of the call.

Argument: the path of inspector-server. Needs the package frida-tools. All ways are measured in turns, in one run; the
program measures its calls itself.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import frida

ROUNDS = 5
SOURCE = """
import Glibc

protocol CounterDelegate: AnyObject {
    func counted(_ number: Int, name: String, share: Double) -> Bool
}

final class Even: CounterDelegate {
    func counted(_ number: Int, name: String, share: Double) -> Bool { number.isMultiple(of: 2) }
}

final class Odd: CounterDelegate {
    func counted(_ number: Int, name: String, share: Double) -> Bool { !number.isMultiple(of: 2) }
}

/// Which one can't be known when this is compiled.
let delegates: [any CounterDelegate] = CommandLine.arguments.count > 9 ? [Odd()] : [Even(), Odd()]

@inline(never)
func count(_ calls: Int, _ delegate: any CounterDelegate) -> Int {
    var found = 0
    for number in 0..<calls where delegate.counted(number, name: "the counter", share: Double(number) / 2) { found += 1 }
    return found
}

func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

let calls = Int(CommandLine.arguments[1])!
var samples: [Double] = []
for _ in 0..<21 {
    let start = nanoseconds()
    precondition(count(calls, delegates[0]) == (calls + 1) / 2)
    samples.append(Double(nanoseconds() - start) / Double(calls))
}
print(samples.sorted()[10])
"""
SCRIPT = """
const thunk = Process.mainModule.enumerateSymbols()
    .find(symbol => symbol.name.endsWith('TW') && symbol.name.includes('4EvenC') && symbol.name.includes('counted'));
Interceptor.attach(thunk.address, {
    onEnter(words) { if (TELLS) send([0, 1, 2, 3, 4].map(index => words[index].toString())); },
    onLeave(result) { if (TELLS) send(result.toString()); },
});
"""


def build(folder):
    file = folder / "counting.swift"
    file.write_text(SOURCE)
    program = folder / "counting"
    subprocess.run(["swiftc", "-O", "-wmo", file, "-o", program], check=True)
    return str(program)


def run(command, environment):
    """Nanoseconds per call."""
    outcome = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    return float(outcome.stdout)


def traced(command, tells):
    """Nanoseconds per call under Frida, and the first messages. Without `tells`, calls are only intercepted."""
    device = frida.get_local_device()
    output, messages = [], []
    device.on("output", lambda _, descriptor, data: output.append(data) if descriptor == 1 else None)
    pid = device.spawn(command, stdio="pipe")
    session = device.attach(pid)
    ended = []
    session.on("detached", lambda *_: ended.append(True))
    script = session.create_script(SCRIPT.replace("TELLS", "true" if tells else "false"))

    def note(message, _):
        if len(messages) < 2: messages.append(message.get("payload", message))

    script.on("message", note)
    script.load()
    device.resume(pid)
    limit = time.monotonic() + 120
    while not ended and time.monotonic() < limit: time.sleep(0.01)
    return float(b"".join(output)), messages


def main():
    inspector = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build(folder)
        environment = {**os.environ, "XDG_RUNTIME_DIR": name}
        store = folder / "calls.recording"

        def inspected(*options):
            return [inspector, "exec", "--port", "0", "--protocol", "CounterDelegate", *options, "--", program]

        few, many = "2000", "200000"
        ways = {
            "alone": lambda: run([program, many], environment),
            "inspector-server exec": lambda: run([*inspected(), many], environment),
            "Frida, calls intercepted": lambda: traced([program, many], False)[0],
            "Frida, calls sent": lambda: traced([program, few], True)[0],
        }
        samples = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way, measure in ways.items(): samples[way].append(measure())
        print("| calls of one requirement | each |")
        print("| --- | --- |")
        for way, values in samples.items(): print(f"| {way} | {statistics.median(values):.0f} ns |")
        run([*inspected("--store", str(store)), "1"], environment)
        exported = subprocess.run([inspector, "export", str(store)], capture_output=True, text=True, check=True).stdout
        call = next(json.loads(line) for line in exported.splitlines() if '"selector"' in line)
        shown = [f"{argument.get('label') or '_'}: {argument.get('value')}" for argument in call["arguments"]]
        print(f"\ninspector-server shows: {call['selector']} {', '.join(shown)} -> {call['result'].get('value')}")
        print(f"Frida shows: {traced([program, '1'], True)[1]}")


main()
