# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What a program notices of `inspector-server exec`: nothing; and what is said when it cannot be inspected."""
import contextlib
import ctypes
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request

import pytest

from programs import INSPECTOR, SECONDS, SOURCES, Process, end_group, exec_command, recorded

# Signals 32 and 33 are the C library's own.
BLOCKED = {signal.SIGUSR1, signal.SIGTERM, signal.SIGRTMIN}
IGNORED = {signal.SIGHUP, signal.SIGPIPE, signal.SIGTTOU, signal.SIGXFSZ}
# Of <sys/prctl.h>.
PR_SET_PDEATHSIG, PR_GET_PDEATHSIG = 1, 2


@pytest.fixture(scope="module")
def guest(programs):
    return programs("guest")


@pytest.fixture
def environment(tmp_path):
    """A runtime folder of its own, no settings, and crashes without reports."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("INSPECT")}
    return {**own, "XDG_RUNTIME_DIR": str(tmp_path), "SWIFT_BACKTRACE": "enable=no"}


@pytest.fixture
def store(tmp_path):
    return tmp_path / "calls.recording"


def urls(errors):
    return re.findall(r"^http://\S+$", errors, re.MULTILINE)


def run_both(command, environment, *options, **more):
    """The same command alone and inspected."""
    command = [str(word) if not isinstance(word, bytes) else word for word in command]
    alone = Process(command, env=environment, **more)
    inspected = Process([*exec_command(*options, program=[]), *command], env=environment, **more)
    return alone, inspected


# MARK: What the program inherits


def signals(ignored, blocked):
    """Lets a program begin with these, whatever the tests were started with: a job in the background ignores some."""
    def set_them():
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)

    return {"preexec_fn": set_them, "restore_signals": False}


def test_a_program_inherits_the_signals_that_exec_was_started_with(guest, environment):
    alone, inspected = run_both([guest, "tell"], environment, **signals(IGNORED, BLOCKED))
    assert f"blocked {sorted(map(int, BLOCKED))}" in alone.stdout
    assert f"ignored {sorted(map(int, IGNORED))}" in alone.stdout
    assert urls(inspected.stderr), inspected.stderr
    assert inspected.stdout == alone.stdout


def test_a_program_inherits_no_blocked_and_no_ignored_signal_if_there_was_none(guest, environment):
    alone, inspected = run_both([guest, "tell"], environment, **signals(set(), set()))
    assert "blocked []" in inspected.stdout and "ignored []" in inspected.stdout
    assert inspected.stdout == alone.stdout


def at_end_of_parent(number):
    """Lets a program begin with this signal at the end of its parent."""
    prctl = ctypes.CDLL(None).prctl
    return {"preexec_fn": lambda: prctl(PR_SET_PDEATHSIG, number)}


@pytest.mark.parametrize("number", [signal.SIGTERM, 0])
def test_a_program_inherits_the_signal_at_the_end_of_the_parent(environment, number):
    reading = f"n = c_int(); CDLL(None).prctl({PR_GET_PDEATHSIG}, byref(n)); print(n)"
    # A program of C is started with its children only.
    command = [os.path.realpath(sys.executable), "-c", f"from ctypes import *; {reading}"]
    alone, inspected = run_both(command, environment, "--children", **at_end_of_parent(number))
    assert alone.stdout == f"c_int({int(number)})\n"
    assert inspected.stdout == alone.stdout, inspected.stderr


@pytest.fixture
def unread():
    """A pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


#: Lets a program write its errors to what is its standard input.
ERRORS_TO_INPUT = ["sh", "-c", 'exec "$@" 2>&0 </dev/null', "sh"]


@pytest.mark.parametrize("blocked", [set(), {signal.SIGPIPE}])
def test_messages_that_nobody_reads_leave_no_signal_to_the_program(guest, environment, store, unread, blocked):
    options = ["--module", "guest", "--store", store]
    alone, inspected = (
        Process([*ERRORS_TO_INPUT, *command], env=environment, stdin=unread, **signals(set(), blocked))
        for command in ([guest, "tell"], exec_command(*options, program=[guest, "tell"])))
    assert alone.returncode == inspected.returncode == 0
    # The shell adds to the environment, which follows.
    told = alone.stdout.splitlines()[:4]
    assert told[3] == "pending []"
    assert inspected.stdout.splitlines()[:4] == told
    assert len(recorded(store)) == 1, "it was inspected"


def test_a_program_that_cannot_be_inspected_runs_alone_when_nobody_reads_that(guest, environment, tmp_path, unread):
    # Nothing reads what is behind the end.
    with open(copy_runtime(guest, tmp_path), "ab") as file:
        file.write(b"another")
    command = exec_command("--children", program=["env", f"LD_LIBRARY_PATH={tmp_path}", guest, "exit", "3"])
    outcome = Process([*ERRORS_TO_INPUT, *command], env=environment, stdin=unread)
    assert outcome.returncode == 3 and outcome.stdout == "delegate 4\n"


def test_a_program_inherits_all_descriptors_of_the_caller_and_none_of_the_inspector(guest, environment):
    ends = os.pipe()
    try:
        os.dup2(ends[0], 77)
        alone, inspected = run_both([guest, "tell"], environment, pass_fds=(*ends, 77))
    finally:
        for descriptor in (*ends, 77):
            os.close(descriptor)
    assert f"descriptors {[0, 1, 2, *sorted(ends), 77]}" in alone.stdout
    assert inspected.stdout == alone.stdout


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_a_closed_descriptor_is_no_file_of_the_inspector(guest, environment, store, closed):
    """The program would read it, and write to it."""
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh"]
    alone = Process([*shell, guest, "errors"], env=environment)
    for options in [], ["--store", store]:
        inspected = Process([*shell, *exec_command(*options, program=[guest, "errors"])], env=environment)
        assert inspected.returncode == alone.returncode == 0
        assert inspected.stdout == alone.stdout
        assert alone.stderr in inspected.stderr
    assert len(recorded(store)) == 1


@pytest.mark.parametrize("preload", [None, "", "libm.so.6", "libm.so.6  libdl.so.2:", b"/no\xff"])
def test_a_program_inherits_the_environment_byte_for_byte(guest, environment, preload):
    more = {} if preload is None else {"LD_PRELOAD": preload}
    alone, inspected = run_both([guest, "tell"], {**environment, **more, "INSPECTOR_MEMORY": "8"}, text=False)
    assert (b"LD_PRELOAD=" in alone.stdout) == (preload is not None)
    assert b"http://" in inspected.stderr, inspected.stderr
    assert inspected.stdout == alone.stdout


def test_a_program_gets_its_arguments_byte_for_byte(guest, environment):
    command = [guest, "tell", "--nope", "--", "", "-x", "two words", "--port=1", b"\xff\xfe", "\n"]
    alone, inspected = run_both(command, environment, text=False)
    assert b"--nope\n--\n\n-x\ntwo words\n--port=1\n\xff\xfe\n\n\n" in alone.stdout
    assert b"http://" in inspected.stderr
    assert inspected.stdout == alone.stdout


# MARK: The program's end


@pytest.mark.parametrize("end", [["exit", 0], ["exit", 3], ["exit", 255], ["quick", 5], ["kill", 15], ["kill", 6], ["kill", 9]])
def test_a_program_ends_as_it_does_alone(guest, environment, end):
    alone, inspected = run_both([guest, *end], environment)
    assert urls(inspected.stderr)
    assert inspected.returncode == alone.returncode
    assert inspected.stdout == alone.stdout == "delegate 4\n"


@pytest.mark.parametrize("end", ["exit", "quick"])
def test_the_calls_of_a_program_that_exits_are_in_its_recording(guest, environment, store, end):
    outcome = Process(exec_command("--module", "guest", "--store", store, program=[guest, end, "5"]), env=environment)
    assert outcome.returncode == 5, outcome.stderr
    assert [call["selector"] for call in recorded(store)] == ["arrived(with:)"]


def test_a_program_that_has_closed_all_descriptors_ends(guest, environment, store):
    alone, inspected = run_both([guest, "close"], environment, "--store", store)
    assert urls(inspected.stderr)
    assert inspected.returncode == alone.returncode == 0
    assert inspected.stdout == alone.stdout
    assert "has closed the inspector's files" in inspected.stderr


def test_nothing_is_written_to_files_that_have_got_numbers_of_the_inspector(guest, environment, store, tmp_path):
    """Neither messages, nor calls."""
    file = tmp_path / "file"
    alone, inspected = run_both([guest, "reuse", file], environment, "--store", store)
    assert urls(inspected.stderr)
    assert inspected.returncode == alone.returncode == 0
    assert inspected.stdout == alone.stdout
    assert file.read_bytes() == b""


def test_a_program_has_the_numbers_for_its_files_that_it_would_have_alone(guest, environment, store):
    alone, inspected = run_both([guest, "numbers"], environment, "--module", "guest", "--store", store)
    assert inspected.returncode == alone.returncode == 0, inspected.stderr
    assert inspected.stdout == alone.stdout
    assert "has closed" not in inspected.stderr
    assert recorded(store)


def test_no_client_makes_the_inspector_write_to_files_that_have_got_its_numbers(guest, environment, store, tmp_path):
    file = tmp_path / "file"
    options = ["--wait", "--module", "guest", "--store", str(store)]
    process, url = beginning(exec_command(*options, program=[guest, "reuse", str(file)]), environment)
    try:
        with urllib.request.urlopen(f"{url}api/v1/stream", timeout=SECONDS):
            process.communicate(timeout=SECONDS)
        assert process.returncode == 0
        assert file.read_bytes() == b""
    finally:
        end_group(process)


# MARK: What is recorded


@pytest.mark.parametrize("options, names", [
    ([], ["lit()"]), (["--protocol", "*Delegate"], ["lit()", "touched()"]),
    (["--module", "internals"], ["lit()", "touched()"])])
def test_protocols_with_an_underscore_are_recorded_only_if_they_are_asked_for(
        programs, environment, store, options, names):
    outcome = Process(exec_command("--store", store, *options, program=[programs("internals")]), env=environment)
    assert outcome.returncode == 0, outcome.stderr
    assert [call["selector"] for call in recorded(store)] == names


# MARK: What cannot be inspected


def test_a_stripped_program_is_told_before_it_starts(guest, environment, tmp_path):
    stripped = tmp_path / "guest"
    subprocess.run(["strip", "-o", stripped, guest], check=True)
    whole, told = (Process(exec_command("--module", "guest", program=[path]), env=environment)
                   for path in (guest, stripped))
    assert "Recording 2 witnesses of 1 protocol in 2 types" in whole.stderr and "symbol table" not in whole.stderr
    assert told.returncode == 0 and told.stdout == whole.stdout
    first, *rest = told.stderr.splitlines()
    assert "has no symbol table" in first and "before it was stripped" in first
    assert urls("\n".join(rest)) and "2 cannot be recorded" in told.stderr


@pytest.mark.parametrize("options, variables, code, message", [
    (["--protocol", ""], {}, 64, "--protocol ''"),
    (["--protocol", "A", "--protocol", " ; "], {}, 64, "--protocol ' ; '"),
    (["--type", ""], {}, 64, "--type ''"),
    (["--module", " "], {}, 64, "--module ' '"),
    (["--exclude", ""], {}, 64, "--exclude"),
    (["--memory", "1"], {}, 64, "--memory 1"),
    (["--budget", "depth=65"], {}, 64, "--budget depth=65: not limits such as textBytes=8192,depth=8"),
    (["--store", "a\nb"], {}, 64, "line breaks"),
    (["--bind", "nowhere"], {}, 1, "nowhere is not a numeric"),
    (["--public", "missing"], {}, 1, "missing cannot be read"),
    (["--store", "missing/calls.recording"], {}, 1, "its folder does not exist"),
    (["--store", "/dev/null"], {}, 1, "not an ordinary file"),
    ([], {"INSPECTOR_STORE": "missing/calls.recording"}, 1, "its folder does not exist"),
    ([], {"INSPECTOR_TYPES": ";"}, 64, "INSPECTOR_TYPES=;"),
    ([], {"INSPECTOR_STORE_LIMIT": "much"}, 64, "INSPECTOR_STORE_LIMIT=much"),
    ([], {"INSPECTOR_WAIT": "yes"}, 64, "INSPECTOR_WAIT=yes"),
    ([], {"INSPECTOR_CHILDREN": "2"}, 64, "INSPECTOR_CHILDREN=2"),
    ([], {"INSPECTOR_MEMORY": "x"}, 64, "INSPECTOR_MEMORY=x"),
    ([], {"INSPECTOR_BUDGET": "depth"}, 64, "INSPECTOR_BUDGET=depth"),
    ([], {"INSPECTOR_PORT": "abc"}, 64, "INSPECTOR_PORT=abc"),
])
def test_bad_settings_are_told_in_place_of_the_program(guest, environment, tmp_path, options, variables, code, message):
    command = [INSPECTOR, "exec", *options, "--", str(guest)]
    refused = Process(command, env={**environment, **variables}, cwd=tmp_path)
    assert refused.returncode == code, refused.stderr
    assert message in refused.stderr
    assert refused.stdout == ""


def test_a_port_in_use_is_told_in_place_of_the_program(guest, environment, store):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [INSPECTOR, "exec", "--port", port, "--store", store, "--", guest]
        refused = Process(command, env=environment)
        by_variable = Process([INSPECTOR, "exec", "--", guest], env={**environment, "INSPECTOR_PORT": port})
    for outcome in (refused, by_variable):
        assert outcome.returncode == 1 and f"127.0.0.1:{port} is in use" in outcome.stderr
        assert outcome.stdout == ""
    assert not store.exists()
    # The attempts leave nothing at the port that would keep the program from it.
    begun = Process(command, env=environment)
    assert begun.returncode == 0 and urls(begun.stderr) == [f"http://127.0.0.1:{port}/"], begun.stderr
    assert len(recorded(store)) == 1


def link_to_new_recording(folder):
    """A symbolic link, and the recording that it leads to, which does not exist yet."""
    link, target = folder / "link.recording", folder / "disk" / "calls.recording"
    target.parent.mkdir()
    link.symlink_to("disk/calls.recording")
    return link, target


def test_a_link_to_a_recording_that_does_not_exist_yet_stays_and_is_followed(guest, environment, tmp_path):
    link, target = link_to_new_recording(tmp_path)
    outcome = Process(exec_command("--store", link, program=[guest]), env=environment)
    assert outcome.returncode == 0, outcome.stderr
    assert link.is_symlink() and len(recorded(target)) == 1


def test_an_attempt_to_start_leaves_a_link_to_a_recording_as_it_was(guest, environment, tmp_path):
    link, target = link_to_new_recording(tmp_path)
    refused = Process(exec_command("--store", link, "--bind", "nowhere", program=[guest]), env=environment)
    assert refused.returncode == 1 and "nowhere is not a numeric" in refused.stderr
    assert link.is_symlink() and list(target.parent.iterdir()) == []


def test_programs_that_cannot_be_entered_are_told(guest, environment, tmp_path):
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\n{guest}\n")
    script.chmod(0o700)
    borrowed = shutil.copy(guest, tmp_path / "borrowed")
    os.chmod(borrowed, 0o6755)
    refused = {
        "no such program": ["missing-program"],
        "cannot be executed": [__file__],
        "is a script": [script],
        "not linked with the Swift runtime": [shutil.which("true")],
    }
    if os.geteuid() == 0:
        os.chown(borrowed, 1, 1)
        os.chmod(borrowed, 0o6755)
        refused["rights of somebody else"] = [borrowed]
    for message, program in refused.items():
        outcome = Process(exec_command(program=program), env=environment)
        assert outcome.returncode == 1 and message in outcome.stderr
        assert outcome.stdout == ""


@pytest.mark.parametrize("options", [[], ["--children"]])
def test_a_program_of_another_c_library_is_told_and_not_run(environment, tmp_path, options):
    loader, program, mark = tmp_path / "ld-musl.so.1", tmp_path / "program", tmp_path / "mark"
    static = ["-static", "-nostartfiles", f'-DMARK="{mark}"', SOURCES / "loader.c"]
    subprocess.run(["clang", *static, "-o", loader], check=True)
    linking = ["-x", "c", "-", f"-Wl,--dynamic-linker={loader}"]
    subprocess.run(["clang", *linking, "-o", program], input=b"int main(void) { return 0; }", check=True)
    refused = Process(exec_command(*options, program=[program]), env=environment)
    assert refused.returncode == 1 and refused.stdout == ""
    assert f"linked with another C library (its loader is {loader})" in refused.stderr, refused.stderr
    assert not mark.exists()
    assert Process([program]).returncode == 0 and mark.exists(), "it would have left its mark"


# The loader of a program that is linked statically takes nothing in; a runtime that is has no place for the inspector.
@pytest.mark.parametrize("linking", ["-static-stdlib", "-static-executable"])
def test_a_program_with_the_runtime_linked_statically_is_told_the_way_out(programs, environment, linking):
    alone = programs("guest", options=[linking], output="whole" + linking.replace("-", ""))
    outcome = Process(exec_command(program=[alone]), env=environment)
    assert outcome.returncode == 1 and outcome.stdout == ""
    assert "linked statically, so nothing can be loaded into it" in outcome.stderr, outcome.stderr
    assert "the product Interposer" in outcome.stderr


# MARK: Selection and waiting


@pytest.mark.parametrize("options, names", [
    (["--protocol", "PersonDelegate"], {"age", "greet", "name"}),
    (["--type", "Adult"], {"age", "greet", "name"}),
    (["--protocol", "*", "--exclude", "Aged", "--module", "bases"], {"greet", "name"}),
    (["--protocol", "Person*", "--exclude", "bases.Named"], {"age", "greet"}),
    (["--protocol", "PersonDelegate", "--module", "elsewhere"], set()),
])
def test_only_what_is_selected_is_recorded(programs, environment, store, options, names):
    outcome = Process(exec_command(*options, "--store", store, program=[programs("bases")]), env=environment)
    assert outcome.returncode == 0, outcome.stderr
    calls = recorded(store)
    assert {call["selector"].partition("(")[0] for call in calls} == names
    # A class that inherits a conformance is its target.
    people = {"Adult", "Child", "Person"} if "name" in names else {"Adult", "Child"}
    assert {call["target"] for call in calls} == ({"Adult"} if "--type" in options else people if names else set())
    if not names:
        assert "of a module that matches elsewhere" in outcome.stderr


def beginning(command, environment, stdin=subprocess.DEVNULL):
    """A program that runs, and the URL of its inspector. Tests in the background may have SIGHUP ignored."""
    process = subprocess.Popen(
        command, env=environment, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    for line in process.stderr:
        if urls(line):
            return process, line.strip()
    end_group(process)
    raise AssertionError("the inspector has told no URL")


def test_a_program_that_waits_begins_when_a_client_has_opened_the_stream(guest, environment):
    process, url = beginning(exec_command("--wait", "--module", "guest", program=[guest, "tell"]), environment)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        # Questions of other programs don't let it begin.
        assert json.load(urllib.request.urlopen(f"{url}api/v1/status"))["counters"]["calls"] == 0
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        with urllib.request.urlopen(f"{url}api/v1/stream", timeout=SECONDS) as stream:
            seen = next(line for line in stream if b"arrived" in line)
        assert b"GuestDelegate" in seen
        assert "delegate 3" in process.communicate(timeout=SECONDS)[0]
        assert process.returncode == 0
    finally:
        end_group(process)


def test_who_attaches_while_a_program_waits_gets_the_url_of_its_inspector(guest, environment):
    process, url = beginning(exec_command("--wait", "--module", "guest", program=[guest, "tell"]), environment)
    try:
        command = [INSPECTOR, "attach", "--protocol", "Other*", str(process.pid)]
        attached = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)
        assert attached.returncode == 0 and attached.stdout.strip() == url, attached.stderr
        # There is one inspector only, so a client of it lets the program begin.
        with urllib.request.urlopen(f"{url}api/v1/stream", timeout=SECONDS) as stream:
            assert any(b"arrived" in line for line in stream)
        assert "delegate 3" in process.communicate(timeout=SECONDS)[0]
    finally:
        end_group(process)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_program_that_stays_is_served_until_it_is_interrupted(guest, environment, store, end):
    options = ["--stay", "--module", "guest", "--store", str(store)]
    process, url = beginning(exec_command(*options, program=[guest, "exit", "7"]), environment)
    try:
        assert process.stdout.readline() == "delegate 4\n"
        deadline = time.monotonic() + SECONDS
        while not (items := json.load(urllib.request.urlopen(f"{url}api/v1/invocations"))["items"]):
            assert time.monotonic() < deadline
        assert items[0]["protocol"] == "GuestDelegate"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(end)
        # As if the program itself had been interrupted.
        assert process.wait(SECONDS) == -end
        with contextlib.closing(sqlite3.connect(store)) as file:
            assert file.execute("SELECT count(ended) FROM run").fetchall() == [(1,)]
        assert [call["selector"] for call in recorded(store)] == ["arrived(with:)"]
    finally:
        end_group(process)


def catches(process, number):
    """Whether a process has a handler for a signal."""
    with open(f"/proc/{process}/status") as status:
        (caught,) = (line for line in status if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> number - 1 & 1 == 1


def test_a_program_stays_and_is_served_while_one_of_its_threads_reads_standard_input(guest, environment, tmp_path):
    file = tmp_path / "file"
    command = exec_command("--stay", "--module", "guest", program=[guest, "read", str(file)])
    process, url = beginning(command, environment, stdin=subprocess.PIPE)
    deadline = threading.Timer(SECONDS, process.kill)
    deadline.start()
    try:
        assert [process.stdout.readline() for _ in range(2)] == ["delegate 4\n", "the end\n"]
        assert any("The program has ended." in line for line in process.stderr)
        assert urllib.request.urlopen(f"{url}healthz", timeout=SECONDS).status == 200
        while not catches(process.pid, signal.SIGINT):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == -signal.SIGINT
        assert file.read_text() == "kept"
    finally:
        deadline.cancel()
        end_group(process)


def test_a_signal_that_the_program_blocks_does_not_end_one_that_stays(guest, environment):
    command = exec_command("--stay", "--module", "guest", program=[guest, "block"])
    process, url = beginning(command, environment)
    try:
        assert process.stdout.readline() == "delegate 3\n"
        for line in process.stderr:
            if "The program has ended." in line:
                break
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        assert urllib.request.urlopen(f"{url}healthz", timeout=SECONDS).status == 200
    finally:
        end_group(process)


def test_settings_with_line_breaks_are_refused(guest, environment):
    for value in ("Auth*\r", "Auth*\n", "Auth*\r\n"):
        outcome = Process(exec_command("--exclude", value, program=[guest, "tell"]), env=environment)
        assert outcome.returncode == 64 and "no line breaks are possible here" in outcome.stderr
        assert not outcome.stdout


def test_a_checker_of_memory_finds_no_leaks_of_the_inspector(programs, environment):
    program = programs("bases", options=["-sanitize=address"], output="addresses")
    alone, inspected = run_both([program], environment, "--module", "addresses")
    assert alone.returncode == 0, alone.stderr
    assert "Recording" in inspected.stderr
    assert "LeakSanitizer" not in inspected.stderr and inspected.returncode == 0, inspected.stderr
    assert inspected.stdout == alone.stdout


def test_a_program_that_is_linked_with_this_package_is_recorded(environment):
    outcome = Process(exec_command(program=[INSPECTOR, "--version"]), env=environment)
    assert outcome.returncode == 0
    assert re.search(r"Recording [1-9]\d* witnesses", outcome.stderr), outcome.stderr
    assert "a way that is not known" not in outcome.stderr


def test_what_the_inspector_itself_calls_is_not_recorded(guest, environment):
    process, url = beginning(exec_command("--stay", "--protocol", "*", program=[guest, "exit", "0"]), environment)
    try:
        assert process.stdout.readline() == "delegate 4\n"
        for query in ("format=html", "format=csv", "format=trace", "format=speedscope", "format=pprof", "format=folded"):
            urllib.request.urlopen(f"{url}api/v1/export?{query}", timeout=SECONDS).read()
        for path in ("", "openapi.json", "api/v1/selectors?filter=selector:/arr.*/", "api/v1/timeline", "metrics"):
            urllib.request.urlopen(url + path, timeout=SECONDS).read()
        page = json.load(urllib.request.urlopen(f"{url}api/v1/invocations"))
        assert {call["protocol"] for call in page["items"]} == {"GuestDelegate"}
        assert json.load(urllib.request.urlopen(f"{url}api/v1/status"))["counters"]["suppressed"] == 0
    finally:
        end_group(process)


# MARK: Children


def test_children_are_left_alone_unless_they_are_wanted(guest, environment):
    outcome = Process(exec_command(program=[guest, "shell", f"{guest} tell"]), env=environment)
    alone = Process([guest, "shell", f"{guest} tell"], env=environment)
    assert len(urls(outcome.stderr)) == 1
    assert outcome.stdout == alone.stdout


def test_children_have_ports_and_recordings_of_their_own(guest, environment, store):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--children", "--module", "guest", "--store", store, "--port", port]
    command = [guest, "shell", f"{guest} one; env {guest} two three"]
    alone, outcome = run_both(command, environment, *map(str, options))
    assert outcome.returncode == 0 and outcome.stdout == alone.stdout, outcome.stderr
    first, *others = urls(outcome.stderr)
    assert first == f"http://127.0.0.1:{port}/"
    assert len({first, *others}) == 3
    stores = {path.name: path for path in store.parent.glob("*.recording")}
    kinds = [re.sub(r"\d+", "PID", name) for name in sorted(stores)]
    assert kinds == ["calls-PID.recording", "calls-PID.recording", "calls.recording"]
    counts = {name: [call["arguments"][0]["value"] for call in recorded(path)] for name, path in stores.items()}
    assert counts.pop("calls.recording") == [3]
    assert sorted(counts.values()) == [[2], [3]]


def test_a_shell_passes_the_inspector_on_to_its_children(guest, environment, store):
    script = f"{guest} one; {guest} exit 4"
    options = ["--children", "--module", "guest", "--store", store]
    alone, outcome = run_both(["sh", "-c", script], environment, *map(str, options))
    assert outcome.returncode == alone.returncode == 4, outcome.stderr
    assert outcome.stdout == alone.stdout
    assert len(urls(outcome.stderr)) == 2 and "without the inspector" not in outcome.stderr
    assert sum(len(recorded(path)) for path in store.parent.glob("calls*.recording")) == 2


def test_a_script_passes_the_inspector_on_to_its_children(guest, environment, tmp_path):
    script = tmp_path / "script"
    script.write_text(f"#!/usr/bin/env sh\n{guest} one; exit 5\n")
    script.chmod(0o700)
    outcome = Process(exec_command("--children", program=[script]), env=environment)
    assert outcome.returncode == 5 and len(urls(outcome.stderr)) == 1, outcome.stderr


def script(path, interpreter, text=""):
    path.write_text(f"#!{interpreter}\n{text}\n")
    path.chmod(0o700)
    return path


def test_scripts_that_name_one_another_as_interpreter_in_a_ring_are_told(environment, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    script(two, one)
    for interpreter in (one, two):
        refused = Process(exec_command("--children", program=[script(one, interpreter)]), env=environment)
        assert refused.returncode == 1 and refused.stdout == "", refused.stderr
        assert "too many interpreters, one behind the other" in refused.stderr


def test_as_many_interpreters_stand_behind_one_another_as_the_system_follows(guest, environment, tmp_path):
    program = "/bin/sh"
    for number in range(5):
        program = script(tmp_path / f"script{number}", program, f"{guest} one; exit 5")
    outcome = Process(exec_command("--children", program=[program]), env=environment)
    assert outcome.returncode == 5 and len(urls(outcome.stderr)) == 1, outcome.stderr
    one_more = script(tmp_path / "script", program)
    with pytest.raises(OSError, match="Too many levels"):
        Process([one_more])
    refused = Process(exec_command("--children", program=[one_more]), env=environment)
    assert refused.returncode == 1 and "too many interpreters" in refused.stderr, refused.stderr


# The interpreter of these tests is a program of C with children.
def test_a_program_of_c_is_inspected_with_its_children_alone(guest, environment):
    source = f"import subprocess; subprocess.run(['{guest}'], check=True)"
    command = [os.path.realpath(sys.executable), "-c", source]
    refused = Process(exec_command(program=command), env=environment)
    assert refused.returncode == 1 and refused.stdout == ""
    outcome = Process(exec_command("--children", program=command), env=environment)
    assert outcome.returncode == 0 and len(urls(outcome.stderr)) == 1, outcome.stderr


def copy_runtime(guest, folder):
    """The path of a copy of the Swift runtime with which a program starts."""
    libraries = subprocess.run(["ldd", guest], check=True, capture_output=True, text=True).stdout
    runtime = re.search(r"libswiftCore.so => (.+) \(0x", libraries)[1]
    folder.mkdir(exist_ok=True)
    return shutil.copy(runtime, folder)


def test_the_path_of_the_swift_runtime_may_have_spaces(guest, environment, tmp_path):
    folder = tmp_path / "two words (0x1)"
    copy_runtime(guest, folder)
    alone, inspected = run_both([guest, "exit", "3"], {**environment, "LD_LIBRARY_PATH": str(folder)})
    assert urls(inspected.stderr), inspected.stderr
    assert inspected.returncode == alone.returncode == 3 and inspected.stdout == alone.stdout


def test_a_child_with_another_swift_runtime_runs_alone(guest, environment, tmp_path):
    copy = copy_runtime(guest, tmp_path)
    command = ["env", f"LD_LIBRARY_PATH={tmp_path}", str(guest)]
    same = Process(exec_command("--children", program=command), env=environment)
    assert len(urls(same.stderr)) == 1, same.stderr
    # Nothing reads what is behind the end.
    with open(copy, "ab") as file:
        file.write(b"another")
    other = Process(exec_command("--children", program=command), env=environment)
    assert other.returncode == 0 and other.stdout == same.stdout
    assert not urls(other.stderr) and "another Swift runtime" in other.stderr
