# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Faulty recordings, exports and imports: messages, exit codes, and remaining files."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from conftest import ROOT, whole_answer

DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"


def run(inspector, *arguments, **options):
    return subprocess.run(
        [inspector, *map(str, arguments)], capture_output=True, text=True, timeout=60, **options)


@pytest.fixture(scope="module")
def recording(inspector, tmp_path_factory):
    path = tmp_path_factory.mktemp("recording") / "calls.sqlite"
    done = run(inspector, "xml", DOCUMENT, "--store", path)
    assert done.returncode == 0, done.stderr
    return path


# Recordings


def test_a_recording_that_is_taken_away_is_not_an_empty_one(start, recording, tmp_path):
    copy = tmp_path / "copy.sqlite"
    shutil.copy(recording, copy)
    server = start("open", str(copy))
    assert whole_answer(f"{server.url}/api/v1/invocations?limit=1")["matched"] > 1_000
    copy.unlink()
    for path in ("invocations", "invocations?filter=state:threw", "selectors", "status", "stream"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{server.url}/api/v1/{path}")
        problem = json.load(caught.value)
        assert (caught.value.code, problem["code"]) == (503, "recordingUnreadable")
        assert str(copy) in problem["detail"] and "Put it back" in problem["detail"]
    _, _, errors = server.stop()
    assert errors.count(f"{copy} was moved, deleted or replaced while it was read. Put it back") == 1


def test_what_is_left_of_a_damaged_recording_is_repaired(inspector, recording, tmp_path):
    damaged, repaired = tmp_path / "damaged.sqlite", tmp_path / "repaired.sqlite"
    pages = bytearray(recording.read_bytes())
    middle = len(pages) // 8_192 // 2 * 8_192
    pages[middle:middle + 3 * 8_192] = os.urandom(3 * 8_192)
    damaged.write_bytes(pages)
    refused = run(inspector, "export", damaged, "-o", tmp_path / "none.ndjson")
    assert refused.returncode == 1 and f"inspector-server repair '{damaged}'" in refused.stderr
    done = run(inspector, "repair", damaged, repaired)
    assert done.returncode == 0, done.stderr
    kept, missing = (int(part.split()[0]) for part in done.stderr.split(": ", 1)[1].split(", ")[:2])
    before, after = exported(inspector, recording), exported(inspector, repaired)
    assert len(after) == kept and kept + missing == len(before) and 0 < missing < 500
    assert set(after) <= set(before)
    again = run(inspector, "repair", damaged, repaired)
    assert again.returncode == 1 and "There is a file" in again.stderr
    assert damaged.read_bytes() == pages


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting wants root")
def test_a_recording_that_did_not_get_onto_the_disk_is_a_failure(inspector, lines, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)], check=True)
    try:
        path = disk / "calls.sqlite"
        done = run(inspector, "xml", DOCUMENT, "--store", path)
        assert done.returncode == 1
        assert "There is no room left" in done.stderr
        kept = count(inspector, path)
        assert f"{len(lines) - kept} invocations are not in {path}" in done.stderr
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting wants root")
def test_a_demo_whose_calls_did_not_get_onto_the_disk_is_a_failure(start, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)], check=True)
    try:
        server = start("demo", "--rate", "20000", "--store", str(disk / "calls.sqlite"))
        deadline, calls = time.monotonic() + 60, 0
        while calls < 20_000:
            assert time.monotonic() < deadline, f"{calls} calls"
            with urllib.request.urlopen(server.url + "/api/v1/status", timeout=20) as reply:
                calls = json.load(reply)["counters"]["calls"]
        code, _, errors = server.stop()
        assert code == 1 and "There is no room left" in errors
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("name", ["c" * 251 + ".csv", "é" * 125 + ".html"])
def test_a_file_name_may_be_as_long_as_the_file_system_takes_it(inspector, recording, tmp_path, name):
    done = run(inspector, "export", recording, "-o", tmp_path / name)
    assert done.returncode == 0, done.stderr
    assert os.listdir(tmp_path) == [name]


def test_a_pipe_in_the_place_of_a_recording_is_not_waited_for(inspector, recording, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for code, *arguments in ([1, "export", pipe], [2, "compare", recording, pipe], [1, "import", os.devnull, pipe],
                             [1, "xml", DOCUMENT, "--store", pipe]):
        refused = run(inspector, *arguments)
        assert refused.returncode == code and "is not an ordinary file" in refused.stderr


def test_what_cannot_be_compared_is_no_difference(inspector, recording, tmp_path):
    for other in (tmp_path / "missing.sqlite", f"{recording}#00000000", DOCUMENT):
        refused = run(inspector, "compare", recording, other)
        assert refused.returncode == 2 and str(other).split("#")[0] in refused.stderr and refused.stdout == ""


@pytest.fixture
def folder():
    """A folder that other users can read, unlike pytest's folders."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield pathlib.Path(name)


@pytest.mark.skipif(os.geteuid() != 0, reason="to be another user wants root")
def test_who_may_not_read_or_write_is_told_which_file(inspector, recording, folder):
    other = {"user": 65534, "group": 65534, "extra_groups": []}
    copy = folder / "copy.sqlite"
    shutil.copy(recording, copy)
    if subprocess.run([inspector, "--version"], capture_output=True, **other).returncode != 0:
        pytest.skip("the program itself is not for others")
    # It has no writers and no other files beside it, so it is read directly.
    read = run(inspector, "export", copy, **other)
    assert read.returncode == 0, read.stderr
    for name in ("copy.sqlite", "new.sqlite"):
        refused = run(inspector, "xml", DOCUMENT, "--store", folder / name, **other)
        assert refused.returncode == 1 and f"{folder / name} cannot be written" in refused.stderr
    # The remaining journal must be recovered, which is impossible here.
    (folder / "copy.sqlite-wal").write_bytes(b"left by a program that was killed")
    refused = run(inspector, "export", copy, **other)
    assert refused.returncode == 1 and f"{copy}-wal" in refused.stderr
    copy.chmod(0)
    refused = run(inspector, "export", copy, **other)
    assert refused.returncode == 1 and f"{copy} cannot be read (Permission denied)" in refused.stderr
    folder.chmod(0)
    refused = run(inspector, "export", copy, **other)
    assert refused.returncode == 1 and f"{copy} cannot be read (Permission denied)" in refused.stderr


# Output


def device(folder, name, minor):
    """A memory device: 1,3 is /dev/null, 1,7 is /dev/full."""
    path = folder / name
    os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
    return path


@pytest.mark.skipif(os.geteuid() != 0, reason="making devices wants root")
def test_a_device_is_written_and_not_replaced(inspector, recording, tmp_path):
    nothing, full = device(tmp_path, "null", 3), device(tmp_path, "full", 7)
    try:
        assert run(inspector, "export", recording, "-o", nothing).returncode == 0
        refused = run(inspector, "export", recording, "-o", full)
    except PermissionError:
        pytest.skip("devices cannot be opened here")
    assert refused.returncode == 1 and f"{full} cannot be written: No space left" in refused.stderr
    assert stat.S_ISCHR(nothing.stat().st_mode) and stat.S_ISCHR(full.stat().st_mode)


def test_a_pipe_is_written_and_not_replaced(inspector, recording, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["wc", "-l", pipe], stdout=subprocess.PIPE) as reader:
        done = run(inspector, "export", recording, "-o", pipe)
        lines = int(reader.stdout.read().split()[0])
    assert done.returncode == 0 and lines > 1_000
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_symbolic_link_stays_and_leads_to_the_export(inspector, recording, tmp_path):
    link, target = tmp_path / "link", tmp_path / "target.ndjson"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run(inspector, "export", recording, "-o", link).returncode == 0
    assert link.is_symlink() and target.read_text().startswith("{")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_symbolic_link_to_no_file_yet_stays_and_leads_to_the_export(inspector, recording, tmp_path):
    folder, link, second = tmp_path / "disk", tmp_path / "link", tmp_path / "second"
    folder.mkdir()
    link.symlink_to("disk/new.ndjson")
    second.symlink_to(link)
    assert run(inspector, "export", recording, "-o", second).returncode == 0
    assert link.is_symlink() and second.is_symlink()
    assert [file.name for file in folder.iterdir()] == ["new.ndjson"]
    assert (folder / "new.ndjson").read_text().startswith("{")


def test_a_symbolic_link_that_leads_back_to_itself_is_refused_and_stays(inspector, recording, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(link)
    refused = run(inspector, "export", recording, "-o", link)
    assert refused.returncode == 1 and f"{link} cannot be written" in refused.stderr
    assert link.is_symlink()


def test_an_export_does_not_overwrite_a_recording(inspector, recording):
    before = recording.read_bytes()
    refused = run(inspector, "export", recording, "-o", recording)
    assert refused.returncode == 1
    assert str(recording) in refused.stderr and "Choose another name" in refused.stderr
    assert recording.read_bytes() == before


@pytest.mark.parametrize("name, words", [
    ("", "is a folder"), ("missing/x.ndjson", "No such file or directory"),
])
def test_where_no_export_can_be_written_is_said_before_the_work(inspector, recording, tmp_path, name, words):
    refused = run(inspector, "export", recording, "-o", f"{tmp_path}/{name}")
    assert refused.returncode == 1 and words in refused.stderr and str(tmp_path) in refused.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_middle_of_an_export_leaves_nothing_half(inspector, recording, tmp_path, number):
    output = tmp_path / "calls.html"
    for _ in range(3):
        output.write_text("what was there")
        with subprocess.Popen([inspector, "export", recording, "--format", "html", "-o", output]) as process:
            deadline = time.monotonic() + 20
            while process.poll() is None and not [name for name in os.listdir(tmp_path) if name.endswith(".part")]:
                assert time.monotonic() < deadline, "the export has not begun"
            process.send_signal(number)
        # On a busy machine, it may have ended before this test got its turn.
        if process.returncode != 0:
            break
    assert process.returncode == -number
    assert os.listdir(tmp_path) == ["calls.html"] and output.read_text() == "what was there"


def shell(inspector, command, *arguments):
    return subprocess.run(
        ["bash", "-c", command, "bash", inspector, *map(str, arguments)], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("command", ['"$1" compare "$2" "$2" >/dev/full', '"$1" export "$2" >/dev/full',
                                     '"$1" compare "$2" "$2" >&-', '"$1" export "$2" >&-'])
def test_standard_output_that_cannot_be_written_is_told_of(inspector, recording, command):
    done = shell(inspector, command, recording)
    # Of a comparison, 1 says that there are differences.
    assert done.returncode == (2 if "compare" in command else 1)
    assert "standard output cannot be written: " in done.stderr and "Fatal" not in done.stderr


def test_messages_that_nobody_can_read_do_not_land_in_a_file(inspector, recording, tmp_path):
    for closed in ("2>&-", "2>/dev/full"):
        output = tmp_path / "calls.ndjson"
        assert shell(inspector, f'"$1" export "$2" -o "$3" {closed}', recording, output).returncode == 0
        assert "invocations." not in output.read_text()[-200:]


def test_an_export_ends_quietly_when_its_reader_has_enough(inspector, recording):
    done = shell(inspector, '"$1" export "$2" | head -1; exit "${PIPESTATUS[0]}"', recording)
    assert done.returncode == 128 + signal.SIGPIPE and done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


# Import


@pytest.fixture(scope="module")
def lines(inspector, recording):
    return exported(inspector, recording)


def exported(inspector, path):
    command = [inspector, "export", path, "--no-lifecycle"]
    return subprocess.run(command, capture_output=True, check=True).stdout.splitlines(True)


def count(inspector, path):
    return len(exported(inspector, path))


def test_what_came_before_a_wrong_line_is_kept_and_passed_over_the_next_time(inspector, tmp_path):
    source, copy = tmp_path / "calls.ndjson", tmp_path / "copy.sqlite"
    # More lines than an import writes at once.
    (tmp_path / "twice.xml").write_bytes(b"<twice>" + DOCUMENT.read_bytes().partition(b"?>")[2] * 2 + b"</twice>")
    assert run(inspector, "xml", tmp_path / "twice.xml", "--store", tmp_path / "calls.sqlite").returncode == 0
    lines = exported(inspector, tmp_path / "calls.sqlite")
    source.write_bytes(b"".join(lines[:9_000]) + lines[9_000][:200] + b"\n" + lines[9_001])
    refused = run(inspector, "import", source, copy)
    assert refused.returncode == 1
    assert "Line 9001 is not an invocation" in refused.stderr and "The 9000 invocations before it are in" in refused.stderr
    assert count(inspector, copy) == 9_000
    source.write_bytes(b"".join(lines[:9_010]))
    again = run(inspector, "import", source, copy)
    assert again.returncode == 0 and "10 invocations, 9000 were there already" in again.stderr
    assert count(inspector, copy) == 9_010


def test_an_import_whose_first_line_is_wrong_says_that_nothing_was_imported(inspector, tmp_path):
    source, copy = tmp_path / "calls.ndjson", tmp_path / "copy.sqlite"
    source.write_bytes(b'{"id":\n')
    refused = run(inspector, "import", source, copy)
    assert refused.returncode == 1 and "Line 1 is not an invocation" in refused.stderr
    assert "Nothing was imported. Correct the line and import again." in refused.stderr
    assert "before it" not in refused.stderr and "skipped" not in refused.stderr
    assert os.listdir(tmp_path) == ["calls.ndjson"]


def test_an_import_without_a_valid_line_removes_no_file_that_was_there(inspector, tmp_path):
    wrong, copy = tmp_path / "calls.csv", tmp_path / "copy.sqlite"
    wrong.write_bytes(b"id,selector\n1,x\n")
    assert run(inspector, "import", os.devnull, copy).returncode == 0
    assert run(inspector, "import", wrong, copy).returncode == 1 and copy.is_file()


@pytest.mark.parametrize("is_over", [True, False])
def test_an_import_without_a_valid_line_removes_no_calls_of_another_one(inspector, lines, tmp_path, is_over):
    copy, journal = tmp_path / "copy.sqlite", tmp_path / "copy.sqlite-wal"
    with subprocess.Popen([inspector, "import", "-", copy], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as first:
        deadline = time.monotonic() + 60
        # Its tables are in the journal.
        while not journal.exists() or journal.stat().st_size == 0:
            assert time.monotonic() < deadline and first.poll() is None
        with subprocess.Popen([inspector, "import", "-", copy], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as other:
            if is_over:
                assert other.communicate(b"".join(lines[:50]), timeout=60) and other.returncode == 0
            while not is_over and str(journal) not in opened(other):
                assert time.monotonic() < deadline and other.poll() is None
            _, errors = first.communicate(b"wrong\n", timeout=60)
            assert first.returncode == 1 and b"Nothing was imported." in errors
            if not is_over:
                assert other.communicate(b"".join(lines[:50]), timeout=60) and other.returncode == 0
    assert count(inspector, copy) == 50


def opened(process):
    """The files that a process has open."""
    found = set()
    for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.add(os.readlink(link))
    return found


def test_a_line_break_in_a_selector_makes_no_row_of_a_table(inspector, lines, tmp_path):
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    lines = lines[:200]
    for path, source in ((first, lines), (second, [line.replace(b"DidStartDocument", b"\\nforged") for line in lines])):
        done = subprocess.run([inspector, "import", "-", path], input=b"".join(source), capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
    compared = run(inspector, "compare", first, second)
    assert compared.returncode == 1 and "parser\\nforged" in compared.stdout
    assert not any(line.startswith("forged") for line in compared.stdout.splitlines())


def test_lines_come_from_standard_input_without_a_last_end(inspector, lines, tmp_path):
    copy = tmp_path / "copy.sqlite"
    source = b"\r\n".join(line.rstrip(b"\n") for line in lines[:50])
    done = subprocess.run([inspector, "import", "-", copy], input=source, capture_output=True, timeout=60)
    assert done.returncode == 0 and count(inspector, copy) == 50


@pytest.mark.parametrize("name", [":memory:", "file:copy.sqlite", "file::memory:?cache=shared"])
def test_a_name_that_sqlite_takes_for_something_else_is_that_of_a_file(inspector, lines, tmp_path, name):
    done = subprocess.run(
        [inspector, "import", "-", name], input=b"".join(lines[:50]), capture_output=True, timeout=60, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    repaired = run(inspector, "repair", name, name + ".repaired", cwd=tmp_path)
    assert repaired.returncode == 0, repaired.stderr
    assert not (tmp_path / "copy.sqlite").exists()
    for file in (name, name + ".repaired"):
        assert (tmp_path / file).is_file() and count(inspector, tmp_path / file) == 50
        export = run(inspector, "export", file, "--no-lifecycle", cwd=tmp_path)
        assert export.returncode == 0 and export.stdout.count("\n") == 50


def test_an_empty_name_of_a_recording_is_refused(inspector, recording, tmp_path):
    for arguments in (["import", os.devnull, ""], ["repair", recording, ""], ["export", ""]):
        refused = run(inspector, *arguments, cwd=tmp_path)
        assert refused.returncode == 1 and "The name of the recording is empty" in refused.stderr
    assert os.listdir(tmp_path) == []


def test_a_line_without_end_is_refused_in_bounded_time(inspector, tmp_path):
    copy = tmp_path / "copy.sqlite"
    with subprocess.Popen([inspector, "import", "/dev/zero", copy], stderr=subprocess.PIPE, text=True) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 1 and "a line of more than 64 MiB" in errors


@pytest.mark.parametrize("content, words", [
    (b'{"id":"\xff\xfe"}\n', "not UTF-8"), (b"SQLite format 3\0", "Line 1 is not an invocation"),
])
def test_bytes_that_are_no_lines_of_json_are_refused(inspector, tmp_path, content, words):
    source = tmp_path / "calls.ndjson"
    source.write_bytes(content)
    refused = run(inspector, "import", source, tmp_path / "copy.sqlite")
    assert refused.returncode == 1 and words in refused.stderr


def test_a_folder_is_no_source_and_leaves_no_recording(inspector, tmp_path):
    for source, words in ((tmp_path, "is a folder"), (tmp_path / "missing", "No such file")):
        refused = run(inspector, "import", source, tmp_path / "copy.sqlite")
        assert refused.returncode == 1 and words in refused.stderr and str(source) in refused.stderr
    assert os.listdir(tmp_path) == []
