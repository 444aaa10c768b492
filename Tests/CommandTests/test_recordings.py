# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Recordings on disk: what is left after kill -9, on a full disk, in a read-only folder; open, export, import, compare.

RECORDING_KILLS says how often a recording program is killed; 200 is the full proof.
"""
import contextlib
import csv
import io
import json
import os
import pty
import random
import re
import signal
import sqlite3
import subprocess
import time
import urllib.request

import pytest

from conftest import ROOT, Server, whole_answer
from recorded_calls import Calls

DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"
KILLS = int(os.environ.get("RECORDING_KILLS", "4"))
# What may be missing, in seconds: the full proof asks for the promised RECORDING_WINDOW=0.2; on a busy machine, the
# thread that writes may get its turn much later.
WINDOW_SECONDS = float(os.environ.get("RECORDING_WINDOW", "2"))


def get(url):
    with urllib.request.urlopen(url, timeout=20) as reply:
        return json.load(reply)


def run(inspector, *arguments):
    return subprocess.run([inspector, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def read(path, query):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as database:
        return database.execute(query).fetchall()


@pytest.fixture
def recording(inspector, tmp_path):
    path = tmp_path / "calls.sqlite"
    done = run(inspector, "xml", DOCUMENT, "--store", path)
    assert done.returncode == 0, done.stderr
    return path


def eventually(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.02)


def count(path):
    try:
        return read(path, "SELECT ifnull(sum(count), 0) FROM block")[0][0]
    except sqlite3.OperationalError:
        return 0


def test_a_recording_has_every_call_and_sqlite_reads_it(inspector, recording):
    selectors = read(recording, "SELECT selector, count(*) FROM invocations GROUP BY 1")
    calls = sum(number for _, number in selectors)
    assert calls > 1_000
    assert read(recording, "PRAGMA integrity_check") == [("ok",)]
    assert read(recording, "SELECT last_position, missed, ended > started FROM run") == [(calls, 0, 1)]
    assert read(recording, "SELECT sum(calls) FROM statistics") == [(calls,)]


@pytest.mark.parametrize("attempt", range(KILLS))
def test_a_killed_program_leaves_a_whole_file(inspector, tmp_path, attempt):
    chance = random.Random(attempt)
    path = tmp_path / "calls.sqlite"
    server = Server(["demo", "--rate", "5000", "--store", str(path)])
    try:
        eventually(lambda: count(path) > 0)
        time.sleep(chance.uniform(0, 1))
        started = get(f"{server.url}/api/v1/status")["counters"]["recorded"]
        time.sleep(WINDOW_SECONDS)
        os.kill(server.process.pid, signal.SIGKILL)
    finally:
        server.process.kill()
        server.process.communicate()
    assert read(path, "PRAGMA integrity_check") == [("ok",)]
    kept = count(path)
    # Everything recorded up to one window before the end exists, and every record is complete.
    assert kept >= started
    rows = read(path, "SELECT count(*), count(selector), count(started_at), sum(arguments IS NULL OR json_valid(arguments)),"
                      " sum(result IS NULL OR json_valid(result)) FROM invocations WHERE state <> 'running'")
    assert rows == [(kept,) * 5]
    assert read(path, "SELECT ended FROM run") == [(None,)]
    opened = run(inspector, "export", path)
    assert opened.returncode == 0 and len(opened.stdout.splitlines()) >= kept


def test_sqlite_reads_while_it_is_written(start, tmp_path):
    path = tmp_path / "calls.sqlite"
    server = start("demo", "--rate", "5000", "--store", str(path))
    eventually(lambda: count(path) > 0)
    seen = [count(path)]
    for _ in range(20):
        rows = read(path, "SELECT count(*), max(position) FROM invocations WHERE state <> 'running'")[0]
        assert rows[0] == rows[1] >= seen[-1]
        seen.append(rows[0])
        time.sleep(0.05)
    eventually(lambda: count(path) > seen[0])
    sink = get(f"{server.url}/api/v1/status")["sink"]
    assert sink["file"] == str(path) and sink["missed"] == 0 and sink["failure"] is None
    assert sink["written"] >= seen[-1] and sink["waiting"] < 20_000
    code, _, _ = server.stop()
    assert code == 0
    status = read(path, "SELECT ended IS NOT NULL, missed FROM run")
    assert status == [(1, 0)]


def test_another_programs_reading_takes_no_calls_away(start, tmp_path):
    """A process that closes a file loses its locks on it; without them, the last to close it deletes the journal."""
    path = tmp_path / "calls.sqlite"
    server = start("demo", "--rate", "2000", "--store", str(path))
    eventually(lambda: count(path) > 0)
    for question in ("status", "runs", "proxies", "invocations?limit=1"):
        get(f"{server.url}/api/v1/{question}")
    journal = path.with_name(path.name + "-wal")
    for _ in range(3):
        # Allowed to write, unlike the programs that `read` stands for.
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as database:
            database.execute("SELECT count(*) FROM record").fetchall()
        assert journal.exists()
        seen = count(path)
        eventually(lambda: count(path) > seen)
    recorded = get(f"{server.url}/api/v1/status")["counters"]["recorded"]
    eventually(lambda: count(path) >= recorded)
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    assert count(path) >= recorded
    assert read(path, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting wants root")
def test_a_full_disk_stops_neither_the_program_nor_what_was_written(inspector, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)], check=True)
    try:
        path = disk / "calls.sqlite"
        server = Server(["demo", "--rate", "20000", "--store", str(path)])
        status = lambda: get(f"{server.url}/api/v1/status")["counters"]
        try:
            eventually(lambda: os.statvfs(disk).f_bfree < 16, 60)
            before = status()
            eventually(lambda: status()["recorded"] > before["recorded"] + 5_000, 30)
            assert status()["dropped"] == 0
            # On a busy machine, the calls above can be recorded before the file's thread writes again.
            sink = lambda: get(f"{server.url}/api/v1/status")["sink"]
            eventually(lambda: "There is no room left" in (sink()["failure"] or ""), 30)
            assert sink()["file"] == str(path) and sink()["waiting"] > 0
            kept = count(path)
            assert kept > 0
        finally:
            code, _, errors = server.stop()
        # The file lacks calls.
        assert code == 1
        assert "There is no room left" in errors and str(path) in errors and "Make room" in errors
        # Reported once, and again only after a successful write in between, because its journal can free some space.
        assert errors.count("There is no room left") - errors.count("is writable again") in (0, 1)
        assert read(path, "PRAGMA integrity_check") == [("ok",)]
        assert count(path) >= kept
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting wants root")
def test_a_read_only_folder_is_told_of_and_can_be_read(inspector, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(disk)], check=True)
    try:
        path = disk / "calls.sqlite"
        assert run(inspector, "xml", DOCUMENT, "--store", path).returncode == 0
        calls = count(path)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        refused = run(inspector, "xml", DOCUMENT, "--store", path)
        assert refused.returncode == 1
        assert "cannot be written" in refused.stderr and str(path) in refused.stderr
        exported = run(inspector, "export", path, "--no-lifecycle")
        assert exported.returncode == 0, exported.stderr
        assert len(exported.stdout.splitlines()) == calls
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_open_serves_a_recording_with_its_epoch(start, recording):
    server = start("open", str(recording))
    calls = count(recording)
    epoch = read(recording, "SELECT epoch FROM run")[0][0]
    status = get(f"{server.url}/api/v1/status")
    assert status["epoch"] == epoch and status["recording"] is False
    assert status["counters"]["stored"] == calls
    page = whole_answer(f"{server.url}/api/v1/invocations?limit=5")
    assert page["matched"] == page["stored"] == calls and page["items"][0]["seq"] == calls
    one = get(f"{server.url}/api/v1/invocations/{page['items'][-1]['id']}")
    assert one["next"] or one["previous"]
    assert sum(row["calls"] for row in get(f"{server.url}/api/v1/selectors")["items"]) == calls
    buckets = get(f"{server.url}/api/v1/timeline?buckets=10")
    assert sum(bucket["count"] for bucket in buckets["items"]) == calls
    found = whole_answer(f"{server.url}/api/v1/invocations?filter=selector:foundComment*&limit=1")
    wanted = read(recording, "SELECT count(*) FROM invocations WHERE selector LIKE '%foundComment%'")[0][0]
    assert found["matched"] == wanted
    with urllib.request.urlopen(server.url + "/") as reply:
        assert b"Delegate Inspector" in reply.read()


def test_lines_survive_export_and_import_byte_for_byte(inspector, recording, tmp_path):
    first, second, copy = tmp_path / "a.ndjson", tmp_path / "b.ndjson", tmp_path / "copy.sqlite"
    assert run(inspector, "export", recording, "-o", first).returncode == 0
    assert run(inspector, "import", first, copy).returncode == 0
    assert run(inspector, "export", copy, "-o", second).returncode == 0
    assert first.read_bytes() == second.read_bytes()
    lines = [json.loads(line) for line in first.read_bytes().splitlines()]
    events = [line for line in lines if "what" in line]
    assert len(lines) - len(events) == count(recording)
    assert {"installed", "gone"} <= {event["what"] for event in events}
    assert len(events) == read(recording, "SELECT count(*) FROM event")[0][0]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))


def test_filters_in_options_may_begin_with_a_minus_sign(inspector, recording):
    names = lambda *options: [
        json.loads(line)["selector"]
        for line in run(inspector, "export", recording, "--no-lifecycle", *options).stdout.splitlines()
    ]
    others = [name for name in names() if "foundCharacters" not in name]
    assert others and names("--filter", "-selector:*foundCharacters*") == others
    same = run(inspector, "compare", "--by-call", "--ignore", "-selector:*foundCharacters*", recording, recording)
    assert same.returncode == 0 and f"{2 * len(others)} calls ignored" in same.stdout, same.stderr
    refused = run(inspector, "export", recording, "--otlp", "http://127.0.0.1:1", "--otlp-filter", "-state:threw")
    assert "Use --filter in place of --otlp-filter." in refused.stderr


def test_lines_with_a_byte_order_mark_are_imported(inspector, recording, tmp_path):
    lines, marked, copy = tmp_path / "a.ndjson", tmp_path / "marked.ndjson", tmp_path / "copy.sqlite"
    assert run(inspector, "export", recording, "-o", lines).returncode == 0
    marked.write_bytes(b"\xef\xbb\xbf" + lines.read_bytes())
    assert run(inspector, "import", marked, copy).returncode == 0
    assert count(copy) == count(recording)


def test_an_export_that_is_interrupted_leaves_what_was_there(inspector, recording, tmp_path):
    folder = tmp_path / "exports"
    folder.mkdir()
    output = folder / "calls.html"
    command = [inspector, "export", str(recording), "--format", "html", "-o", str(output)]
    for _ in range(3):
        output.write_text("what was there")
        export = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        # It is in progress while the file has a companion.
        eventually(lambda: len(list(folder.iterdir())) == 2 or export.poll() is not None)
        export.send_signal(signal.SIGINT)
        # On a busy machine, it may have ended before this test got its turn.
        if export.wait(20) != 0:
            break
    assert export.returncode == -signal.SIGINT
    assert list(folder.iterdir()) == [output] and output.read_text() == "what was there"
    assert run(inspector, *command[1:]).returncode == 0
    assert list(folder.iterdir()) == [output] and "</html>" in output.read_text()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT])
def test_an_export_goes_on_after_a_signal_that_it_was_started_to_ignore(inspector, recording, tmp_path, number):
    folder = tmp_path / "exports"
    folder.mkdir()
    output = folder / "calls.html"
    command = [inspector, "export", str(recording), "--format", "html", "-o", str(output)]
    for _ in range(3):
        export = subprocess.Popen(
            command, stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
        eventually(lambda: list(folder.glob("*.part")) or export.poll() is not None)
        export.send_signal(number)
        assert export.wait(60) == 0 and list(folder.iterdir()) == [output]
        output.unlink()


def test_pipes_that_do_not_block_are_waited_for(inspector, recording, tmp_path):
    whole = subprocess.run([inspector, "export", str(recording)], capture_output=True, timeout=60).stdout
    assert len(whole) > 1 << 20
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with open(reader, "rb") as output:
        export = subprocess.Popen([inspector, "export", str(recording)], stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        assert output.read() == whole
        assert export.communicate(timeout=20)[1] == b"" and export.returncode == 0
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    copy = tmp_path / "copy.sqlite"
    done = subprocess.Popen([inspector, "import", "-", str(copy)], stdin=reader, stderr=subprocess.PIPE)
    os.close(reader)
    with open(writer, "wb") as lines:
        # It looks before there is anything.
        eventually(lambda: copy.exists() or done.poll() is not None)
        with contextlib.suppress(BrokenPipeError):
            lines.write(whole)
            lines.flush()
    errors = done.communicate(timeout=60)[1]
    assert done.returncode == 0, errors
    assert count(copy) == count(recording)


def test_long_work_shows_progress_to_a_person_and_to_nobody_else(inspector, recording, tmp_path):
    lines, copy = tmp_path / "calls.ndjson", tmp_path / "copy.sqlite"
    for arguments in (["export", recording, "-o", lines], ["import", lines, copy]):
        command = [inspector, *map(str, arguments)]
        terminal, end = pty.openpty()
        assert subprocess.run(command, stderr=end, timeout=60).returncode == 0
        os.close(end)
        shown = os.read(terminal, 65_536).decode()
        os.close(terminal)
        assert re.search(r"\r\x1b\[2K.* \d+ %", shown), shown
        plain = subprocess.run(command, capture_output=True, text=True, timeout=60).stderr
        assert plain.count("\n") == 1 and "%" not in plain and "\r" not in plain


def test_a_pipe_is_written_and_a_link_is_followed(inspector, recording, tmp_path):
    lines = run(inspector, "export", recording).stdout
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    export = subprocess.Popen([inspector, "export", str(recording), "-o", str(pipe)], stderr=subprocess.DEVNULL)
    assert pipe.read_text() == lines and export.wait(20) == 0
    assert pipe.is_fifo()
    target, link = tmp_path / "target.ndjson", tmp_path / "link.ndjson"
    target.write_text("old")
    link.symlink_to(target)
    assert run(inspector, "export", recording, "-o", link).returncode == 0
    assert link.is_symlink() and target.read_text() == lines


def test_a_table_has_a_row_for_every_call_and_a_trace_an_event(inspector, recording):
    rows = list(csv.reader(io.StringIO(run(inspector, "export", recording, "--format", "csv").stdout)))
    kind = rows[0].index("event")
    assert len([row for row in rows if not row[kind]]) == count(recording)
    assert "installed" in [row[kind] for row in rows]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows[1:] for cell in row if cell[:1] in "=+@\t\r" and cell]
    trace = json.loads(run(inspector, "export", recording, "--format", "trace").stdout)
    events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    assert len(events) == count(recording)


def test_compare_says_what_changed(inspector, recording, tmp_path):
    same = run(inspector, "compare", recording, recording)
    assert same.returncode == 0 and "no difference" in same.stdout
    other, lines = tmp_path / "other.sqlite", tmp_path / "other.ndjson"
    run(inspector, "export", recording, "--filter=-selector:foundComment*", "-o", lines)
    run(inspector, "import", lines, other)
    changed = run(inspector, "compare", recording, other)
    assert changed.returncode == 1
    assert "vanished" in changed.stdout and "parser(_:foundComment:)" in changed.stdout
    rows = json.loads(run(inspector, "compare", recording, other, "--json").stdout)
    assert [row["selector"] for row in rows if "vanished" in row["changes"]] == ["parser(_:foundComment:)"]


def test_compare_finds_the_run_of_a_file_with_a_number_sign(inspector, recording):
    file = recording.rename(recording.with_name("issue#7.sqlite"))
    (run_of_file,) = {json.loads(line)["id"].split("-")[0] for line in run(inspector, "export", file).stdout.splitlines()}
    for name in (file, f"{file}#{run_of_file}", f"{file}#"):
        same = run(inspector, "compare", name, file)
        assert same.returncode == 0, same.stderr
    missing = run(inspector, "compare", f"{file}#00000000", file)
    assert missing.returncode == 2 and f"{file} has no run 00000000" in missing.stderr


@pytest.mark.parametrize("options", [[], ["--by-call"], ["--json"]])
def test_a_comparison_that_cannot_be_written_is_no_difference(inspector, recording, options):
    with open("/dev/full", "w") as full:
        command = [inspector, "compare", *options, str(recording), str(recording)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2 and "standard output cannot be written" in done.stderr


def test_compare_by_call_counts_a_longer_run_as_differences_when_asked(inspector, tmp_path):
    for name, rounds in (("short", 2), ("long", 6)):
        calls = Calls()
        for number in range(rounds * 3):
            calls.add(number * 1000, number * 1000 + 500, selector=f"meter(_:did{'ABC'[number % 3]}:)")
        calls.write(tmp_path / f"{name}.ndjson")
        done = run(inspector, "import", tmp_path / f"{name}.ndjson", tmp_path / f"{name}.sqlite")
        assert done.returncode == 0, done.stderr
    files = (tmp_path / "short.sqlite", tmp_path / "long.sqlite")
    words = "in 6 and 18 calls; the second run continues by 12 calls"
    same = run(inspector, "compare", "--by-call", *files)
    assert (same.returncode, same.stdout.splitlines()[-1]) == (0, words.replace("in", "no difference between", 1))
    exact = run(inspector, "compare", "--by-call", "--exact", *files)
    assert (exact.returncode, exact.stdout.splitlines()[-1]) == (1, f"12 differences {words}")
    report = json.loads(run(inspector, "compare", "--by-call", "--exact", "--json", *files).stdout)
    assert (report["isSame"], report["differences"], report["longerAfter"]) == (False, 12, 12)


def test_compare_by_call_names_the_changed_argument(inspector, recording, tmp_path):
    same = run(inspector, "compare", "--by-call", recording, recording)
    assert same.returncode == 0 and same.stdout == f"no difference between {count(recording)} calls\n"
    other, lines = tmp_path / "other.sqlite", tmp_path / "other.ndjson"
    run(inspector, "export", recording, "-o", lines)
    calls = [json.loads(line) for line in lines.read_text().splitlines()]
    changed = next(call for call in calls if call.get("selector") == "parser(_:foundComment:)")
    changed["arguments"][1]["value"] = "another comment"
    lines.write_text("".join(json.dumps(call) + "\n" for call in calls))
    run(inspector, "import", lines, other)

    text = run(inspector, "compare", "--by-call", recording, other)
    assert text.returncode == 1 and "→ \"another comment\"" in text.stdout and "1 difference in" in text.stdout
    report = json.loads(run(inspector, "compare", "--by-call", "--json", recording, other).stdout)
    rows = [row for lane in report["lanes"] for row in lane["rows"] if row["change"] == "changed"]
    assert [(row["after"]["id"], [field["name"] for field in row["fields"]]) for row in rows] == [
        (changed["id"], ["comment"])]
    for option in (["--ignore", "selector:*foundComment*"], ["--ignore-value", "comment"]):
        assert run(inspector, "compare", "--by-call", *option, recording, other).returncode == 0


@pytest.mark.parametrize("options, words", [
    (["--ignore", "x"], "--ignore needs --by-call"),
    (["--by-call", "--ignore", "("], "--ignore:"),
    (["--by-call", "--ignore", ""], "would leave out every call"),
    (["--by-call", "--count-tolerance=-1"], "--count-tolerance"),
    (["--by-call", "--limit", "0"], "--limit 0"),
])
def test_compare_refuses_options_that_mean_nothing(inspector, recording, options, words):
    refused = run(inspector, "compare", *options, recording, recording)
    assert refused.returncode == 64 and words in refused.stderr


@pytest.mark.parametrize("content, words", [
    (b"not a database, just text", "is not a recording"),
    (b"", "is not a recording"),
])
def test_what_is_no_recording_is_refused_in_words(inspector, tmp_path, content, words):
    path = tmp_path / "file.sqlite"
    path.write_bytes(content)
    refused = run(inspector, "open", path)
    assert refused.returncode == 1
    assert words in refused.stderr and str(path) in refused.stderr
    assert path.read_bytes() == content


def test_a_line_that_is_no_call_is_refused_with_its_number(inspector, recording, tmp_path):
    lines = tmp_path / "bad.ndjson"
    run(inspector, "export", recording, "-o", lines)
    lines.write_bytes(b"\n".join(lines.read_bytes().splitlines()[:3]) + b"\n{\"id\":7}\n")
    refused = run(inspector, "import", lines, tmp_path / "copy.sqlite")
    assert refused.returncode == 1 and "Line 4" in refused.stderr
