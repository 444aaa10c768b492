# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-server protocols` lists what a program has, and does not run it."""
import fcntl
import json
import os
import subprocess

import pytest

from programs import INSPECTOR, SECONDS, SOURCES, Process


@pytest.fixture(scope="module")
def listed(programs):
    return programs("listed", c=["initialiser"])


@pytest.fixture(scope="module")
def named(programs):
    return programs("named", options=["-import-objc-header", SOURCES / "named.h"])


def run(*arguments, code=0):
    outcome = Process([INSPECTOR, "protocols", *map(str, arguments)])
    assert outcome.returncode == code, outcome.stderr
    return outcome


def items(*arguments):
    reply = json.loads(run("--json", *arguments).stdout)
    assert reply["count"] == len(reply["items"])
    return {item["protocol"]: item for item in reply["items"]}


def test_the_program_is_not_run(listed):
    alone = Process([listed])
    assert alone.stdout.startswith("initialised\nmain 1 2 ")
    assert "initialised" not in run(listed).stdout
    assert "main 1" not in run(listed).stdout


def test_protocols_are_listed_with_their_requirements_and_types(listed):
    outcome = run(listed)
    assert outcome.stdout.splitlines() == [
        "PROTOCOL                         REQUIREMENTS  TYPES  NAMES",
        "FoundationXML.XMLParserDelegate            20      1  Reader",
        "listed.LampDelegate                         4      2  Dimmer, Lamp",
        "listed.Unused                               1      0",
    ]
    assert "Protocols of the toolchain's modules are left out" in outcome.stderr


def test_the_list_has_a_form_for_programs(listed):
    found = items(listed)
    assert found["listed.LampDelegate"] == {
        "protocol": "listed.LampDelegate", "module": "listed", "name": "LampDelegate", "requirements": 4,
        "types": ["Dimmer", "Lamp"],
    }
    assert found["listed.Unused"]["types"] == []


def test_a_list_is_whole_behind_a_pipe_that_takes_less_at_once(listed):
    command = [INSPECTOR, "protocols", "--json", "--requirements", "--protocol", "*", listed]
    whole = Process(command).stdout.encode()
    assert len(whole) > 100_000
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.set_blocking(writer, False)
    process = subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    # In small pieces: the list is written faster than it is read.
    parts = []
    while part := os.read(reader, 64):
        parts.append(part)
    os.close(reader)
    errors = process.communicate(timeout=SECONDS)[1]
    assert process.returncode == 0, errors
    assert b"".join(parts) == whole


@pytest.mark.parametrize("options, names", [
    (["--protocol", "Lamp*"], {"listed.LampDelegate"}),
    (["--protocol", "listed.*"], {"listed.LampDelegate", "listed.Unused"}),
    (["--module", "listed"], {"listed.LampDelegate", "listed.Unused"}),
    (["--type", "Dimmer"], {"listed.LampDelegate"}),
    (["--protocol", "Nothing*"], set()),
])
def test_patterns_choose_protocols_and_types(listed, options, names):
    assert items(*options, listed).keys() == names


def test_modules_of_the_toolchain_are_listed_if_they_are_named(listed):
    named = items("--module", "Foundation*", listed)
    assert len(named) > 20 and all(item["module"].startswith("Foundation") for item in named.values())


def test_of_a_requirement_it_is_said_whether_it_can_be_recorded(listed):
    entries = items("--requirements", "--module", "listed", listed)["listed.LampDelegate"]["entries"]
    known = [(entry["type"], entry["requirement"], entry["kind"], entry["isAsync"]) for entry in entries]
    assert known == [
        (type, *requirement) for type in ["Dimmer", "Lamp"] for requirement in [
            ("level.get", "getter", False), ("level.set", "setter", False),
            ("switched(_:by:)", "method", False), ("fade()", "method", True),
        ]
    ]
    assert {(entry["limitation"], entry["refusal"]) for entry in entries} == {(None, None)}
    text = run("--requirements", "--module", "listed", listed).stdout
    assert text.splitlines()[:6] == [
        "listed.LampDelegate: 4 requirements, 2 conforming types",
        "  Dimmer",
        "    level.get        recorded with its values",
        "    level.set        recorded with its values",
        "    switched(_:by:)  recorded with its values",
        "    fade() async     recorded with its values",
    ]
    assert text.endswith("\n\nlisted.Unused: 1 requirement, no conforming type\n")


def test_a_type_of_c_is_recorded_by_the_name_that_it_has_in_swift(named):
    (entry,) = items("--requirements", "--type", "Lamp", named)["named.Switching"]["entries"]
    assert (entry["type"], entry["requirement"], entry["refusal"]) == ("Lamp", "turn(_:)", None)


@pytest.mark.parametrize("options", [["--protocol", "`my switching`"], ["--type", "`my lamp`"]])
def test_raw_identifiers_are_found_and_listed_as_in_source(named, options):
    (entry,) = items("--requirements", *options, named)["named.`my switching`"]["entries"]
    assert (entry["type"], entry["refusal"]) == ("`my lamp`", None)
    assert entry["requirement"] == "`turn on`(`with me`:)"


def test_of_a_stripped_program_only_names_are_known(listed, tmp_path):
    stripped = tmp_path / "listed"
    subprocess.run(["strip", "-o", stripped, listed], check=True)
    assert items("--module", "listed", stripped) == items("--module", "listed", listed)
    outcome = run("--json", "--requirements", "--protocol", "LampDelegate", stripped)
    assert "has no symbol table" in outcome.stderr
    (item,) = json.loads(outcome.stdout)["items"]
    assert len(item["entries"]) == 8
    assert all(entry["requirement"] is None and entry["refusal"] for entry in item["entries"])


@pytest.mark.parametrize("arguments, code, message", [
    (["missing"], 1, "no such program"),
    (["sh"], 1, "not linked with the Swift runtime"),
    (["--protocol", "", "sh"], 64, "--protocol ''"),
    ([], 64, "program"),
])
def test_what_cannot_be_listed_is_told(arguments, code, message):
    outcome = run(*arguments, code=code)
    assert message in outcome.stderr.lower() or message in outcome.stderr
    assert outcome.stdout == ""
