# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The other tabs, including those for which the server has no data yet."""

import json
import re

from playwright.sync_api import expect

from conftest import wait_for
from test_list import wait_for_number


def selector(name, calls, total, errors=0):
    histogram = [
        {"fromNanoseconds": 1024 * 2**index, "toNanoseconds": 2048 * 2**index, "count": 10 - index}
        for index in range(5)
    ]
    return {
        "protocol": "XMLParserDelegate",
        "selector": name,
        "calls": calls,
        "errors": errors,
        "unanswered": 0,
        "totalNanoseconds": total,
        "p50Nanoseconds": 1500,
        "p90Nanoseconds": 9000,
        "p99Nanoseconds": 20_000,
        "maxNanoseconds": 32_000,
        "histogram": histogram,
    }


SELECTORS = {
    "items": [
        selector("parser(_:foundCharacters:)", 900, 5_000_000),
        selector("parserDidStartDocument(_:)", 2, 9_000_000, errors=1),
    ]
}
PROXY = {
    "id": 3,
    "protocol": "XMLParserDelegate",
    "property": "delegate",
    "owner": "XMLParser",
    "isInstalled": True,
    "target": {"type": "FeedReader", "isAlive": True},
    "isTargetRetained": False,
    "calls": 13,
    "unanswered": 1,
    "requirements": [
        {
            "selector": "parser(_:foundCharacters:)",
            "isOptional": True,
            "returnsValue": False,
            "responds": True,
            "isImplemented": True,
            "hasHandler": False,
            "observers": 2,
            "calls": 12,
            "unanswered": 0,
        },
        {
            "selector": "parserDidEndDocument(_:)",
            "isOptional": True,
            "returnsValue": False,
            "responds": True,
            "isImplemented": None,
            "hasHandler": False,
            "observers": 0,
            "calls": 1,
            "unanswered": 1,
        },
    ],
    "history": [{"at": "2026-11-21T09:30:00.000000Z", "what": "targetDied", "previousTarget": "FeedReader"}],
}


def test_selectors_are_sorted_by_any_column_and_open_their_histogram(page, fake):
    fake.replies["selectors"] = SELECTORS
    fake.open("tab=selectors")
    names = page.locator("#selectors .grid__row:visible > [role=gridcell][data-column=selector]")
    expect(names).to_have_text(["parserDidStartDocument(_:)", "parser(_:foundCharacters:)"])
    page.locator("#selectors").get_by_role("button", name="Calls").click()
    expect(names).to_have_text(["parser(_:foundCharacters:)", "parserDidStartDocument(_:)"])
    expect(page.locator("#selectors [role=columnheader][data-column=calls]")).to_have_attribute(
        "aria-sort", "descending"
    )
    names.first.click()
    details = page.locator(".details:visible")
    expect(details.get_by_role("img", name="Histogram of durations")).to_be_visible()
    details.get_by_role("button", name="Show calls").click()
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#filter")).to_have_value("protocol:=XMLParserDelegate selector:=parser(_:foundCharacters:)")


def test_a_proxy_shows_what_its_delegate_can_do(page, fake):
    fake.replies["proxies"] = {"items": [PROXY]}
    fake.replies["proxies/3"] = PROXY
    fake.open("tab=proxies")
    page.locator("#proxies .grid__row:visible", has_text="XMLParser.delegate").click()
    details = page.locator(".details:visible")
    expect(details.get_by_role("table")).to_contain_text("parserDidEndDocument(_:)")
    expect(details.locator("td[data-answerer]")).to_have_text(["target", "target?"])
    expect(details).to_contain_text("forward delegate is gone: FeedReader")
    gone = PROXY | {"target": {"type": "FeedReader", "isAlive": False}}
    fake.replies["proxies"], fake.replies["proxies/3"] = {"items": [gone]}, gone
    expect(page.locator("#proxies .liveness")).to_have_text("FeedReader (gone)")
    expect(details.locator("td[data-answerer]")).to_have_text(["nobody", "nobody"])
    fake.replies["proxies"] = {"items": []}
    fake.replies["proxies/3"] = lambda query: (410, {"status": 410, "code": "proxyGone", "history": PROXY["history"]})
    expect(details).to_contain_text("This proxy is gone.")
    expect(details).to_contain_text("forward delegate is gone: FeedReader")


def select_text(part):
    part.evaluate("(node) => getSelection().selectAllChildren(node)")


def test_text_of_a_proxys_details_stays_selected_while_its_numbers_change(page, fake):
    lost = PROXY | {"state": "overwritten", "isInstalled": False, "overwrittenBy": "FeedReader"}
    fake.replies["proxies"], fake.replies["proxies/3"] = {"items": [lost]}, lost
    fake.open("tab=proxies&proxy=3")
    details = page.locator(".details:visible")
    code = details.locator(".proxystate pre")
    expect(code).to_contain_text("proxy(for:")
    first = details.locator(".capabilities__number").nth(1)
    expect(first).to_have_text("12")
    select_text(code)
    selected = page.evaluate("String(getSelection())")
    [changed, other] = PROXY["requirements"]
    fake.replies["proxies/3"] = lost | {"requirements": [changed | {"calls": 13}, other]}
    expect(first).to_have_text("13")
    assert "proxy(for:" in selected
    assert page.evaluate("String(getSelection())") == selected


def test_the_name_in_a_selectors_details_stays_selected_while_its_numbers_change(page, fake):
    fake.replies["selectors"] = SELECTORS
    fake.open("tab=selectors&selector=XMLParserDelegate.parserDidStartDocument(_%3A)")
    details = page.locator(".details:visible")
    title = details.locator(".details__selector")
    expect(title).to_have_text("parserDidStartDocument(_:)")
    select_text(title)
    rows = [row | {"calls": 4321} for row in SELECTORS["items"]]
    fake.replies["selectors"] = {"items": rows}
    expect(details).to_contain_text("4,321")
    assert page.evaluate("String(getSelection())") == "parserDidStartDocument(_:)"


def test_running_and_unanswered_calls(page, fake):
    fake.replies["running"] = lambda query: (
        200,
        {"items": [fake.record(7) | {"state": "running", "durationNanoseconds": None}]},
    )
    fake.replies["unanswered"] = {
        "items": [
            {
                "protocol": "P",
                "selector": "a(_:)",
                "unanswered": 3,
                "calls": 4,
                "owners": ["O"],
                "reason": "noTarget",
            }
        ]
    }
    fake.open("tab=running")
    expect(page.locator("#running .grid__row:visible", has_text="text 7")).to_have_count(1)
    expect(page.get_by_role("tab", name="Running")).to_contain_text("1")
    page.keyboard.press("5")
    row = page.locator("#unanswered .grid__row:visible", has_text="a(_:)")
    expect(row.locator("[data-column=unanswered]")).to_have_text("3")
    expect(row.locator("[data-column=share]")).to_have_text("75 %")
    expect(row.locator("[data-column=reason]")).to_have_text("no forward delegate")
    leads = "A click shows these calls in the list"
    expect(row.locator("[data-column=share]")).to_have_attribute("title", leads)
    expect(row.locator("[data-column=selector]")).to_have_attribute("title", f"a(_:)\n{leads}")
    row.click()
    expect(page.locator("#filter")).to_have_value("protocol:=P selector:=a(_:) is:unanswered")


def test_calls_that_were_never_completed_are_unanswered_too(page, fake):
    fake.replies["unanswered"] = {
        "items": [
            {
                "protocol": "P",
                "selector": "b(_:)",
                "unanswered": 1,
                "neverCompleted": 1,
                "calls": 2,
                "owners": ["O"],
                "reason": "notCompleted",
            }
        ]
    }
    fake.open("tab=unanswered")
    row = page.locator("#unanswered .grid__row:visible", has_text="b(_:)")
    expect(row.locator("[data-column=unanswered]")).to_have_text("2")
    expect(row.locator("[data-column=share]")).to_have_text("all")
    expect(row.locator("[data-column=reason]")).to_have_text("closure released, never called")
    row.click()
    filter = "protocol:=P selector:=b(_:) (is:unanswered OR completion:never)"
    expect(page.locator("#filter")).to_have_value(filter)


def test_the_flame_chart_draws_calls_and_opens_the_one_that_is_clicked(page, fake):
    fake.special = {seq: {"durationNanoseconds": 900_000} for seq in range(1, 51)}
    fake.open("tab=flame")
    expect(page.locator(".flame__summary")).to_have_text("50 calls on 1 thread")
    canvas = page.locator(".flame__canvas")
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 49.9 ms, 1 thread")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.49, box["y"] + 66)
    expect(canvas).to_have_attribute("data-hit", "true")
    expect(page.locator(".flame__tip")).to_contain_text("foundCharacters, target, 900 µs")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".details:visible")).to_contain_text("text 2")
    search = page.get_by_role("searchbox", name="Find in the chart")
    search.fill("FOUNDchar")
    expect(page.locator(".flame__found")).to_have_text("50 found")
    opened = int(page.url.rsplit("-", 1)[1])
    search.press("Enter")
    expect(canvas).not_to_have_attribute("aria-label", "Flame chart over 49.9 ms, 1 thread")
    expect(page.locator(".details:visible")).to_contain_text(f"text {opened + 1}")
    search.press("Shift+Enter")
    expect(page.locator(".details:visible")).to_contain_text(f"text {opened}")
    search.press("Escape")
    expect(page.locator(".flame__found")).to_have_text("")
    canvas.focus()
    page.keyboard.press("0")
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 49.9 ms, 1 thread")
    for _ in range(4):
        page.keyboard.press("+")
    expect(canvas).not_to_have_attribute("aria-label", "Flame chart over 49.9 ms, 1 thread")


def test_the_flame_chart_draws_calls_that_still_run(page, fake):
    running = fake.record(7) | {"state": "running", "durationNanoseconds": None, "parent": None}
    running |= {"targetNanoseconds": None, "thread": {"id": 9, "name": "stuck", "isMain": False}}
    running |= {"id": "feed0001-60", "seq": 60}
    fake.replies["running"] = {"items": [running], "asOf": "2026-11-21T09:05:00.000000Z"}
    fake.open("tab=flame")
    expect(page.locator(".flame__summary")).to_have_text("50 calls on 2 threads")
    canvas = page.locator(".flame__canvas")
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 5 min 00 s, 2 threads")
    box = canvas.bounding_box()
    tips = set()
    for y in range(30, 160, 6):
        page.mouse.move(box["x"] + box["width"] - 12, box["y"] + y)
        tips.add(page.locator(".flame__tip").text_content())
    assert "foundCharacters, running" in tips, tips


def open_many_lanes(page, fake):
    """A call on each of 60 threads, which are more than the window shows."""
    fake.newest = 60
    for seq in range(1, 61):
        thread = {"id": seq, "name": f"worker {seq}", "isMain": False}
        fake.special[seq] = {"thread": thread, "parent": None, "durationNanoseconds": 900_000}
    fake.special[60]["selector"] = "deepest()"
    fake.open("tab=flame")
    expect(page.locator(".flame__summary")).to_have_text("60 calls on 60 threads")


def test_lanes_that_are_gone_leave_no_empty_flame_chart(page, fake):
    fake.matching = lambda call: call["seq"] == 7
    open_many_lanes(page, fake)
    canvas = page.locator(".flame__canvas")
    canvas.focus()
    for _ in range(40):
        page.keyboard.press("ArrowDown")
    page.locator("#filter").fill("thread:7")
    expect(page.locator(".flame__summary")).to_have_text("1 call on 1 thread")
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 900 µs, 1 thread")
    expect(page.get_by_text("No call in this part of the time.")).to_be_hidden()
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 66)
    expect(page.locator(".flame__tip")).to_contain_text("foundCharacters")


def test_a_call_that_is_found_below_the_window_is_brought_into_it(page, fake):
    open_many_lanes(page, fake)
    search = page.get_by_role("searchbox", name="Find in the chart")
    search.fill("deepest")
    search.press("Enter")
    expect(page.locator(".details:visible")).to_contain_text("deepest()")
    expect(page.get_by_text("No call in this part of the time.")).to_be_hidden()
    canvas = page.locator(".flame__canvas")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 10)
    expect(page.locator(".flame__tip")).to_contain_text("deepest")
    canvas.focus()
    page.keyboard.press("0")
    page.mouse.move(box["x"] + 4, box["y"] + 66)
    expect(page.locator(".flame__tip")).to_contain_text("foundCharacters")


# Of calls that take 900 µs of each millisecond: their boxes below their names, and the gap after the last of them.
CHART_COLOURS = """
(canvas, numbers) => {
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const at = (place) => context.getImageData(Math.round((place / 11.9) * copy.width), 71, 1, 1).data.join();
  return [...numbers.map((number) => at(number - 0.55)), at(numbers.at(-1) - 0.05)];
}
"""


def test_with_forced_colours_boxes_of_the_flame_chart_differ_by_what_came_of_the_calls(page, fake):
    fake.newest = 12
    fake.special = {seq: {"durationNanoseconds": 900_000, "parent": None} for seq in range(1, 13)}
    fake.special[3] |= {"state": "threw", "error": {"type": "Fault", "kind": "enum", "value": "offline"}}
    fake.special[5] |= {"returnPath": "none", "target": None}
    fake.open("tab=flame")
    canvas = page.locator(".flame__canvas")
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 11.9 ms, 1 thread")
    colours = lambda: canvas.evaluate(CHART_COLOURS, [1, 3, 5])
    themed = wait_for(lambda: len(set(colours())) == 4 and colours(), "a chart in the colours of the theme")
    page.emulate_media(forced_colors="active")
    wait_for(lambda: colours()[0] != themed[0], "the chart in the colours of the system")
    assert len(set(colours())) == 4
    page.emulate_media(forced_colors="none")
    wait_for(lambda: colours() == themed, "the colours of the theme again")


def test_no_word_above_the_flame_chart_is_cut_beside_open_details(page, fake):
    page.set_viewport_size({"width": 1280, "height": 800})
    fake.open("tab=flame&call=feed0001-7")
    expect(page.locator(".details:visible")).to_contain_text("text 7")
    page.get_by_role("searchbox", name="Find in the chart").fill("found")
    expect(page.locator(".flame__found")).to_have_text("50 found")
    cut = "(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"
    assert page.locator(".flame__controls > :visible").evaluate_all(cut) == []
    assert page.locator(".flame__controls").evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_the_flame_chart_leaves_idle_time_out_and_is_moved_by_its_map(page, fake):
    fake.newest = 4
    fake.special = {seq: {"startedAt": f"2026-11-21T09:00:{seq:02d}.000000Z", "parent": None} for seq in range(1, 5)}
    fake.open("tab=flame")
    canvas = page.locator(".flame__canvas")
    expect(page.locator(".flame__summary")).to_have_text("4 calls on 1 thread")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + 66)
    expect(canvas).to_have_attribute("data-hit", "true")
    fold = page.get_by_role("button", name="Fold idle time")
    expect(fold).to_have_attribute("aria-pressed", "true")
    fold.click()
    expect(fold).to_have_attribute("aria-pressed", "false")
    page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + 66)
    expect(canvas).to_have_attribute("data-hit", "false")
    fold.click()
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 3.00 s, 1 thread")
    area = page.locator(".flame__map").bounding_box()
    page.mouse.move(area["x"] + area["width"] - 1, area["y"] + 10)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] * 0.1, area["y"] + 10, steps=4)
    page.mouse.up()
    expect(canvas).not_to_have_attribute("aria-label", "Flame chart over 3.00 s, 1 thread")


def test_the_flame_chart_of_a_paused_page_is_drawn_and_can_have_older_calls(page, fake):
    fake.newest = 2_500
    fake.open("tab=flame&paused=1")
    summary = page.locator(".flame__summary")
    expect(summary).to_have_text("the newest 2,000 calls on 1 thread")
    page.get_by_role("button", name="Older calls").click()
    expect(summary).to_have_text("2,500 calls on 1 thread")
    fake.arrive(10)
    expect(page.locator("[data-banner=paused]")).to_contain_text("10 calls wait")
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(summary).to_have_text("2,510 calls on 1 thread")


def test_what_the_server_cannot_do_is_said_in_a_plain_line_and_not_asked_for(page, fake):
    fake.features = ["invocations", "selectors", "status", "stream", "healthz"]
    fake.open()
    wait_for_number(page, 50)
    expect(page.locator(".histogram")).to_contain_text("This server has no timeline yet.")
    expect(page.locator("#filter")).to_be_disabled()
    for name, line in [
        ("Proxies", "list of proxies"),
        ("Running", "list of running calls"),
        ("Unanswered", "list of unanswered calls"),
    ]:
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tabpanel")).to_contain_text(f"This server has no {line} yet.")
    page.get_by_role("tab", name="Traffic").click()
    paths = {path.split("/")[0] for _, path, _ in fake.requests}
    assert paths <= {"invocations", "selectors", "status"}


def test_an_exported_file_is_looked_at_and_saved_without_the_server(page, fake, tmp_path):
    fake.open()
    wait_for_number(page, 50)
    path = tmp_path / "calls.ndjson"
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    path.write_text("".join(json.dumps(fake.record(seq), **compact) + "\n" for seq in range(1, 51)))

    def save(name):
        page.get_by_role("button", name="Export what the list shows").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=re.compile(f"^{name}")).click()
        return open(download.value.path(), encoding="utf-8").read()

    def open_file(name):
        page.get_by_role("button", name="Export what the list shows").click()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("menuitem", name="Open an exported file…").click()
        chooser.value.set_files(name)

    fake.restart("beef0002", 5)
    page.wait_for_function("() => document.querySelector('#traffic').ariaRowCount === '6'")
    open_file(path)
    banner = page.locator("[data-banner=file]")
    expect(banner).to_contain_text("You look at 50 calls of the file “calls.ndjson”.")
    wait_for_number(page, 50)
    fake.requests.clear()
    page.locator("#traffic .grid__row:visible", has_text="text 47").click()
    expect(page.locator(".details:visible")).to_contain_text("text 47")
    page.keyboard.press("2")
    expect(page.locator("#selectors .grid__row:visible", has_text="foundCharacters")).to_have_count(1)
    assert json.loads(save("JSON"))["items"] == [json.loads(line) for line in path.read_text().splitlines()]
    assert save("NDJSON") == path.read_text()
    page.get_by_role("button", name="Export what the list shows").click()
    expect(page.get_by_role("menuitem", name="CSV")).to_have_count(0)
    page.keyboard.press("Escape")
    assert fake.requests == []
    page.get_by_role("button", name="Back to the live calls").click()
    expect(banner).to_have_count(0)
    page.wait_for_function("() => document.querySelector('#traffic').ariaRowCount === '6'")
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[1, 2")
    open_file(wrong)
    expect(page.locator(".toast")).to_contain_text("“wrong.json” cannot be opened.")
