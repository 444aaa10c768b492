# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Events of proxies between the calls of the list, and in the flame chart."""

import re

import pytest
from playwright.sync_api import expect

from conftest import wait_for
from fake_inspector import ALL_FEATURES
from test_list import scroll_to, visible_numbers, wait_for_number

EVENTS = "#traffic .grid__row[data-kind=event]:not([hidden])"
READ_ROWS = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const grid = document.querySelector('#traffic').getBoundingClientRect();
  return [...document.querySelectorAll('#traffic .grid__row:not([hidden]):not(.grid__row--header)')]
    .map((row) => ({
      top: row.getBoundingClientRect().top,
      index: Number(row.ariaRowIndex),
      text: row.querySelector('[data-column=call]').textContent,
      isEvent: row.dataset.kind === 'event',
      isSelected: row.ariaSelected === 'true',
    }))
    .filter(({ top }) => top >= grid.top + 20 && top < grid.bottom - 20)
    .sort((left, right) => left.top - right.top);
}"""


def event(number, seq, what="installed", epoch="feed0001", **changes):
    """An event of a proxy in the wire format."""
    return {
        "id": f"{epoch}-e{number}",
        "number": number,
        "seq": seq,
        "position": seq,
        "proxy": 3,
        "what": what,
        "at": "2026-11-21T09:%02d:%02d.%06dZ" % (seq // 60_000 % 60, seq // 1000 % 60, seq % 1000 * 1000 + 900),
        "owner": "XMLParser",
        "protocol": "XMLParserDelegate",
        "target": "FeedReader",
        "previousTarget": None,
        "detail": None,
        **changes,
    }


@pytest.fixture
def happened(fake):
    """The events that the fake server lists, oldest first."""
    events = []
    fake.features = [*ALL_FEATURES, "events"]

    def listed(query):
        last = int(query["before"].split("-e")[1]) if "before" in query else 1 << 60
        found = [each for each in reversed(events) if each["number"] < last]
        items = found[: int(query.get("limit", 100))]
        next_page = items[-1]["id"] if len(items) < len(found) else None
        return 200, {"items": items, "next": next_page, "oldest": 1, "newest": len(events), "epoch": fake.epoch}

    fake.replies["events"] = listed
    return events


def rows(page):
    return page.evaluate(READ_ROWS)


def short(found):
    """`◆` for an event, the number for a call."""
    return ["◆" if row["isEvent"] else int(re.search(r"text (\d+)", row["text"])[1]) for row in found]


def test_events_stand_between_the_calls_at_their_time(page, fake, happened):
    fake.newest = 8
    happened += [event(1, 0), event(2, 3, "overwritten", detail="Other"), event(3, 8, "gone", detail="released")]
    fake.open()
    expect(page.locator(EVENTS)).to_have_count(3)
    shown = rows(page)
    assert short(shown) == ["◆", 1, 2, 3, "◆", 4, 5, 6, 7, 8, "◆"]
    assert [row["index"] for row in shown] == list(range(2, 13))
    assert shown[0]["text"] == "XMLParser #3: installed; forward delegate: FeedReader"
    assert shown[4]["text"] == "XMLParser #3: the property was overwritten (Other)"
    expect(page.locator("#traffic")).to_have_attribute("aria-rowcount", "12")
    expect(page.locator(".toolbar__count")).to_have_text("8")



def test_live_events_arrive_in_their_place_and_are_no_new_calls(page, fake, happened):
    fake.newest = 5
    fake.open()
    wait_for_number(page, 5)
    fake.emit("lifecycle", event(1, 5), "feed0001-5.1")
    expect(page.locator(EVENTS)).to_have_count(1)
    fake.arrive(2)
    wait_for_number(page, 7)
    fake.emit("lifecycle", event(1, 5), "feed0001-5.1")
    fake.emit("lifecycle", event(2, 6), "feed0001-6.2")
    expect(page.locator(EVENTS)).to_have_count(2)
    assert short(rows(page)) == [1, 2, 3, 4, 5, "◆", 6, "◆", 7]
    assert page.evaluate("() => streamAddresses.every((each) => !each.includes('lifecycle'))")


def test_the_menu_hides_events_and_the_browser_remembers_it(page, fake, happened):
    fake.newest = 5
    happened.append(event(1, 2))
    fake.open()
    expect(page.locator(EVENTS)).to_have_count(1)
    for is_shown in (False, True, False):
        page.get_by_role("button", name="Columns").click()
        page.get_by_role("menuitemcheckbox", name="Events of proxies").click()
        page.keyboard.press("Escape")
        expect(page.locator(EVENTS)).to_have_count(1 if is_shown else 0)
        expect(page.locator("#traffic")).to_have_attribute("aria-rowcount", "7" if is_shown else "6")
    page.reload()
    wait_for_number(page, 5)
    assert short(rows(page)) == [1, 2, 3, 4, 5]


def test_keys_walk_over_events_and_open_them(page, fake, happened):
    fake.newest = 4
    happened += [event(1, 2), event(2, 2, "healed")]
    fake.open()
    expect(page.locator(EVENTS)).to_have_count(2)
    grid = page.locator("#traffic")
    grid.focus()
    page.keyboard.press("Home")
    seen = []
    for _ in range(6):
        page.wait_for_function(
            "(count) => document.querySelector('#traffic [aria-selected=true]')?.ariaRowIndex === String(count)",
            arg=len(seen) + 2,
        )
        seen.append([row for row in rows(page) if row["isSelected"]])
        page.keyboard.press("ArrowDown")
    assert all(len(selected) == 1 for selected in seen)
    assert short([selected[0] for selected in seen]) == [1, 2, "◆", "◆", 3, 4]
    assert "call=" not in page.url
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    page.wait_for_function("() => document.querySelector('#traffic [aria-selected=true]')?.dataset.kind === 'event'")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Proxies")).to_have_attribute("aria-selected", "true")
    assert "proxy=3" in page.url
    page.go_back()
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")


def test_keys_pass_over_the_line_of_missed_calls(page, fake, happened):
    fake.newest = 3
    fake.open()
    wait_for_number(page, 3)
    fake.emit("gap", {"from": 4, "to": 6, "missed": 3, "reason": "evicted"}, "feed0001-6")
    fake.newest = 6
    fake.arrive(1)
    wait_for_number(page, 7)
    page.locator("#traffic").focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    is_selected = "(text) => document.querySelector('#traffic [aria-selected=true]')?.textContent.includes(text)"
    page.wait_for_function(is_selected, arg="text 7")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(is_selected, arg="text 3")


def test_a_click_on_an_event_leads_to_its_proxy(page, fake, happened):
    fake.newest = 5
    happened.append(event(1, 2))
    fake.replies["proxies"] = {"items": [], "count": 0}
    fake.replies["proxies/3"] = lambda query: (410, {"status": 410, "code": "proxyGone", "history": happened})
    fake.open()
    page.locator(EVENTS).first.click()
    expect(page.locator(".history:visible")).to_contain_text("installed")
    assert "tab=proxies" in page.url and "proxy=3" in page.url


def test_a_long_list_with_events_is_right_wherever_it_is_scrolled_to(page, fake, happened):
    fake.newest = 200_000
    happened += [event(number, number * 997) for number in range(1, 201)]
    fake.open()
    wait_for_number(page, 200_000)
    expect(page.locator("#traffic")).to_have_attribute("aria-rowcount", str(200_000 + 200 + 1))
    for share in (0.5, 0.1, 0.9, 0.0):
        scroll_to(page, share)
        calls = [number for number in visible_numbers(page) if number]
        assert calls == list(range(calls[0], calls[0] + len(calls)))
        # Held rows are at their exact places as soon as the places of their part of the list are.
        indices = [row["index"] for row in rows(page)]
        assert indices == list(range(indices[0], indices[0] + len(indices)))
    scroll_to(page, 990 / 200_200)
    wait_for_number(page, 997)
    page.locator(EVENTS).first.scroll_into_view_if_needed()
    shown = short(rows(page))
    place = shown.index("◆")
    assert shown[place - 1 : place + 2] == [997, "◆", 998]


def test_newest_first_events_follow_too(page, fake, happened):
    fake.newest = 4
    happened.append(event(1, 2))
    fake.open("sort=-time")
    expect(page.locator(EVENTS)).to_have_count(1)
    assert short(rows(page)) == [4, 3, "◆", 2, 1]


def test_an_event_in_the_flame_chart_is_a_marker_that_tells_and_opens(page, fake, happened):
    fake.newest = 10
    happened.append(event(1, 5, "overwritten"))
    fake.open("tab=flame")
    canvas = page.locator(".flame__canvas")
    expect(canvas).to_have_attribute("aria-label", re.compile("1 event of proxies"))
    box = canvas.bounding_box()
    tip = page.locator(".flame__tip")

    def found():
        for x in range(0, int(box["width"]), 6):
            page.mouse.move(box["x"] + x, box["y"] + 19)
            if tip.is_visible():
                return [x]
        return []
    # A busy machine may draw the chart after the first search.
    (x,) = wait_for(found, "a tip")
    expect(tip).to_have_text("XMLParser #3: the property was overwritten")
    page.mouse.click(box["x"] + x, box["y"] + 19)
    expect(page.get_by_role("tab", name="Proxies")).to_have_attribute("aria-selected", "true")


def test_a_server_without_events_is_not_asked_for_them(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.get_by_role("tab", name="Flame chart").click()
    expect(page.locator(".flame__canvas")).to_have_attribute("aria-label", re.compile("Flame chart over"))
    assert not [path for _, path, _ in fake.requests if path == "events"]


def test_a_failure_to_record_is_told_with_a_way_out(page, fake):
    status = fake.status
    fake.recording = False
    fake.status = lambda: {**status(), "failure": "The recorder could not start its thread."}
    fake.open()
    banner = page.locator("[data-banner=failure]")
    expect(banner).to_contain_text("The recorder could not start its thread.")
    expect(page.locator("[data-banner=recording]")).to_have_count(0)
    banner.get_by_role("button", name="Try again").click()
    wait_for(lambda: ("PATCH", "recorder", {}) in fake.requests, "the request to record again")
