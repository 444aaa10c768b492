# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Programs that run already, and their `inspector-server attach` and `detach`."""
import http.server
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest

from programs import INSPECTOR, MODES, SECONDS, Programs, end_group


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    return Programs(tmp_path_factory.mktemp("attached"))


@pytest.fixture
def environment(tmp_path):
    """A runtime folder of its own, so that no other program is found."""
    return {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}


class Waiting:
    """A program that calls its delegate when it is sent a line."""

    def __init__(self, program, environment):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, env=environment, cwd="/proc")
        assert self.process.stdout.readline() == "begun\n"

    def ask(self, text):
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        return self.process.wait(SECONDS)


@pytest.fixture(params=MODES)
def waiting(request, programs, environment):
    program = Waiting(programs("waiting", request.param), environment)
    yield program
    if program.process.poll() is None:
        end_group(program.process)


def run(*arguments, environment, cwd=None, inspector=INSPECTOR):
    command = [inspector, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment, cwd=cwd)


def beside_inspector(name):
    return os.path.join(os.path.dirname(INSPECTOR), name)


def copy_inspector(folder):
    """A command of its own, with the library that it preloads."""
    shutil.copy(beside_inspector("libinspector-preload.so"), folder)
    return shutil.copy(INSPECTOR, folder)


def build_anew(copy, original):
    """Another file with the same content takes a file's place."""
    shutil.copy(original, f"{copy}.new")
    os.replace(f"{copy}.new", copy)


def test_a_program_that_the_library_cannot_be_loaded_into_goes_on(waiting, environment, tmp_path):
    inspector = copy_inspector(tmp_path)
    (tmp_path / "libinspector-library.so").write_text("no library")
    command = [inspector, "attach", str(waiting.process.pid)]
    outcome = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)
    assert outcome.returncode == 1 and outcome.stdout == ""
    assert "can't be loaded into process" in outcome.stderr and "libinspector-library.so" in outcome.stderr
    assert waiting.process.poll() is None and waiting.end() == 0


def get(url, path):
    with urllib.request.urlopen(f"{url}api/v1/{path}") as answer:
        return json.load(answer)


def records(url):
    """The calls, once there are any: they are stored some milliseconds after they were made."""
    return wait_until(lambda: get(url, "invocations")["items"])


def wait_until(condition):
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if value := condition():
            return value
    raise AssertionError("this did not come true")


def test_a_running_program_is_entered_and_left_and_goes_on(waiting, environment):
    assert waiting.ask("one") == 3
    attached = run("attach", "--port", "0", waiting.process.pid, environment=environment)
    assert attached.returncode == 0, attached.stderr
    url = attached.stdout.strip()
    assert waiting.ask("two") == 4
    (call,) = records(url)
    assert call["selector"] == "line(_:number:)" and call["target"] == "Counter"
    assert [argument["value"] for argument in call["arguments"]] == ["two", 1]
    assert call["result"]["value"] == 4

    detached = run("detach", waiting.process.pid, environment=environment)
    assert detached.returncode == 0, detached.stderr
    assert get(url, "interposers")["items"] == []
    assert waiting.ask("three") == 7
    assert get(url, "status")["counters"]["calls"] == 1

    again = run("attach", waiting.process.pid, environment=environment)
    assert again.returncode == 0 and again.stdout.strip() == url, again.stderr
    assert "Recording" in again.stderr
    waiting.ask("four")
    wait_until(lambda: get(url, "status")["counters"]["calls"] == 2)
    assert waiting.end() == 0
    assert waiting.process.stderr.read() == "", "what is said is for who attaches"


def test_a_program_is_entered_and_left_as_before_when_the_inspector_was_built_anew(waiting, environment, tmp_path):
    inspector, process = copy_inspector(tmp_path), waiting.process.pid
    library = shutil.copy(beside_inspector("libinspector-library.so"), tmp_path)
    attached = run("attach", "--port", "0", process, environment=environment, inspector=inspector)
    assert attached.returncode == 0, attached.stderr
    build_anew(library, beside_inspector("libinspector-library.so"))
    with open(f"/proc/{process}/maps") as maps:
        assert f"{library} (deleted)" in maps.read()
    again = run("attach", process, environment=environment, inspector=inspector)
    assert again.returncode == 0 and again.stdout == attached.stdout, again.stderr
    with open(f"/proc/{process}/maps") as maps:
        assert not any(line.endswith(f"{library}\n") for line in maps), "a second one was loaded"
    # Without an announcement, the debugger asks.
    elsewhere = {**environment, "XDG_RUNTIME_DIR": str(tmp_path / "missing")}
    detached = run("detach", process, environment=elsewhere, inspector=inspector)
    assert detached.returncode == 0 and "removed from process" in detached.stderr, detached.stderr
    assert get(attached.stdout.strip(), "interposers")["items"] == []


def test_a_program_whose_swift_runtime_was_replaced_is_told(programs, environment, tmp_path):
    path = programs("waiting")
    libraries = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
    runtime = re.search(r"libswiftCore.so => (.+) \(0x", libraries)[1]
    copy = shutil.copy(runtime, tmp_path)
    program = Waiting(path, {**environment, "LD_LIBRARY_PATH": str(tmp_path)})
    try:
        build_anew(copy, runtime)
        refused = run("attach", program.process.pid, environment=environment)
        assert refused.returncode == 1 and refused.stdout == ""
        assert f"({copy}) was replaced or deleted since the process started" in refused.stderr, refused.stderr
        assert "-static-stdlib" not in refused.stderr
    finally:
        end_group(program.process)


def test_what_cannot_be_served_is_told_and_may_be_tried_again(waiting, environment):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = run("attach", "--port", port, waiting.process.pid, environment=environment)
    assert refused.returncode != 0 and str(port) in refused.stderr
    # Only the program itself cannot write there: it is in another folder.
    store = "/proc/self/cwd/calls.recording"
    failed = run("attach", "--port", "0", "--store", store, waiting.process.pid, environment=environment)
    assert failed.returncode == 1 and "calls.recording" in failed.stderr and failed.stdout == ""
    assert waiting.ask("one") == 3
    attached = run("attach", "--port", "0", waiting.process.pid, environment=environment)
    assert attached.returncode == 0, attached.stderr
    waiting.ask("two")
    assert records(attached.stdout.strip())


def test_a_program_whose_server_is_announced_elsewhere_is_entered_and_left(waiting, environment, tmp_path):
    (tmp_path / "other").mkdir()
    elsewhere = {**environment, "XDG_RUNTIME_DIR": str(tmp_path / "other")}
    attached = run("attach", "--port", "0", waiting.process.pid, environment=elsewhere)
    assert attached.returncode == 0, attached.stderr
    url = attached.stdout.strip()
    waiting.ask("one")
    assert records(url)
    detached = run("detach", waiting.process.pid, environment=elsewhere)
    assert detached.returncode == 0 and "1 interposer removed" in detached.stderr, detached.stderr
    assert get(url, "interposers")["items"] == []


class OwnInspector(http.server.BaseHTTPRequestHandler):
    """Answers as a program's own server, which has no interposer."""

    def do_GET(self):
        body = b'{"items":[],"count":0}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_a_program_with_a_server_of_its_own_is_left_by_all_its_inspectors(waiting, environment, tmp_path):
    process = waiting.process.pid
    attached = run("attach", "--port", "0", process, environment=environment)
    assert attached.returncode == 0, attached.stderr
    url = attached.stdout.strip()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OwnInspector) as own:
        threading.Thread(target=own.serve_forever, daemon=True).start()
        # The first by the order of texts, and this machine, too.
        own_url = f"http://0.0.0.0:{own.server_address[1]}/"
        announced = {"processID": process, "program": "waiting", "url": own_url, "epoch": "own",
                     "startedAt": "2026-01-01T00:00:00Z"}
        (tmp_path / "delegate-inspector" / "own.json").write_text(json.dumps(announced))
        listed = run("list", environment=environment).stdout
        assert listed.index(own_url) < listed.index(url)
        detached = run("detach", process, environment=environment)
        own.shutdown()
    assert detached.returncode == 0 and "1 interposer removed" in detached.stderr, detached.stderr
    assert get(url, "interposers")["items"] == []


def test_a_process_that_an_inspected_program_has_forked_is_told(waiting, environment):
    attached = run("attach", "--port", "0", waiting.process.pid, environment=environment)
    assert attached.returncode == 0, attached.stderr
    child = waiting.ask("fork")
    try:
        refused = run("attach", child, environment=environment)
    finally:
        os.kill(child, signal.SIGKILL)
    assert refused.returncode == 1 and refused.stdout == "", refused.stdout
    assert f"Process {child} was forked by an inspected program" in refused.stderr, refused.stderr
    again = run("attach", waiting.process.pid, environment=environment)
    assert again.stdout == attached.stdout, "the parent is inspected as before"


def test_settings_come_from_the_environment_too(waiting, environment, tmp_path):
    token, store = tmp_path / "token", tmp_path / "calls.recording"
    settings = {"INSPECTOR_PORT": "0", "INSPECTOR_TOKEN_FILE": token.name, "INSPECTOR_STORE": store.name}
    attached = run("attach", waiting.process.pid, environment={**environment, **settings}, cwd=tmp_path)
    assert attached.returncode == 0, attached.stderr
    assert token.read_text().strip() in attached.stdout and store.exists()
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(attached.stdout.split("#")[0], "status")
    assert refused.value.code == 401


def test_a_second_attach_tells_which_settings_do_not_hold(waiting, environment, tmp_path):
    first = run("attach", "--port", "0", "--memory", "64", waiting.process.pid, environment=environment)
    assert first.returncode == 0, first.stderr
    url, store = first.stdout.strip(), tmp_path / "late.recording"
    again = run("attach", "--port", "9123", "--memory", "64", "--store", store, "--include", "*Delegate",
                waiting.process.pid, environment=environment)
    assert again.returncode == 0 and again.stdout.strip() == url, again.stderr
    assert "Not taken over: --port, --store. The program is inspected already" in again.stderr
    assert "--memory" not in again.stderr, "it is as it was"
    assert "Not taken over: --include. " in again.stderr and f"PATCH {url}api/v1/recorder" in again.stderr
    assert not store.exists() and get(url, "recorder")["include"] == []


def test_a_second_attach_tells_that_what_it_excludes_holds_for_what_it_adds(waiting, environment):
    first = run("attach", "--port", "0", waiting.process.pid, environment=environment)
    assert first.returncode == 0, first.stderr
    url = first.stdout.strip()
    again = run("attach", "--protocol", "Line*", "--exclude", "LineDelegate", waiting.process.pid,
                environment=environment)
    assert again.returncode == 0 and again.stdout.strip() == url, again.stderr
    assert "Not taken over" not in again.stderr
    assert "Taken over in part: --exclude. It holds for the protocols that are added now" in again.stderr
    assert f"PATCH {url}api/v1/recorder changes it" in again.stderr
    assert ["LineDelegate"] in [interposer["excluded"] for interposer in get(url, "interposers")["items"]]
    assert get(url, "recorder")["exclude"] == []


def test_who_attaches_hears_that_nothing_matches(waiting, environment):
    attached = run("attach", "--port", "0", "--protocol", "Nope*", waiting.process.pid, environment=environment)
    assert attached.returncode == 0 and attached.stdout.startswith("http://")
    assert "No type of the program conforms to a protocol that matches Nope*" in attached.stderr


@pytest.mark.parametrize("command", ["attach", "detach"])
def test_a_process_that_cannot_be_entered_is_told(command, environment):
    missing = run(command, 2**22 - 1, environment=environment)
    assert missing.returncode == 1 and "does not exist" in missing.stderr
    no_swift = subprocess.Popen(["sleep", "100"])
    try:
        refused = run(command, no_swift.pid, environment=environment)
        assert refused.returncode == 1
        assert "no Swift runtime" in refused.stderr or "not inspected" in refused.stderr
    finally:
        no_swift.kill()
        no_swift.wait()


# What the debugger calls would find the allocator's lists in the middle of a change.
def test_a_program_that_is_inside_the_allocator_is_taken_out_of_it_first(programs, environment):
    path = programs("allocating", "-O")
    for _ in range(8):
        program = Waiting(path, environment)
        try:
            attached = run("attach", "--port", "0", program.process.pid, environment=environment)
            assert attached.returncode == 0, attached.stderr
            assert records(attached.stdout.strip())[0]["selector"] == "heap(_:)"
            assert program.end() == 0
        finally:
            if program.process.poll() is None:
                end_group(program.process)


# A function that does not come to its end must be left: the signal has to stop it, and must not reach the program.
def test_the_debugger_stops_at_the_signal_that_interrupts_a_function(waiting, environment, tmp_path):
    script, arguments = tmp_path / "gdb", tmp_path / "arguments"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {arguments}\n')
    script.chmod(0o700)
    own = {**environment, "PATH": f"{tmp_path}:{environment['PATH']}"}
    assert run("attach", "--port", "0", waiting.process.pid, environment=own).returncode == 1
    handling = re.search("handle SIGINT [a-z ]+", arguments.read_text())[0]
    command = ["gdb", "-batch", "-nx", "-ex", handling, "-ex", "info signals SIGINT"]
    told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS).stdout
    stops, _, passes = re.findall(r"^SIGINT\s+(Yes|No)\s+(Yes|No)\s+(Yes|No)", told, re.MULTILINE)[-1]
    assert (stops, passes) == ("Yes", "No"), told
