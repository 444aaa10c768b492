# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Whatever a server, a program or a recording says, a terminal does nothing but show it, in columns."""
import contextlib
import fcntl
import http.server
import json
import os
import pty
import select
import struct
import subprocess
import termios
import threading
import unicodedata

import pytest

from recorded_calls import Calls

HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b1m\u202egnp.exe\u2066\u200f"
FORBIDDEN = "\x1b\x07\x9b\u202e\u2066\u200f"


def is_harmless(text):
    return not any(character in text for character in FORBIDDEN)


def run(inspector, *arguments, **environment):
    return subprocess.run(
        [inspector, *arguments], capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


@contextlib.contextmanager
def server(status, kind, body):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_address[1]}"
        finally:
            listening.shutdown()
            thread.join()


@pytest.mark.parametrize("arguments", [
    [HOSTILE], ["open", HOSTILE], ["demo", HOSTILE], ["demo", "--port", HOSTILE], ["demo", f"--{HOSTILE}"],
    ["export", "x.sqlite", "--format", HOSTILE], ["attach", HOSTILE], ["exec", "--protocol", HOSTILE, "--", HOSTILE],
    ["help", HOSTILE], ["filter", HOSTILE],
])
def test_wrong_arguments_do_nothing(inspector, arguments):
    done = run(inspector, *arguments)
    assert done.returncode != 0 or arguments[0] in ("filter", "help")
    assert is_harmless(done.stdout) and is_harmless(done.stderr), done.stderr


def test_wrong_variables_do_nothing(inspector):
    for name in ["INSPECTOR_PORT", "INSPECTOR_BIND", "INSPECTOR_MAX_STREAMS", "INSPECTOR_TRACE_LINK"]:
        done = run(inspector, "demo", **{name: HOSTILE})
        assert done.returncode != 0
        assert is_harmless(done.stdout) and is_harmless(done.stderr), done.stderr


@pytest.mark.parametrize("status", [400, 403, 503])
def test_the_words_of_a_hostile_server_do_nothing(inspector, status):
    problem = json.dumps({"status": status, "detail": f"no {HOSTILE} here"}, ensure_ascii=False).encode()
    with server(status, "application/problem+json", problem) as url:
        done = run(inspector, "tail", url)
    assert done.returncode == 1
    assert is_harmless(done.stdout) and is_harmless(done.stderr), done.stderr
    assert "gnp.exe" in done.stderr


@pytest.mark.parametrize("arguments", [["tail"], ["rules", "list"], ["rules", "held", "--json"]])
@pytest.mark.parametrize("status, words", [
    (404, "is no inspected program (HTTP 404)."), (301, "is no inspected program (HTTP 301)."),
    (502, "is not reached (HTTP 502)."),
])
def test_the_page_of_another_server_is_not_shown(inspector, arguments, status, words):
    page = f"<html>\n<body>Nothing {HOSTILE} here</body>\n</html>\n".encode()
    with server(status, "text/html; charset=utf-8", page) as url:
        done = run(inspector, *arguments, url)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"Error: {url} {words}\n"


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json"])
def test_tail_ends_at_a_server_that_sends_no_events(inspector, kind):
    with server(200, kind, b"<html>\n<body>Nothing here</body>\n</html>\n") as url:
        done = run(inspector, "tail", url)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"Error: {url} is no inspected program: it sends no event stream.\n"


@pytest.mark.parametrize("end", [b"", b"\n"], ids=["one line", "many lines"])
def test_tail_ends_at_an_event_without_an_end(inspector, end):
    with server(200, "text/event-stream", (b"data: " + bytes(1 << 16) + end) * 300) as url:
        done = run(inspector, "tail", url)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"Error: {url} is no inspected program: it sends no event stream.\n"


@pytest.mark.parametrize("command", ["list", "held"])
def test_what_is_no_list_is_not_printed_as_json(inspector, command):
    with server(200, "text/html", f"<html>{HOSTILE}</html>".encode()) as url:
        done = run(inspector, "rules", command, "--json", url)
    assert done.returncode == 1 and done.stdout == ""
    assert "The answer is not a list of " in done.stderr


def test_a_server_that_refuses_a_stream_for_now_is_not_said_to_be_silent(inspector):
    problem = json.dumps({"status": 503, "detail": "Too many streams are open."}).encode()
    with server(503, "application/problem+json", problem) as url:
        done = run(inspector, "tail", url)
    assert done.returncode == 1 and done.stderr.endswith("Too many streams are open.\n"), done.stderr
    assert "does not answer" not in done.stderr


def test_the_events_of_a_hostile_server_do_nothing(inspector):
    words = {"id": HOSTILE, "reason": HOSTILE, "missed": 1, "owner": HOSTILE, "what": HOSTILE}
    notice = json.dumps(words, ensure_ascii=False)
    events = "".join(f"event: {name}\ndata: {notice}\n\n" for name in ("gap", "lifecycle", "bye"))
    with server(200, "text/event-stream", events.encode()) as url:
        tail = subprocess.Popen([inspector, "tail", url], stdout=subprocess.PIPE, text=True)
        lines = [tail.stdout.readline() for _ in range(3)]
        tail.kill()
        tail.communicate()
    assert all("gnp.exe" in line and is_harmless(line) for line in lines), lines


def test_the_names_of_programs_do_nothing(inspector, tmp_path):
    folder = tmp_path / "delegate-inspector"
    folder.mkdir(mode=0o700)
    for number in (1, 2):
        program = {"processID": os.getpid(), "program": HOSTILE, "url": f"http://127.0.0.1:{number}/", "epoch": "0",
                   "startedAt": ""}
        (folder / f"{number}.json").write_text(json.dumps(program))
    listed = run(inspector, "list", XDG_RUNTIME_DIR=str(tmp_path))
    assert "gnp.exe" in listed.stdout and is_harmless(listed.stdout), listed.stdout
    chosen = run(inspector, "tail", XDG_RUNTIME_DIR=str(tmp_path))
    assert "gnp.exe" in chosen.stderr and is_harmless(chosen.stderr), chosen.stderr


def test_names_of_files_and_servers_in_errors_do_nothing(inspector, tmp_path):
    for arguments in (["open", str(tmp_path / f"no{HOSTILE}")], ["tail", f"ftp://{HOSTILE}"]):
        done = run(inspector, *arguments)
        assert done.returncode == 1 and is_harmless(done.stderr), done.stderr


def columns(text):
    """For texts without emoji."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else not unicodedata.combining(sign) for sign in text)


@pytest.mark.parametrize("name, width", [
    ("日本語", 6), ("한글", 4), ("ﾊﾝ", 2), ("ｗｉｄｅ", 8), ("e\u0301tude", 5), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2),
])
def test_wide_characters_and_marks_leave_a_table_in_columns(inspector, tmp_path, name, width):
    folder = tmp_path / "delegate-inspector"
    folder.mkdir(mode=0o700)
    for number, program in enumerate([name, "program of more columns"], start=1):
        found = {"processID": os.getpid(), "program": program, "url": f"http://127.0.0.1:{number}/", "epoch": "0",
                 "startedAt": ""}
        (folder / f"{number}.json").write_text(json.dumps(found))
    header, *rows = run(inspector, "list", XDG_RUNTIME_DIR=str(tmp_path)).stdout.splitlines()
    starts = [row[:row.index("no answer")] for row in rows]
    assert len(starts) == 2 and any(name in start for start in starts)
    assert {len(start.replace(name, "x" * width)) for start in starts} == {header.index("CALLS")}


def test_wide_characters_leave_the_lines_of_tail_in_columns(inspector):
    calls = Calls()
    for number, thread in enumerate(["short", "日本語スレッドの名前", "naïve cafe\u0301", "가나다라마바사"]):
        calls.add(number * 1000, number * 1000 + 500, thread=thread)
    events = "".join(f"event: invocation\ndata: {json.dumps(call, ensure_ascii=False)}\n\n" for call in calls.calls)
    with server(200, "text/event-stream", events.encode()) as url:
        lines = run(inspector, "tail", url, "--count", "4").stdout.splitlines()
    assert len(lines) == 4 and "日本語スレ…" in lines[1]
    assert len({columns(line[:line.index("meter(")]) for line in lines}) == 1, lines


def lines_of_a_terminal(inspector, events, width, count):
    """What `tail` writes to a terminal of this width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    with server(200, "text/event-stream", events.encode()) as url:
        tail = subprocess.Popen([inspector, "tail", url], stdout=theirs, stderr=subprocess.DEVNULL,
                                env={**os.environ, "NO_COLOR": "1"})
        os.close(theirs)
        try:
            text = b""
            while text.count(b"\n") < count:
                ready, _, _ = select.select([ours], [], [], 60)
                assert ready, text
                text += os.read(ours, 65536)
        finally:
            tail.kill()
            tail.wait()
            os.close(ours)
    return text.decode().splitlines()[:count]


def test_lines_of_wide_characters_are_no_wider_than_the_terminal(inspector):
    notices = [json.dumps({"owner": words * 40, "what": "gone"}, ensure_ascii=False) for words in ("日本語", "a\u0301", "한a")]
    events = "".join(f"event: lifecycle\ndata: {notice}\n\n" for notice in notices)
    lines = lines_of_a_terminal(inspector, events, width=40, count=3)
    assert all(line.endswith("…") and 39 <= columns(line) <= 40 for line in lines), lines


@pytest.mark.parametrize("width, has_time, has_all", [
    (40, False, False), (59, False, False), (60, True, False), (79, True, False), (80, True, True),
])
def test_a_narrow_terminal_shows_the_call(inspector, width, has_time, has_all):
    calls = Calls()
    parent = None
    for number in range(8):
        # The deepest one is shown, too.
        parent = calls.add(number * 1_000, 100_000 - number * 1_000, thread="worker", parent=parent)
    events = "".join(f"event: invocation\ndata: {json.dumps(call)}\n\n" for call in calls.calls)
    lines = lines_of_a_terminal(inspector, events, width, count=8)
    assert all("target" in line and "meter(" in line and columns(line) <= width for line in lines), lines
    assert all(("09:30:00" in line) == has_time for line in lines), lines
    assert all(("09:30:00.0000" in line) == has_all and ("worker" in line) == has_all for line in lines), lines
