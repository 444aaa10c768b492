# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Shared by the browser tests: a server, a Chromium, and a page that must not report errors.

`INSPECTOR_URL` names a server that is running already. Without it the built `inspector-server` is started, on a port
that the system picks; `INSPECTOR_BINARY` names another one.
"""

import json
import os
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from fake_inspector import FakeInspector

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")

# A loaded machine takes seconds for a step; an expectation that is met early waits for nothing.
expect.set_options(timeout=30_000)

# Reported by the browser, not by the page: a server response that a test provokes.
EXPECTED_CONSOLE = ("Failed to load resource",)


def built_server():
    named = os.environ.get("INSPECTOR_BINARY")
    if named:
        return Path(named)
    for kind in ("debug", "release"):
        path = ROOT / ".build" / kind / "inspector-server"
        if path.exists():
            return path
    pytest.skip("no inspector-server is built and INSPECTOR_URL is not set")


@pytest.fixture(scope="session")
def inspector_url():
    """URL of a server with live traffic."""
    named = os.environ.get("INSPECTOR_URL")
    if named:
        yield named.rstrip("/") + "/"
        return
    with serving("demo", "--rate", "20") as (url, _):
        yield url


@contextmanager
def serving(*arguments, port=0):
    """Runs `inspector-server` with the page as it stands in the folder: the one inside the program is as old as the
    last build. Gives its address and its process."""
    command = [built_server(), *arguments, "--port", str(port), "--public", ROOT / "public"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield server.stdout.readline().strip().rstrip("/") + "/", server
    finally:
        server.terminate()
        server.wait(timeout=10)


def ask(url, path="api/v1/status"):
    with urllib.request.urlopen(url + path, timeout=30) as reply:
        return json.load(reply)


def wait_for(condition, what, seconds=60):
    """Waits until a condition holds, and returns its result; fails on timeout."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited {seconds} s in vain: {what}")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser):
    context = browser.new_context(viewport={"width": 1360, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield context
    context.close()


class Complaints(list):
    """The browser's complaints about the page; a test that provokes one removes it."""

    def watch(self, page):
        page.on("console", lambda message: self.heard(message.type, message.text))
        page.on("request", lambda request: self.asked(page, request.url))
        page.on("pageerror", lambda error: self.append(f"exception: {error.stack}"))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) =>"
            " console.error('blocked by the content security policy: ' + event.violatedDirective))"
        )

    def asked(self, page, url):
        """A page only connects to the server that it came from."""
        parts, home = urlsplit(url), urlsplit(page.url)
        if parts.scheme in ("http", "https", "ws", "wss") and home.scheme == "http" and parts.netloc != home.netloc:
            self.append(f"request that leaves the origin: {url}")

    def heard(self, kind, text):
        if kind in ("error", "warning") and not text.startswith(EXPECTED_CONSOLE):
            self.append(f"{kind}: {text}")


@pytest.fixture
def complaints():
    complaints = Complaints()
    yield complaints
    assert complaints == []


@pytest.fixture
def page(context, complaints):
    """A page that fails its test if the browser complains."""
    page = context.new_page()
    complaints.watch(page)
    return page


@pytest.fixture
def fake(page, inspector_url):
    """An API whose calls and events the test controls; the page itself comes from the real server."""
    return FakeInspector(inspector_url).install(page)
