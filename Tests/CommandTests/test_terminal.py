# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Whatever a server, a program or a recording says, a terminal does nothing but show it."""
import contextlib
import http.server
import json
import os
import subprocess
import threading

import pytest

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
