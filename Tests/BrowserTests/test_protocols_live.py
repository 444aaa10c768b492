# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The tab Protocols of a program that knows nothing of the inspector, in which a protocol is switched on and off."""
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import ROOT, ask, built_server, wait_for

SOURCE = ROOT / "Tests" / "InterpositionTests" / "programs" / "waiting.swift"
ROWS = "#traffic .grid__row[aria-rowindex]:not(.grid__row--header):not([data-kind]):visible"


class Program:
    """Makes a call for each line that it is given, through a table whose bytes can be read."""

    def __init__(self, file, folder):
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "SWIFT_BACKTRACE": "enable=no"}
        command = [built_server(), "exec", "--port", "0", "--protocol", "Nope", "--", file]
        self.file = file
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = next(line.strip() for line in self.process.stderr if line.startswith("http://"))
        assert self.process.stdout.readline() == "begun\n"

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def table(self):
        """The bytes of the witness table of the class whose object is called."""
        symbols = subprocess.run(["nm", "-S", self.file], check=True, capture_output=True, text=True).stdout
        place, size = re.search(r"^(\w+) (\w+) \w \S+7Counter\S+12LineDelegate\S+WP$", symbols, re.MULTILINE).groups()
        with open(f"/proc/{self.process.pid}/maps") as maps:
            base = next(int(line.split("-")[0], 16) for line in maps if line.rstrip().endswith(str(self.file)))
        with open(f"/proc/{self.process.pid}/mem", "rb") as memory:
            memory.seek(base + int(place, 16))
            return memory.read(int(size, 16))

    def end(self):
        self.process.communicate(timeout=60)
        return self.process.returncode


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    file = tmp_path_factory.mktemp("program") / "waiting"
    subprocess.run(["swiftc", "-Onone", "-module-name", "waiting", SOURCE, "-o", file], check=True)
    return file


@pytest.fixture
def program(compiled, tmp_path):
    program = Program(compiled, tmp_path)
    yield program
    program.process.kill()
    program.process.communicate()


def test_a_protocol_that_is_switched_on_shows_its_calls_and_leaves_no_trace_when_it_is_switched_off(page, program):
    before = program.table()
    assert len(before) >= 16
    page.goto(program.url + "#tab=protocols")
    page.get_by_placeholder("Name, module or type").fill("waiting")
    switch = page.get_by_role("switch", name="Record waiting.LineDelegate")
    expect(switch).to_have_attribute("aria-checked", "false")
    assert program.ask("unseen") == 6
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert program.table() != before
    assert [program.ask(text) for text in ("one", "three")] == [4, 7]
    row = page.locator("#protocol-list .grid__row:visible", has_text="LineDelegate")
    expect(row.locator("[data-column=calls]")).to_have_text("2")
    page.get_by_role("tab", name="Traffic").click()
    calls = page.locator(ROWS)
    expect(calls).to_have_count(2)
    expect(calls.first).to_contain_text('line "one", number: 1')
    expect(calls.last).to_contain_text('line "three", number: 2')
    assert {call["target"] for call in ask(program.url, "api/v1/invocations")["items"]} == {"Counter"}
    page.get_by_role("tab", name="Protocols").click()
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert program.table() == before
    assert program.ask("later") == 8
    wait_for(lambda: ask(program.url)["counters"]["unaccounted"] == 0, "the records")
    assert ask(program.url)["counters"]["calls"] == 2
    assert program.end() == 0
