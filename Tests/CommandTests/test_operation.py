# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Starting, finding, following and stopping servers."""
import json
import os
import re
import select
import shutil
import signal
import socket
import stat
import subprocess
import time
import urllib.error
import urllib.request

import pytest


@pytest.fixture
def runtime(tmp_path, monkeypatch):
    """A separate runtime directory, so that no other server is found."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path / "delegate-inspector"


def run(inspector, *arguments, **environment):
    return subprocess.run(
        [inspector, *arguments], capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


def test_a_server_can_be_found_by_its_user_alone_and_only_while_it_runs(runtime, start, inspector):
    server = start("demo")
    files = list(runtime.iterdir())
    assert sorted(file.suffix for file in files) == [".json", ".position"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(runtime.stat().st_mode) == 0o700

    def is_listed():
        listed = run(inspector, "list").stdout
        assert server.url in listed and str(server.process.pid) in listed
        # On a busy machine, the answer may come too late once.
        return "no answer" not in listed
    wait_until(is_listed)
    assert server.stop()[0] == 0
    assert list(runtime.iterdir()) == []
    assert "No inspected program" in run(inspector, "list").stderr


def test_what_a_killed_program_has_left_is_cleared_away(runtime, start, inspector):
    server = start("demo")
    server.process.kill()
    server.process.communicate()
    assert len(list(runtime.iterdir())) == 2
    assert server.url not in run(inspector, "list").stdout
    # A relay may still want to know how many calls there were, for a day.
    (position,) = runtime.iterdir()
    assert position.suffix == ".position"
    os.utime(position, times=(time.time() - 90_000,) * 2)
    run(inspector, "list")
    assert list(runtime.iterdir()) == []


def test_the_position_of_a_killed_program_is_kept_without_its_token(runtime, start, tmp_path):
    server = start("demo", "--token-file", str(tmp_path / "token"))
    server.process.kill()
    server.process.communicate()
    (position,) = runtime.glob("*.position")
    announced = json.loads(position.read_bytes()[8:])
    assert announced["processID"] == server.process.pid and server.url.startswith(announced["url"])
    assert (tmp_path / "token").read_text().strip() not in position.read_text("latin-1")


def test_a_folder_that_others_may_enter_is_not_used(runtime, start, inspector):
    runtime.mkdir(mode=0o755)
    runtime.chmod(0o755)
    start("demo")
    assert list(runtime.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_streams_with_a_farewell(start, number):
    server = start("demo")
    with urllib.request.urlopen(server.url + "/api/v1/stream", timeout=20) as stream:
        assert stream.readline()
        server.process.send_signal(number)
        assert b"event: bye\n" in stream.read()
    assert server.process.wait(timeout=20) == 0


def test_the_token_of_a_file_lets_in_and_nothing_else_does(start, inspector, tmp_path):
    file = tmp_path / "token"
    server = start("demo", "--token-file", str(file))
    token = file.read_text().strip()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and len(token) == 32
    base, _, fragment = server.url.partition("/#")
    assert fragment == f"token={token}"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(base + "/api/v1/status", timeout=20)
    assert refused.value.code == 401
    request = urllib.request.Request(base + "/api/v1/status", headers={"Authorization": f"Bearer {token}"})
    assert json.load(urllib.request.urlopen(request, timeout=20))["recording"] is True
    assert run(inspector, "tail", server.url, "--count", "1").returncode == 0
    wrong = run(inspector, "tail", base, "--count", "1")
    assert wrong.returncode == 1 and "Bearer" in wrong.stderr
    file.chmod(0o644)
    open_file = run(inspector, "demo", "--port", "0", "--token-file", str(file))
    assert open_file.returncode == 1 and "chmod 600" in open_file.stderr


def test_every_option_can_come_from_the_environment_and_the_command_line_wins(start, inspector, monkeypatch):
    monkeypatch.setenv("INSPECTOR_MAX_STREAMS", "1")
    monkeypatch.setenv("INSPECTOR_BIND", "127.0.0.2")
    monkeypatch.setenv("INSPECTOR_PORT", "1")
    server = start("demo")
    assert server.url.startswith("http://127.0.0.2:")
    with urllib.request.urlopen(server.url + "/api/v1/status", timeout=20) as reply:
        assert json.load(reply)["limits"]["streamCount"] == 1
    with urllib.request.urlopen(server.url + "/api/v1/stream", timeout=20):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(server.url + "/api/v1/stream", timeout=20)
        assert refused.value.code == 503 and refused.value.headers["Retry-After"] == "5"
    help_text = run(inspector, "demo", "--help").stdout
    for name in ["PORT", "BIND", "PUBLIC", "TOKEN_FILE", "MAX_STREAMS", "LOG_LEVEL", "MEMORY", "BUDGET", "INCLUDE", "EXCLUDE"]:
        assert f"INSPECTOR_{name}" in help_text


@pytest.mark.parametrize("variable, text", [
    ("INSPECTOR_PORT", "70000"), ("INSPECTOR_MAX_STREAMS", "many"), ("INSPECTOR_LOG_LEVEL", "loud"), ("INSPECTOR_MEMORY", "much"),
    ("INSPECTOR_BUDGET", "depth=4,depth=5"),
    ("INSPECTOR_EXCLUDE", " ; ")])
def test_a_wrong_environment_variable_is_named(inspector, variable, text):
    refused = run(inspector, "demo", **{variable: text})
    assert refused.returncode == 64
    assert variable in refused.stderr and text in refused.stderr


@pytest.mark.parametrize("limit", ["0", "1000000001", "10000000000000"])
def test_a_limit_of_a_recording_that_cannot_be_meant_is_refused(inspector, tmp_path, limit):
    refused = run(inspector, "demo", "--store", str(tmp_path / "calls.recording"), "--store-limit", limit)
    assert refused.returncode == 64
    assert f"--store-limit {limit}: not a number of megabytes, 1 to 1000000000." in refused.stderr


@pytest.mark.parametrize("command, variables, code", [
    (["exec"], {}, 64), (["exec"], {"INSPECTOR_STORE": ""}, 64), (["exec"], {"INSPECTOR_STORE": "calls.recording"}, 1),
    (["exec", "--store", "calls.recording"], {}, 1),
    # These take no recording from the environment.
    (["xml"], {"INSPECTOR_STORE": "calls.recording"}, 64), (["fetch"], {"INSPECTOR_STORE": "calls.recording"}, 64)])
def test_a_limit_is_that_of_the_recording_which_an_option_or_the_environment_names(inspector, command, variables, code):
    # The program is missing, which is told after the options.
    refused = run(inspector, *command, "--store-limit", "5", "--", "/no/such/program", **variables)
    assert refused.returncode == code, refused.stderr
    assert ("--store-limit requires --store." in refused.stderr) == (code == 64)


@pytest.mark.parametrize("folder, advice", [("release", "swift build -c release"), ("debug", "swift build")])
def test_a_missing_library_is_built_for_the_folder_that_lacks_it(inspector, tmp_path, folder, advice):
    (tmp_path / folder).mkdir()
    alone = shutil.copy(inspector, tmp_path / folder / "inspector-server")
    refused = run(alone, "exec", "--", str(alone))
    assert refused.returncode == 1
    assert f"{tmp_path / folder}/libinspector-preload.so is missing. Build it with: {advice}\n" in refused.stderr


def test_patterns_choose_what_is_recorded_from_the_first_call_on(start, inspector, monkeypatch):
    def ask(server, path):
        with urllib.request.urlopen(server.url + path, timeout=20) as reply:
            return json.load(reply)

    monkeypatch.setenv("INSPECTOR_EXCLUDE", "XMLParserDelegate; *scroll*")
    first = start("demo", "--rate", "500")
    second = start("demo", "--rate", "500", "--exclude", "URLSession*", "--exclude", "parser", "--include", "XML*")
    assert ask(first, "/api/v1/recorder")["exclude"] == ["XMLParserDelegate", "*scroll*"]
    settings = ask(second, "/api/v1/recorder")
    assert settings["exclude"] == ["URLSession*", "parser"] and settings["include"] == ["XML*"]
    deadline = time.monotonic() + 60
    while ask(first, "/api/v1/status")["counters"]["stored"] == 0 or ask(second, "/api/v1/status")["counters"]["suppressed"] < 200:
        assert time.monotonic() < deadline
    protocols = {row["protocol"] for row in ask(first, "/api/v1/selectors")["items"]}
    assert protocols and "XMLParserDelegate" not in protocols
    bases = {row["selector"].partition("(")[0] for row in ask(second, "/api/v1/selectors")["items"]}
    assert bases <= {"parserDidStartDocument", "parserDidEndDocument"}
    refused = run(inspector, "demo", "--exclude", "")
    assert refused.returncode == 64 and "--exclude" in refused.stderr


def test_limits_on_values_come_from_the_option_or_the_environment(start, inspector, monkeypatch):
    def limits(server):
        with urllib.request.urlopen(server.url + "/api/v1/status", timeout=20) as reply:
            found = json.load(reply)["limits"]
            return found["textBytes"], found["depth"], found["childCount"]

    monkeypatch.setenv("INSPECTOR_BUDGET", "textBytes=100")
    assert limits(start("demo")) == (100, 4, 32)
    assert limits(start("demo", "--budget", "depth=2, childCount=3")) == (2_048, 2, 3)
    refused = run(inspector, "demo", "--budget", "depth=99")
    assert refused.returncode == 64 and "--budget depth=99" in refused.stderr and "depth 0 to 64" in refused.stderr


def test_an_address_that_others_reach_wants_a_token(start):
    server = start("demo", "--bind", "0.0.0.0")
    port = re.search(r":(\d+)/", server.url)[1]
    assert "/#token=" in server.url
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/status", timeout=20)
    assert refused.value.code == 401
    with urllib.request.urlopen(f"http://127.0.0.2:{port}/", timeout=20) as page:
        assert page.status == 200


def test_log_levels_are_kept(inspector):
    def errors(level):
        process = subprocess.Popen(
            [inspector, "demo", "--port", "0", "--log-level", level],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=20)[1]

    assert "listening" in errors("info") and "stopped" in errors("info")
    assert "listening" not in errors("warning")


def test_tail_follows_in_plain_aligned_columns(start, inspector):
    server = start("demo", "--rate", "2000")
    shown = run(inspector, "tail", server.url, "--count", "40", "--filter", "selector:foundCharacters")
    assert shown.returncode == 0, shown.stderr
    lines = [line for line in shown.stdout.splitlines() if not line.startswith("──")]
    assert len([line for line in lines if "…" not in line[44:52]]) >= 40
    assert "\x1b" not in shown.stdout
    for line in lines:
        assert re.match(r"\d\d:\d\d:\d\d\.\d{6}  .{12}  .{9}  \S+ +.*parser\(", line), line


def test_tail_has_colours_on_a_terminal_unless_they_are_not_wanted(start, inspector):
    import pty

    server = start("demo", "--rate", "500")

    def on_terminal(**environment):
        parent, child = pty.openpty()
        process = subprocess.Popen(
            [inspector, "tail", server.url, "--count", "3", "--filter", "path:target"], stdout=child,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment})
        os.close(child)
        text = b""
        try:
            while chunk := os.read(parent, 4096):
                text += chunk
        except OSError:
            pass  # The other end is closed.
        os.close(parent)
        process.communicate(timeout=20)
        return text.decode()

    assert "\x1b[32m" in on_terminal()
    assert "\x1b" not in on_terminal(NO_COLOR="1")


def test_tail_says_what_is_wrong(start, inspector, runtime):
    refused = run(inspector, "tail", "http://127.0.0.1:9")
    assert refused.returncode == 1 and "127.0.0.1:9 does not answer" in refused.stderr
    assert run(inspector, "tail").returncode == 1
    server = start("demo")
    wrong = run(inspector, "tail", "--filter", "selecto:x")
    assert wrong.returncode == 1 and "(at character 1)" in wrong.stderr and server
    start("demo")
    several = run(inspector, "tail")
    assert several.returncode == 1 and "2 inspected programs" in several.stderr


def test_tail_comes_back_after_a_restart(start, inspector, tmp_path):
    server = start("demo", "--rate", "200")
    port = server.url.rsplit(":", 1)[1]
    output = tmp_path / "output"
    with open(output, "w") as file:
        tail = subprocess.Popen([inspector, "tail", server.url], stdout=file, stderr=subprocess.PIPE, text=True)
        try:
            wait_until(lambda: len(output.read_text().splitlines()) > 5)
            server.stop()
            again = subprocess.Popen([inspector, "demo", "--rate", "200", "--port", port], stdout=subprocess.DEVNULL)
            try:
                wait_until(lambda: "── reset: restarted" in output.read_text())
                seen = len(output.read_text().splitlines())
                wait_until(lambda: len(output.read_text().splitlines()) > seen + 5)
            finally:
                again.send_signal(signal.SIGINT)
                again.wait(timeout=20)
        finally:
            tail.kill()
            errors = tail.communicate()[1]
    assert "goodbye" in output.read_text() and "trying again" in errors


def wait_until(condition, seconds=30):
    import time

    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_programs_are_asked_at_their_address_and_not_through_a_proxy(runtime, start, inspector, tmp_path, host):
    server = start("demo", "--rate", "500", "--bind", host, "--token-file", str(tmp_path / "token"))
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.setblocking(False)
        settings = {"http_proxy": f"http://127.0.0.1:{proxy.getsockname()[1]}", "no_proxy": ""}
        wait_until(lambda: "no answer" not in run(inspector, "list", **settings).stdout)
        for command in (["tail", "--count", "1"], ["rules", "list", server.url]):
            done = run(inspector, *command, **settings)
            assert done.returncode == 0, done.stderr
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "statistics"}}
        answer = subprocess.run(
            [inspector, "mcp"], input=json.dumps(call), capture_output=True, text=True, timeout=60,
            env={**os.environ, **settings}).stdout
        assert json.loads(answer)["result"]["isError"] is False, answer


def test_a_program_that_stands_still_is_listed_without_an_answer(runtime, start, inspector):
    server = start("demo")
    server.process.send_signal(signal.SIGSTOP)
    try:
        listed = run(inspector, "list").stdout
    finally:
        server.process.send_signal(signal.SIGCONT)
    assert re.search(rf"{server.process.pid} .* no answer +{server.url}", listed), listed


def test_tail_takes_no_more_than_its_reader(start, inspector):
    server = start("demo", "--rate", "50000")

    def sent():
        """The number of calls, and how much of them is sent."""
        with urllib.request.urlopen(f"{server.url}/api/v1/status", timeout=20) as reply:
            status = json.load(reply)
        return status["counters"]["calls"], status["streams"]["deliveredBytes"]

    def is_stuck():
        calls, size = sent()
        wait_until(lambda: sent()[0] > calls + 50_000, seconds=120)
        return sent()[1] == size

    tail = subprocess.Popen([inspector, "tail", server.url], stdout=subprocess.PIPE)
    try:
        assert tail.stdout.readline()
        wait_until(is_stuck, seconds=300)
    finally:
        tail.kill()
        tail.communicate()


def test_tail_does_nothing_while_nothing_is_called(inspector):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server:
        tail = subprocess.Popen([inspector, "tail", f"http://127.0.0.1:{server.getsockname()[1]}"])
        try:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(head)
                used = processor_seconds(tail.pid)
                assert select.select([connection], [], [], 3)[0] == []
                used = processor_seconds(tail.pid) - used
        finally:
            tail.kill()
            tail.wait()
    assert used < 0.1 * 3, used


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        times = file.read().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def test_the_oldest_calls_leave_a_memory_that_is_full(start):
    server = start("demo", "--memory", "4", "--rate", "100000")
    deadline = time.monotonic() + 60
    counters = {"evicted": 0}
    while counters["evicted"] == 0 and time.monotonic() < deadline:
        with urllib.request.urlopen(server.url + "/api/v1/status", timeout=20) as reply:
            status = json.load(reply)
        counters = status["counters"]
    assert counters["evicted"] > 0
    assert counters["stored"] + counters["evicted"] == counters["recorded"]


@pytest.mark.parametrize("mistyped, meant", [("opne", "open"), ("tali", "tail"), ("dmeo", "demo"), ("exprot", "export")])
def test_a_mistyped_command_is_told_what_was_meant(inspector, mistyped, meant):
    refused = run(inspector, mistyped, "file")
    assert refused.returncode == 64
    assert f"“{mistyped}”" in refused.stderr and f"“{meant}”" in refused.stderr


def test_help_for_an_unknown_command_is_an_error(inspector):
    for words, meant in ((["tali"], "tail"), (["rules", "hold"], "held")):
        refused = run(inspector, "help", *words)
        assert refused.returncode == 64 and f"“{words[-1]}”" in refused.stderr and f"“{meant}”" in refused.stderr
    for words in (["tail"], ["rules", "held"], ["rules"], []):
        assert run(inspector, "help", *words).returncode == 0


@pytest.mark.parametrize("command", ["attach", "detach"])
@pytest.mark.parametrize("number", ["0", "-1"])
def test_a_number_that_no_process_has_is_told(inspector, command, number):
    refused = run(inspector, command, "--", number)
    assert refused.returncode == 1 and f"Process {number} does not exist" in refused.stderr


def test_a_command_like_no_other_is_told_all_of_them(inspector):
    refused = run(inspector, "frobnicate")
    assert refused.returncode == 64 and "compare, demo, detach, exec, export" in refused.stderr


def test_a_mistyped_option_is_told_what_was_meant(inspector):
    refused = run(inspector, "tail", "--fliter", "x")
    assert refused.returncode == 64 and "--filter" in refused.stderr


def test_a_default_port_that_is_taken_is_replaced_and_said(start, inspector):
    def begin():
        process = subprocess.Popen([inspector, "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return process, process.stdout.readline().strip()

    (first, first_url), (second, second_url) = begin(), begin()
    try:
        assert first_url.startswith("http://127.0.0.1:") and second_url.startswith("http://127.0.0.1:")
        assert first_url != second_url and not second_url.endswith(":8080/")
    finally:
        for process in (first, second):
            process.send_signal(signal.SIGINT)
        errors = [process.communicate(timeout=20)[1] for process in (first, second)]
    port = second_url.rstrip("/").rsplit(":", 1)[1]
    assert "8080 is in use" in errors[1] and port in errors[1]


def test_a_port_that_was_chosen_has_to_be_free(start, inspector):
    port = start("demo").url.rsplit(":", 1)[1]
    for refused in [run(inspector, "demo", "--port", port), run(inspector, "demo", INSPECTOR_PORT=port)]:
        assert refused.returncode == 1
        assert f"127.0.0.1:{port} is in use" in refused.stderr


def test_tail_leaves_out_what_happens_to_proxies(start, inspector):
    server = start("demo", "--rate", "500")
    for more in (["--no-lifecycle"], ["--filter", "selector:found*"]):
        lines = run(inspector, "tail", server.url, "--count", "300", *more).stdout.splitlines()
        assert len(lines) == 300 and not [line for line in lines if line.startswith("──")]
    options = ["--from", "earliest", "--count", "300", "--filter", "owner:XMLParser"]
    lines = run(inspector, "tail", server.url, *options).stdout.splitlines()
    events = [line for line in lines if line.startswith("──")]
    assert events and all(re.match(r"── [0-9a-f]{8}-e\d+  XMLParser, \w+", line) for line in events), events
    numbers = [int(re.search(r"-e(\d+)", line)[1]) for line in events]
    assert numbers == sorted(set(numbers))


def test_the_first_interposer_of_a_process_may_be_one_that_a_client_asked_for(start):
    server = start("demo")
    request = urllib.request.Request(
        f"{server.url}/api/v1/interposers",
        data=json.dumps({"protocols": ["XML*Delegate"]}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        interposer = json.load(answer)
    assert interposer["recorded"] >= 20 and interposer["refused"] == 0, interposer


def test_a_variable_of_the_environment_records_protocols_from_before_main_on(start, monkeypatch):
    monkeypatch.setenv("INSPECT", "XML*Delegate;NoSuchProtocol")
    server = start("demo")
    with urllib.request.urlopen(f"{server.url}/api/v1/interposers") as answer:
        (interposer,) = json.load(answer)["items"]
    assert interposer["protocols"] == ["XML*Delegate", "NoSuchProtocol"]
    assert interposer["recorded"] >= 20 and interposer["refused"] == 0
