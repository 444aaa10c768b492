# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Recordings of several processes: import and export of their lines, and comparisons of versions."""
import contextlib
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import urllib.error
import urllib.request

import pytest

from conftest import ROOT

DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"


def run(inspector, *arguments):
    return subprocess.run([inspector, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def get(url):
    with urllib.request.urlopen(url, timeout=20) as reply:
        return json.load(reply)


def lines_of(text):
    # Strings may contain what splitlines takes for ends of lines.
    return [line for line in text.split("\n") if line]


def members_with(line, version, host):
    """A call of an export with its process, which stands after `depth`."""
    members = {}
    for name, value in json.loads(line).items():
        members[name] = value
        if name == "depth":
            members["process"] = {"service": "shop", "version": version, "host": host, "id": 7}
    return members


@pytest.fixture(scope="module")
def fleet(inspector, tmp_path_factory):
    """The lines and a recording of two processes of shop@1.1 and one of shop@1.2, which lacks a selector; and, beside
    them, the recording of each. No test changes them."""
    folder = tmp_path_factory.mktemp("fleet")
    lines = []
    for version, host in [("1.1", "web-0"), ("1.1", "web-1"), ("1.2", "web-2")]:
        path = folder / f"{host}.sqlite"
        assert run(inspector, "xml", DOCUMENT, "--store", path).returncode == 0
        filtered = [] if version == "1.1" else ["--filter=-selector:foundComment*"]
        exported = lines_of(run(inspector, "export", path, "--no-lifecycle", *filtered).stdout)
        lines += [json.dumps(members_with(line, version, host)) for line in exported]
    text, file = folder / "fleet.ndjson", folder / "fleet.sqlite"
    text.write_text("\n".join(lines) + "\n")
    done = run(inspector, "import", text, file)
    assert done.returncode == 0, done.stderr
    return text, file


def test_lines_of_several_processes_survive_export_and_import(inspector, fleet, tmp_path):
    text, file = fleet
    first, copy = run(inspector, "export", file).stdout, tmp_path / "copy.sqlite"
    calls = {line["id"]: line for line in map(json.loads, lines_of(text.read_text()))}
    assert {line["id"]: line for line in map(json.loads, lines_of(first))} == calls
    (tmp_path / "first.ndjson").write_text(first)
    assert run(inspector, "import", tmp_path / "first.ndjson", copy).returncode == 0
    assert run(inspector, "export", copy).stdout == first


def renumber(path, old, new):
    """Gives a run of a recording another number."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        tables = {name for name, in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        # The number of the run is in the upper bits of these numbers.
        for table, bits in {"run": 0, "record": 40, "running": 40, "block": 29, "signature": 29}.items():
            file.execute(f"UPDATE {table} SET id = id + (? << {bits}) WHERE id >> {bits} = ?", [new - old, old])
        for table in tables:
            if "run" in [column for _, column, *_ in file.execute(f"PRAGMA table_info({table})")]:
                file.execute(f"UPDATE {table} SET run = ? WHERE run = ?", [new, old])
        file.commit()


def test_a_recording_of_millions_of_processes_is_exported_whole(inspector, fleet, tmp_path):
    """Regression test: a hundred times the key of a call, for the share that is done, had more than 64 bits."""
    _, file = fleet
    copy, output = tmp_path / "copy.sqlite", tmp_path / "copy.ndjson"
    whole = run(inspector, "export", file).stdout
    for number in [167_773, 2**22 - 1]:
        shutil.copy(file, copy)
        renumber(copy, 3, number)
        done = run(inspector, "export", copy)
        assert done.returncode == 0 and done.stdout == whole, done.stderr
        terminal, end = pty.openpty()
        command = [inspector, "export", str(copy), "-o", str(output)]
        assert subprocess.run(command, stderr=end, timeout=120).returncode == 0
        os.close(end)
        shown = os.read(terminal, 65_536).decode()
        os.close(terminal)
        shares = [int(share) for share in re.findall(r"(\d+) %", shown)]
        # The first one is told after a part of the calls.
        assert len(shares) > 1 and shares == sorted(shares) and shares[0] < 100 and shares[-1] == 100, shown
        assert output.read_text() == whole


def test_lines_with_and_without_a_process_do_not_get_into_one_file(inspector, fleet, tmp_path):
    text, file = fleet
    alone, plain = file.with_name("web-0.sqlite"), tmp_path / "plain.ndjson"
    assert run(inspector, "export", alone, "-o", plain).returncode == 0
    for lines, recording, words in [(plain, file, "no “process”"), (text, alone, "a “process”")]:
        refused = run(inspector, "import", lines, recording)
        assert refused.returncode == 1
        assert f"Line 1 can't be imported: it has {words}" in refused.stderr and "Correct" not in refused.stderr


def test_a_recording_that_lacks_rows_is_damaged_and_not_a_shorter_one(inspector, fleet, tmp_path):
    _, file = fleet
    damaged = tmp_path / "damaged.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as whole, contextlib.closing(sqlite3.connect(damaged)) as copy:
        whole.backup(copy)
        copy.execute("DELETE FROM block")
        copy.commit()
    for code, *arguments in ([1, "export", damaged], [1, "open", damaged],
                             [2, "compare", f"{damaged}#shop@1.1", f"{file}#shop@1.2"]):
        refused = run(inspector, *arguments)
        assert refused.returncode == code and refused.stdout == ""
        assert f"{damaged} is damaged" in refused.stderr and "inspector-server repair" in refused.stderr


def test_versions_are_compared_with_all_their_processes(inspector, fleet):
    _, file = fleet
    compared = run(inspector, "compare", f"{file}#shop@1.1", f"{file}#shop@1.2", "--json")
    assert compared.returncode == 1, compared.stderr
    changes = {row["selector"]: row["changes"] for row in json.loads(compared.stdout)}
    assert changes["parser(_:foundComment:)"] == ["vanished"]
    assert all("count" in kinds and "order" not in kinds for name, kinds in changes.items() if "Comment" not in name)
    refused = run(inspector, "compare", "--by-call", f"{file}#shop@1.1", f"{file}#shop@1.2")
    assert refused.returncode == 2 and "“shop@1.1” is 2 processes" in refused.stderr
    unknown = run(inspector, "compare", f"{file}#shop@1.3", f"{file}#shop@1.2")
    assert unknown.returncode == 2 and "has no run shop@1.3" in unknown.stderr


def test_the_api_has_versions_as_runs(start, fleet):
    _, file = fleet
    url = start("open", str(file)).url
    runs = get(url + "/api/v1/runs")["items"]
    versions = [run for run in runs if run["epoch"] is None]
    assert [(run["name"], run["processes"]) for run in versions] == [("shop@1.1", 2), ("shop@1.2", 1)]
    processes = [run for run in runs if run["epoch"] is not None]
    assert [run["processes"] for run in processes] == [1, 1, 1]
    assert versions[0]["stored"] == processes[0]["stored"] + processes[1]["stored"]
    comparison = get(url + "/api/v1/compare")
    assert (comparison["before"], comparison["after"]) == ("shop@1.1", "shop@1.2")
    assert all(row["before"]["firstSeq"] is None for row in comparison["items"])
    calls = get(url + "/api/v1/compare/calls")
    assert (calls["before"], calls["after"]) == (processes[1]["name"], processes[2]["name"])
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(url + "/api/v1/compare/calls?before=shop@1.1&after=shop@1.2")
    problem = json.load(refused.value)
    assert (refused.value.code, problem["code"], problem["field"]) == (400, "severalProcesses", "before")
    assert problem["candidates"] == [run["name"] for run in processes[:2]]


def test_a_test_repeats_the_calls_of_one_process(start, inspector, fleet):
    _, file = fleet
    refused = run(inspector, "make-test", file)
    assert refused.returncode != 0 and "The calls are those of 3 processes" in refused.stderr and refused.stdout == ""
    url = start("open", str(file)).url
    with pytest.raises(urllib.error.HTTPError) as answer:
        get(url + "/api/v1/export/test")
    problem = json.load(answer.value)
    assert (answer.value.code, problem["code"], problem["field"]) == (400, "severalProcesses", "filter")
    epochs = [item["name"] for item in get(url + "/api/v1/runs")["items"] if item["epoch"] is not None]
    assert sorted(problem["candidates"]) == sorted(epochs)
    for arguments in [["--run", epochs[0]], ["--filter", f"process:{epochs[0]}"]]:
        done = run(inspector, "make-test", file, *arguments)
        assert done.returncode == 0 and "calls of OutlineBuilder" in done.stderr, done.stderr
    with urllib.request.urlopen(f"{url}/api/v1/export/test?filter=process:{epochs[0]}", timeout=20) as reply:
        assert b"@Suite struct OutlineBuilderRecordedTests" in reply.read()
