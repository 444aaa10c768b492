# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Firefox shows the page as Chromium does: one walk through it, against the real server, by Firefox's own protocol.

Playwright drives only a Firefox of its own making; `marionette-driver` speaks with the one of the distribution.
"""

import gc
import os
import re
import shutil

import pytest

marionette_driver = pytest.importorskip("marionette_driver")

from marionette_driver import By, Wait  # noqa: E402
from marionette_driver.keys import Keys  # noqa: E402
from marionette_driver.marionette import Marionette  # noqa: E402

FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or "/usr/bin/firefox-esr"
SECONDS = 60
ROWS = "#traffic .grid__row:not(.grid__row--header):not([hidden]):not([data-kind])"

# Exceptions in the page, and violations of its content security policy. Firefox also reports services of its own that
# it cannot reach.
READ_ERRORS = """
const { Ci } = globalThis;
return Services.console.getMessageArray()
  .filter((message) => message instanceof Ci.nsIScriptError && message.sourceName.startsWith(arguments[0]))
  .filter(({ flags }) => !(flags & Ci.nsIScriptError.warningFlag))
  .map((message) => message.message);
"""
# Console messages of the page go to the log.
PREFERENCES = {"network.proxy.type": 0, "devtools.console.stdout.content": True}
# Firefox's own components begin with their name: `console.error: RSLoader:`.
FIREFOX_SAYS = re.compile(r"^console\.error: \w+:")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    if not os.path.exists(FIREFOX):
        pytest.skip("Firefox is not installed: scripts/setup --test")
    log = tmp_path_factory.mktemp("firefox") / "gecko.log"
    marionette = Marionette(
        bin=FIREFOX, headless=True, gecko_log=str(log), startup_timeout=60, port=0, prefs=PREFERENCES
    )
    marionette.log = log
    marionette.start_session({"timeouts": {"script": 10_000, "pageLoad": 30_000, "implicit": 0}})
    marionette.set_window_rect(width=1360, height=860)
    try:
        yield marionette
    finally:
        marionette.cleanup()
        # Its profile is deleted with the object, before the interpreter shuts down.
        marionette.instance = None
        gc.collect()


def until(firefox, condition, what):
    """Waits until a script returns a true value; a failure names what it waited for."""
    wait = Wait(firefox, timeout=SECONDS, interval=0.1)
    return wait.until(lambda each: each.execute_script(f"return {condition}"), message=what)


def test_firefox_shows_filters_and_changes_tabs_without_complaint(firefox, inspector_url):
    firefox.navigate(inspector_url)
    until(firefox, f"document.querySelectorAll('{ROWS}').length > 5", "rows in the list")
    until(firefox, "document.querySelector('.connection').textContent === 'Live'", "a live stream")
    until(firefox, "document.querySelector('.histogram__counts').getAttribute('d')?.length > 0", "a histogram")
    until(firefox, "document.querySelectorAll('.protocols .chip').length > 1", "chips of protocols")
    calls = firefox.execute_script(
        f"return [...document.querySelectorAll('{ROWS} [data-column=call]')].map((cell) => cell.textContent)"
    )
    assert all(calls)

    field = firefox.find_element(By.CSS_SELECTOR, "#filter")
    field.click()
    field.send_keys("selector:foundCharacters", Keys.ENTER)
    until(
        firefox,
        f"(() => {{ const cells = [...document.querySelectorAll('{ROWS} [data-column=call]')]; return cells.length > 0"
        " && cells.every((cell) => cell.textContent.startsWith('foundCharacters')); })()",
        "a list of the calls that pass the filter alone",
    )
    firefox.find_element(By.CSS_SELECTOR, "#traffic").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    until(firefox, "document.querySelector('.details:not([hidden]) .tree')?.textContent.length > 0", "details")
    for name in ("selectors", "proxies", "flame", "traffic"):
        firefox.find_element(By.CSS_SELECTOR, f"#tab-{name}").click()
        until(firefox, f"document.querySelector('#panel-{name}').offsetHeight > 100", f"the tab {name}")
    until(firefox, "document.documentElement.scrollWidth <= innerWidth", "a page that does not scroll sideways")

    with firefox.using_context(firefox.CONTEXT_CHROME):
        assert firefox.execute_script(READ_ERRORS, script_args=(inspector_url,)) == []
    said = firefox.log.read_text(errors="replace").splitlines()
    assert [line for line in said if line.startswith("console.error") and not FIREFOX_SAYS.match(line)] == []
