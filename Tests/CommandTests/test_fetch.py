# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-server fetch` with the test's own HTTP server."""
import http.server
import json
import os
import socket
import stat
import subprocess
import threading
import urllib.request

import pytest

BODY = bytes(range(256)) * 400


class Pages(http.server.BaseHTTPRequestHandler):
    """A page, a redirection to it, a truncated page, an empty one, and bodies without an end."""

    def do_GET(self):
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/page")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path in ("/page", "/short"):
            self.send_response(200)
            self.send_header("Content-Length", str(len(BODY) + (1000 if self.path == "/short" else 0)))
            self.end_headers()
            self.wfile.write(BODY)
        elif self.path == "/empty":
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path in ("/endless", "/endless-error"):
            self.send_response(200 if self.path == "/endless" else 503)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(BODY)
            except OSError:
                pass
        elif self.path in ("/steady", "/steady-error"):
            self.send_response(200 if self.path == "/steady" else 503)
            self.end_headers()
            try:
                # Foundation cancels nothing while data comes faster than it is read.
                while not self.server.is_over.wait(0.01):
                    self.wfile.write(BODY[:1000])
            except OSError:
                pass
        else:
            self.send_error(404)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.is_over = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.is_over.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def fetch(inspector):
    return lambda *arguments: subprocess.run(
        [inspector, "fetch", *arguments], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("kind", [[], ["--download"]])
def test_writes_the_body_that_the_server_sent(fetch, site, tmp_path, kind):
    place = tmp_path / "body"
    run = fetch(f"{site}/page", "--output", str(place), *kind)
    assert run.returncode == 0, run.stderr
    assert place.read_bytes() == BODY
    assert f"HTTP 200, {len(BODY)} bytes" in run.stderr
    wanted = "didFinishDownloadingTo" if kind else "urlSession(_:dataTask:didReceive:)"
    assert wanted in run.stdout
    assert "urlSession(_:task:didCompleteWithError:)" in run.stdout
    assert "urlSession(_:didBecomeInvalidWithError:)" in run.stdout


@pytest.mark.parametrize("kind", [[], ["--download"]])
@pytest.mark.parametrize("old", [None, b"of yesterday"])
def test_an_empty_body_is_an_empty_file(fetch, site, tmp_path, kind, old):
    place = tmp_path / "body"
    if old:
        place.write_bytes(old)
    run = fetch(f"{site}/empty", "--output", str(place), *kind)
    assert run.returncode == 0 and f"HTTP 200, 0 bytes to {place}" in run.stderr
    assert place.read_bytes() == b""


def test_a_body_of_an_error_leaves_the_file_alone(fetch, site, tmp_path):
    place = tmp_path / "body"
    place.write_bytes(b"of yesterday")
    assert fetch(f"{site}/none", "--output", str(place)).returncode == 1
    assert place.read_bytes() == b"of yesterday"


@pytest.mark.parametrize("kind", [[], ["--download"]])
def test_a_folder_is_refused_and_keeps_its_files(fetch, site, tmp_path, kind):
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").write_bytes(b"of yesterday")
    run = fetch(f"{site}/page", "--output", str(folder), *kind)
    assert run.returncode == 1
    assert run.stderr == f"Error: {folder} is a folder. Choose the name of a file in it.\n"
    assert (folder / "inner" / "file").read_bytes() == b"of yesterday"
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("kind", [[], ["--download"]])
def test_a_pipe_gets_the_whole_body_and_is_kept(fetch, site, tmp_path, kind):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        try:
            run = fetch(f"{site}/page", "--output", str(pipe), *kind)
            assert run.returncode == 0, run.stderr
            assert reader.communicate(timeout=60)[0] == BODY
        finally:
            reader.kill()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("kind", [[], ["--download"]])
def test_a_link_is_kept_and_its_target_replaced(fetch, site, tmp_path, kind):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"of yesterday")
    link.symlink_to(target)
    assert fetch(f"{site}/page", "--output", str(link), *kind).returncode == 0
    assert link.is_symlink() and target.read_bytes() == BODY
    assert sorted(tmp_path.iterdir()) == [link, target]


@pytest.mark.parametrize("kind", [[], ["--download"]])
def test_a_link_to_no_file_yet_is_kept_and_its_target_made(fetch, site, tmp_path, kind):
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to("folder/target")
    assert fetch(f"{site}/page", "--output", str(link), *kind).returncode == 0
    assert link.is_symlink() and (folder / "target").read_bytes() == BODY
    assert [file.name for file in folder.iterdir()] == ["target"]


@pytest.mark.parametrize("page, arguments, reason", [
    ("endless", ["--output", "/dev/full"], "cannot write /dev/full: "),
    ("endless-error", [], "HTTP 503 "),
])
def test_the_rest_of_a_body_that_is_of_no_use_is_not_waited_for(fetch, site, page, arguments, reason):
    run = fetch(f"{site}/{page}", *arguments)
    assert run.returncode == 1
    assert f"{site}/{page}: {reason}" in run.stderr
    assert "urlSession(_:task:didCompleteWithError:)" in run.stdout


@pytest.mark.parametrize("page, kind", [
    ("steady-error", ["--download"]), ("steady", ["--download"]), ("steady", []),
])
def test_a_body_without_an_end_is_given_up_at_its_limit(inspector, site, tmp_path, page, kind):
    command = [inspector, "fetch", f"{site}/{page}", "--max-time", "1", *kind]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert run.returncode == 1
    assert f"{site}/{page}: not complete after 1 s, the limit of --max-time" in run.stderr
    assert "urlSession(_:task:didCompleteWithError:)" in run.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_limit_that_is_not_reached_changes_nothing(fetch, site):
    run = fetch(f"{site}/page", f"{site}/none", "--download", "--max-time", "3600")
    assert f"{site}/page: HTTP 200, {len(BODY)} bytes" in run.stderr and f"{site}/none: HTTP 404" in run.stderr


def test_follows_and_records_a_redirection(fetch, site):
    run = fetch(f"{site}/moved")
    assert run.returncode == 0, run.stderr
    assert "willPerformHTTPRedirection" in run.stdout


def test_fetches_the_other_urls_when_one_fails(fetch, site):
    run = fetch(f"{site}/none", f"{site}/page")
    assert run.returncode == 1
    assert f"{site}/none: HTTP 404" in run.stderr
    assert f"{site}/page: HTTP 200, {len(BODY)} bytes" in run.stderr


def test_says_that_a_connection_was_refused(fetch):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    run = fetch(f"http://127.0.0.1:{port}/")
    assert run.returncode == 1
    assert f"connection refused: no server at 127.0.0.1:{port}" in run.stderr


@pytest.mark.parametrize("page", ["page", "short", "none"])
def test_leaves_no_temporary_file(inspector, site, tmp_path, page):
    folder = tmp_path / "temporary"
    folder.mkdir()
    run = subprocess.run([inspector, "fetch", f"{site}/{page}", "--download"], capture_output=True, text=True,
                         timeout=60, env={**os.environ, "TMPDIR": str(folder)})
    assert run.returncode == (0 if page == "page" else 1)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("kind", [[], ["--download"]])
def test_says_that_a_body_broke_off(fetch, site, kind):
    run = fetch(f"{site}/short", *kind)
    assert run.returncode == 1
    assert f"{site}/short: " in run.stderr
    assert "HTTP 200" not in run.stderr


@pytest.mark.parametrize(("url", "reason"), [
    ("nonsense", "not a URL"),
    ("ftp://127.0.0.1/x", "cannot fetch by 'ftp'"),
    ("http:///path", "the URL has no host"),
    ("http://127.0.0.1:99999/", "99999 is not a port; use 1 to 65535"),
    ("http://127.0.0.1:65536/", "65536 is not a port; use 1 to 65535"),
    ("http://127.0.0.1:0/", "0 is not a port; use 1 to 65535"),
])
def test_says_what_is_wrong_with_a_url(fetch, url, reason):
    run = fetch(url)
    assert run.returncode == 1
    assert f"{url}: {reason}" in run.stderr


def test_says_why_a_web_socket_cannot_be_opened(fetch):
    # If libcurl lacks web sockets, the message says so; otherwise the connection is refused.
    run = fetch("ws://127.0.0.1:1/")
    assert run.returncode == 1
    assert "cannot fetch ws URLs" in run.stderr or "connection refused" in run.stderr


def test_says_that_a_file_cannot_be_written(fetch, site, tmp_path):
    run = fetch(f"{site}/page", "--output", str(tmp_path / "missing" / "body"))
    assert run.returncode == 1
    assert "cannot write" in run.stderr


@pytest.mark.parametrize("option", ["timeout", "max-time"])
@pytest.mark.parametrize("seconds", ["0", "-1", "31536001", str(2**63 - 1)])
def test_a_time_out_of_range_is_refused(fetch, option, seconds):
    run = fetch("http://127.0.0.1:1/", f"--{option}={seconds}")
    assert run.returncode == 64
    assert "must be from 1 to 31536000 seconds, a year." in run.stderr


@pytest.mark.parametrize("arguments", [[], ["http://a/", "http://b/", "--output", "x"], ["http://a/", "--timeout", "0"]])
def test_gives_the_exit_code_of_wrong_usage(fetch, arguments):
    assert fetch(*arguments).returncode == 64


def test_serves_what_it_recorded(start, site):
    server = start("fetch", f"{site}/page", "--serve")
    while not server.process.stderr.readline().startswith("Serving"):
        assert server.process.poll() is None
    with urllib.request.urlopen(f"{server.url}/api/v1/selectors", timeout=20) as reply:
        names = [row["selector"] for row in json.load(reply)["items"]]
    assert "urlSession(_:task:didCompleteWithError:)" in names
    assert server.stop()[0] == 0
