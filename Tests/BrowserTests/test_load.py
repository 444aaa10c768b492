# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The page with a real server under heavy load: a million calls, and thousands per second."""

import json
import os
import re
import urllib.error

import pytest
from playwright.sync_api import expect

from conftest import ask, serving, wait_for

MILLION = 1_000_000
# Longest frame while thousands of calls arrive per second. On an idle machine, the page achieves
# PAGE_FRAME_MILLISECONDS=100; the default only fails pages that hang.
FRAME_MILLISECONDS = float(os.environ.get("PAGE_FRAME_MILLISECONDS", "1000"))
SHOWN = "#traffic .grid__row[aria-rowindex]:not(.grid__row--header):not([hidden])"
# With the numbers of calls, and without the events of proxies between them.
SHOW_NUMBERS = (
    "localStorage.setItem('delegate-inspector/columns', JSON.stringify({ shown: { seq: true } }));"
    "localStorage.setItem('delegate-inspector/events', 'false')"
)

# Visible rows: their index in the grid, and the number of the call that they show.
READ_ROWS = """() => [...document.querySelectorAll('%s')].map((row) => ({
  place: Number(row.ariaRowIndex) - 1,
  seq: Number(row.querySelector('[data-column=seq]')?.textContent.replaceAll(',', '') || 0),
  call: row.querySelector('[data-column=call]')?.textContent,
}))""" % SHOWN
# The same, or false while one of them is being fetched.
READ_FETCHED = (
    "() => { const rows = (%s)(); return rows.length > 10 && rows.every(({ seq }) => seq > 0) && rows; }" % READ_ROWS
)


@pytest.fixture(scope="module")
def million_url(tmp_path_factory):
    """A server with a million stored calls of a parser: three per element, four around them."""
    path = tmp_path_factory.mktemp("load") / "million.xml"
    count = (MILLION - 4) // 3
    path.write_text("<r>" + "".join(f"<a>{number}</a>" for number in range(count)) + "</r>")
    with serving("xml", path, "--serve") as (url, _):
        wait_for(lambda: ask(url)["counters"]["stored"] == MILLION, "a million stored calls", seconds=300)
        yield url


def shown_rows(page):
    return page.wait_for_function(READ_FETCHED).json_value()


def check_rows(page):
    """Nothing is evicted, so row 1 is call 1, and so on."""
    rows = sorted(shown_rows(page), key=lambda row: row["place"])
    assert [row["seq"] for row in rows] == [row["place"] for row in rows]
    assert page.locator("#traffic .grid__row").count() <= 200
    return rows


def test_a_million_stored_calls_can_be_scrolled_to_any_place(page, million_url):
    page.add_init_script(SHOW_NUMBERS)
    page.goto(million_url)
    expect(page.locator(".toolbar__count")).to_have_text("1,000,000")
    assert page.locator("#traffic").get_attribute("aria-rowcount") == str(MILLION + 1)
    assert check_rows(page)[-1]["call"] == "parserDidEndDocument"

    for share in (0.5, 0.25, 0.875):
        page.evaluate("(share) => { const grid = document.querySelector('#traffic');"
                      " grid.scrollTop = share * grid.scrollHeight; }", share)
        page.wait_for_function(
            "(place) => Math.abs((%s)()[0].place - place) < 20000" % READ_ROWS, arg=share * MILLION, timeout=120_000)
        check_rows(page)

    page.locator("#traffic").focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => (%s)().some(({ seq }) => seq === 1)" % READ_ROWS, timeout=120_000)
    assert check_rows(page)[0]["call"] == "parserDidStartDocument"
    for _ in range(5):
        page.keyboard.press("PageDown")
    check_rows(page)
    page.keyboard.press("End")
    page.wait_for_function("(last) => (%s)().some(({ seq }) => seq === last)" % READ_ROWS, arg=MILLION, timeout=120_000)
    check_rows(page)


# Keeps the last timer that puts the scroll bar in line, so that a test can let it fire at any moment.
HOLD_SETTLING = """
const { setTimeout: original } = window;
window.setTimeout = (work, delay, ...rest) => {
  if (delay === 180) window.settle = work;
  return original(work, delay === 180 ? 1e9 : delay, ...rest);
};
"""


def test_a_bar_moved_just_before_it_settles_is_not_put_back(page, million_url):
    page.add_init_script(SHOW_NUMBERS)
    page.add_init_script(HOLD_SETTLING)
    page.goto(million_url)
    shown_rows(page)
    for share in (0.5, 0.25):
        page.evaluate("(share) => { const grid = document.querySelector('#traffic');"
                      " window.settle = null; grid.scrollTop = share * grid.scrollHeight; }", share)
        page.wait_for_function("() => window.settle")
        # The browser tells of the second move with its next frame.
        moved = page.evaluate("() => { const grid = document.querySelector('#traffic');"
                              " const wanted = grid.scrollTop = grid.scrollTop - 1000000;"
                              " window.settle(); window.settle = null;"
                              " return { by: grid.scrollTop - wanted, to: grid.scrollTop / grid.scrollHeight }; }")
        assert abs(moved["by"]) < 1
        page.wait_for_function("(place) => Math.abs((%s)()[0].place - place) < 20000" % READ_ROWS,
                               arg=moved["to"] * MILLION)
        check_rows(page)


def test_a_bar_moved_while_the_list_changes_its_height_stays_there(page, million_url):
    page.add_init_script(SHOW_NUMBERS)
    page.goto(million_url)
    shown_rows(page)
    # In one frame, as when the histogram appears while the reader scrolls.
    page.evaluate("() => { const grid = document.querySelector('#traffic');"
                  " grid.style.marginBottom = '60px'; grid.scrollTop = 0.5 * grid.scrollHeight; }")
    page.wait_for_function("(place) => Math.abs((%s)()[0].place - place) < 20000" % READ_ROWS, arg=0.5 * MILLION)
    check_rows(page)
    # A small step, and all the way to the end, while it shrinks again.
    before = check_rows(page)[0]["place"]
    move = ("([margin, step]) => { const grid = document.querySelector('#traffic');"
            " grid.style.marginBottom = `${margin}px`; grid.scrollTop += step; }")
    page.evaluate(move, [120, 52])
    page.wait_for_function("(first) => (%s)().every(({ place }) => place >= first)" % READ_ROWS, arg=before + 2)
    page.evaluate(move, [180, 1e9])
    page.wait_for_function("(last) => (%s)().some(({ seq }) => seq === last)" % READ_ROWS, arg=MILLION)
    assert page.evaluate("() => { const grid = document.querySelector('#traffic');"
                         " return grid.scrollHeight - grid.clientHeight - grid.scrollTop; }") < 1


def test_a_list_that_is_hidden_while_it_scrolls_keeps_its_place(page, million_url):
    page.add_init_script(SHOW_NUMBERS)
    page.add_init_script(HOLD_SETTLING)
    page.goto(million_url)
    shown_rows(page)
    page.evaluate("() => { const grid = document.querySelector('#traffic');"
                  " window.settle = null; grid.scrollTop = 0.5 * grid.scrollHeight; }")
    page.wait_for_function("(place) => Math.abs((%s)()[0].place - place) < 20000" % READ_ROWS, arg=0.5 * MILLION)
    before = [row["place"] for row in check_rows(page)]
    # As a change of the tab does; the bar is put in line meanwhile, and tells of a move that was under way.
    hide = "(style) => { const grid = document.querySelector('#traffic'); grid.parentElement.style.display = style; }"
    page.evaluate(hide, "none")
    page.evaluate("() => { const grid = document.querySelector('#traffic');"
                  " window.settle(); grid.dispatchEvent(new Event('scroll')); }")
    page.evaluate(hide, "")
    # Only a frame later the rows are drawn anew.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert [row["place"] for row in check_rows(page)] == before


def test_a_filter_over_a_million_calls_finds_the_few_and_the_many(page, million_url):
    page.add_init_script(SHOW_NUMBERS)
    page.goto(million_url + "#filter=arg.string%3A%3D77777")
    # The server searches in short slices, which take a busy machine long.
    page.wait_for_function("() => (%s)().length === 1" % READ_ROWS, timeout=120_000)
    assert page.evaluate(READ_ROWS)[0]["seq"] == 2 + 1 + 77777 * 3 + 1
    page.locator("#filter").fill("selector:foundCharacters")
    page.keyboard.press("Enter")
    # A server that is slow to count returns a lower bound.
    expect(page.locator(".toolbar__count")).to_have_text(re.compile(r"(333,332|≥ [\d,]+) of 1,000,000"))
    rows = shown_rows(page)
    assert {row["call"].split(" ")[0] for row in rows} == {"foundCharacters"}
    page.locator("#traffic").focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => (%s)().some(({ seq }) => seq === 4)" % READ_ROWS, timeout=120_000)
    rows = sorted(shown_rows(page), key=lambda row: row["place"])
    assert [row["seq"] for row in rows] == [1 + 3 * row["place"] for row in rows]


# Every state of the header, and whether a drawn histogram became empty.
WATCH = """
window.seen = { phases: [], emptied: 0 };
new MutationObserver(() => {
  const text = document.querySelector('.connection__text')?.textContent;
  if (text && seen.phases.at(-1) !== text) seen.phases.push(text);
  const isDrawn = Boolean(document.querySelector('.histogram__counts')?.getAttribute('d'));
  if (seen.wasDrawn && !isDrawn) seen.emptied += 1;
  seen.wasDrawn = isDrawn;
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""


def test_a_server_with_a_million_calls_never_looks_disconnected(page, million_url):
    page.add_init_script(WATCH)
    page.goto(million_url)
    drawn = "() => seen.wasDrawn && seen.phases.at(-1) === 'Live'"
    page.wait_for_function(drawn)
    for text in ("arg.string:77", "selector:found* -arg.string:7", ""):
        page.locator("#filter").fill(text)
        with page.expect_response(lambda response: "/timeline" in response.url, timeout=60_000):
            page.keyboard.press("Enter")
        page.wait_for_function(drawn)
    page.keyboard.press("Escape")
    for key in ("2", "6", "1"):
        page.keyboard.press(key)
    page.wait_for_function(drawn)
    seen = page.evaluate("seen")
    assert seen["emptied"] == 0
    assert set(seen["phases"]) <= {"Connecting…", "Live"}


def test_a_million_calls_stay_on_the_server(page, million_url):
    """The page only holds the visible calls and a few more, regardless of earlier scrolling."""
    session = page.context.new_cdp_session(page)
    page.goto(million_url)
    page.locator(SHOWN).first.wait_for()
    for step in range(1, 40):
        page.evaluate("(share) => { const grid = document.querySelector('#traffic');"
                      " grid.scrollTop = share * grid.scrollHeight; }", step / 40)
        page.wait_for_timeout(20)
    page.wait_for_function(
        "() => ![...document.querySelectorAll('%s')].some((row) => row.ariaBusy === 'true')" % SHOWN
    )
    assert heap_bytes(session) < 60_000_000


def heap_bytes(session):
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"]


# Scrolls up and down in every frame, and measures each frame and the time that the page blocked the browser.
SCROLL = """(seconds) => new Promise((done) => {
  const grid = document.querySelector('#traffic');
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const frames = [];
  const end = performance.now() + seconds * 1000;
  let last = performance.now();
  let count = 0;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    count += 1;
    grid.scrollTop += count % 240 < 120 ? -37 : 41;
    if (now < end) requestAnimationFrame(step);
    else { observer.disconnect(); done({ frames: frames.slice(1), tasks }); }
  };
  requestAnimationFrame(step);
})"""


def test_five_thousand_calls_a_second_do_not_hold_up_scrolling(page, record_property):
    """No frame is too long. Other programs can occupy the processor, so there are six attempts."""
    with serving("demo", "--rate", "5000") as (url, _):
        session = page.context.new_cdp_session(page)
        page.goto(url)
        page.locator(SHOWN).first.wait_for()
        before_heap, before = heap_bytes(session), ask(url)["counters"]["calls"]
        attempts = []
        for _ in range(6):
            measured = page.evaluate(SCROLL, 10)
            frames = sorted(measured["frames"])
            attempts.append({
                "frames": len(frames),
                "longest": round(frames[-1], 1),
                "p99": round(frames[int(len(frames) * 0.99)], 1),
                "longestTask": round(max(measured["tasks"], default=0), 1),
            })
            if frames[-1] <= FRAME_MILLISECONDS:
                break
        arrived = ask(url)["counters"]["calls"] - before
        growth = heap_bytes(session) - before_heap
        report = {"arrived": arrived, "heapGrowth": growth, "attempts": attempts}
        record_property("load", json.dumps(report))
        print(report)
        # A thousand per second: beside a browser, a debug build can't make more on a busy machine.
        assert arrived >= 10_000 * len(attempts)
        assert min(attempt["longest"] for attempt in attempts) <= FRAME_MILLISECONDS, report
        assert growth < 40_000_000, report
        assert page.locator("#traffic .grid__row").count() <= 200
        assert page.locator(SHOWN).count() > 10


def test_a_server_that_is_started_anew_is_told_apart_and_followed(page):
    with serving("demo", "--rate", "50") as (url, _):
        page.goto(url)
        expect(page.locator(".connection")).to_have_text("Live")
        page.locator(SHOWN).nth(3).click()
        details = page.locator(".details:visible")
        expect(details).to_have_attribute("aria-busy", "false")
        title = details.get_by_role("heading").first.inner_text()
    banner = page.locator("[data-banner=connection]")
    expect(banner).to_contain_text("Next attempt in")
    with serving("demo", "--rate", "50", port=int(url.rstrip("/").rsplit(":", 1)[1])):
        # Unless the page has just tried by itself.
        page.evaluate("document.querySelector('[data-banner=connection] button')?.click()")
        expect(page.locator("[data-banner=restarted]")).to_contain_text("another run", timeout=20_000)
        expect(details).to_contain_text("earlier run of the program")
        assert details.get_by_role("heading").first.inner_text() == title, "what was read stays readable"
        expect(page.locator(".connection")).to_have_text("Live", timeout=20_000)
        before = int(page.locator("#traffic").get_attribute("aria-rowcount"))
        page.wait_for_function("(n) => Number(document.querySelector('#traffic').ariaRowCount) > n", arg=before)


def test_what_is_cleared_elsewhere_leaves_every_tab(context, complaints):
    with serving("demo", "--rate", "50") as (url, _):
        first, second = context.new_page(), context.new_page()
        for page in (first, second):
            complaints.watch(page)
            page.goto(url)
            page.wait_for_function("() => Number(document.querySelector('#traffic').ariaRowCount) > 40")
        # Nothing new may arrive, or a slow tab would find the list full again.
        recording = first.request.patch(f"{url}api/v1/recorder", data={"recording": False})
        assert recording.ok, recording.text()
        first.get_by_role("button", name="Clear all stored calls").click()
        for page in (first, second):
            page.wait_for_function("() => Number(document.querySelector('#traffic').ariaRowCount) < 40")


def test_an_open_call_stays_readable_when_the_server_evicts_it(page):
    with serving("demo", "--memory", "4", "--rate", "4000") as (url, _):
        page.goto(url)
        page.locator(SHOWN).nth(3).wait_for()
        # A busy machine could evict the call before the page has read its details.
        assert page.request.patch(f"{url}api/v1/recorder", data={"recording": False}).ok
        page.locator(SHOWN).nth(3).click()
        details = page.locator(".details:visible")
        expect(details).to_have_attribute("aria-busy", "false")
        arguments = details.locator(".tree").first.inner_text()
        assert page.request.patch(f"{url}api/v1/recorder", data={"recording": True}).ok
        call = re.search(r"call=([0-9a-f]+)-([0-9]+)", page.url)
        wait_for(lambda: ask(url, "api/v1/invocations?limit=1")["oldest"] > int(call[2]), "the call's eviction")
        expect(details.locator(".notice[role=status]")).to_contain_text("no longer stores this call")
        assert details.locator(".tree").first.inner_text() == arguments
        with pytest.raises(urllib.error.HTTPError) as gone:
            ask(url, f"api/v1/invocations/{call[1]}-{call[2]}")
        assert gone.value.code == 410
