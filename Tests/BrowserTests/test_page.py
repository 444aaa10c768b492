# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The page as a whole: its address, theme, layout and accessibility."""

import pytest
from playwright.sync_api import expect

from accessibility import check_accessible
from fake_inspector import rule
from test_list import wait_for_number

TABS = ["traffic", "selectors", "proxies", "running", "unanswered", "flame", "calltree", "compare", "protocols", "rules"]


def test_back_and_forward_walk_through_what_was_looked_at(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.get_by_role("tab", name="Selectors").click()
    page.get_by_role("tab", name="Traffic").click()
    page.locator("#traffic .grid__row:visible", has_text="text 45").click()
    expect(page.locator(".details:visible")).to_contain_text("text 45")
    page.go_back()
    expect(page.locator(".details:visible")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("tab", name="Selectors")).to_have_attribute("aria-selected", "true")
    page.go_forward()
    page.go_forward()
    expect(page.locator(".details:visible")).to_contain_text("text 45")


def test_a_pause_is_part_of_the_address(page, fake):
    fake.open("paused=1")
    wait_for_number(page, 50)
    expect(page.locator("[data-banner=paused]")).to_be_visible()


def test_a_chosen_theme_is_there_before_the_first_paint(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.get_by_role("button", name="Theme: system").click()
    page.get_by_role("button", name="Theme: light").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_nothing_moves_while_the_page_loads(page, fake):
    page.add_init_script("""
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true });
    """)
    fake.open()
    wait_for_number(page, 50)
    expect(page.locator(".totals__version")).to_have_text("version 1.2.3")
    assert page.evaluate("shifts.reduce((sum, value) => sum + value, 0)") < 0.005


def test_the_help_lists_the_keys_and_closes(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("Follow the newest call")
    box, size = dialog.bounding_box(), page.viewport_size
    assert abs(box["x"] + box["width"] / 2 - size["width"] / 2) < 2
    assert abs(box["y"] + box["height"] / 2 - size["height"] / 2) < 2
    page.keyboard.press("p")
    expect(page.locator("[data-banner=paused]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_border_of_the_details_moves_by_keyboard(page, fake):
    fake.open(f"call={fake.epoch}-40")
    border = page.get_by_role("separator")
    border.focus()
    before = int(border.get_attribute("aria-valuenow"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert int(border.get_attribute("aria-valuenow")) > before


@pytest.mark.parametrize("width", [1360, 700, 420])
def test_the_page_never_scrolls_sideways(page, fake, width):
    page.set_viewport_size({"width": width, "height": 760})
    fake.open(f"call={fake.epoch}-40")
    expect(page.locator(".details:visible")).to_contain_text("text 40")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#traffic [role=columnheader]").count() >= 3
    assert page.evaluate("() => { const grid = document.querySelector('#traffic');"
                         " return grid.scrollWidth <= grid.clientWidth; }")


def test_axe_finds_nothing_on_any_tab(page, fake):
    lost = {"state": "threw", "error": {"type": "E", "kind": "enum", "value": "lost"}}
    paths = [(47, "none"), (49, "default"), (50, "handler")]
    fake.special = {46: lost, 48: lost} | {seq: {"returnPath": path} for seq, path in paths}
    fake.open(f"call={fake.epoch}-50")
    wait_for_number(page, 50)
    expect(page.locator(".totals__version")).to_have_text("version 1.2.3")
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        check_accessible(page, tab)


def test_axe_finds_nothing_in_what_opens_over_the_page(page, fake):
    fake.replies["filter/help"] = {"items": [{"key": "selector", "description": "the selector"}]}
    fake.replies["filter"] = lambda query: (400, {"detail": "Not a filter.", "position": 0, "candidates": ["selector"]})
    fake.special[50] = {"findings": ["off_main"], "marked": True, "comment": "look"}
    fake.open(f"call={fake.epoch}-50&paused=1")
    wait_for_number(page, 50)
    expect(page.locator(".finding")).to_have_count(1)

    page.keyboard.press("/")
    expect(page.get_by_role("option")).to_have_count(1)
    check_accessible(page, "completion")
    page.keyboard.type("x:")
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_be_visible()
    check_accessible(page, "an error")
    page.get_by_role("button", name="Add a comment").or_(page.get_by_role("button", name="Change the comment")).click()
    check_accessible(page, "a comment")
    row = page.locator("#traffic .grid__row:visible", has_text="text 48")
    row.locator("[data-column=call]").click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    check_accessible(page, "the menu of a cell")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check_accessible(page, "help")


# Counts the requests of the page, and those without a reply.
COUNT_REQUESTS = """
const ask = window.fetch;
Object.assign(window, { requests: 0, unanswered: 0 });
window.fetch = (...request) => {
  requests += 1;
  unanswered += 1;
  return ask(...request).finally(() => { unanswered -= 1; });
};
"""


def test_a_tab_that_nobody_sees_gives_its_connection_back_and_catches_up(page, fake):
    page.add_init_script(COUNT_REQUESTS)
    page.clock.install()
    fake.open()
    wait_for_number(page, 50)
    show = "(isHidden) => { Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });"
    show += " document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(show, True)
    page.clock.fast_forward(20_000)
    assert page.evaluate("EventSource.open.length") == 1, "a short absence changes nothing"
    page.clock.fast_forward(15_000)
    assert page.evaluate("EventSource.open.length") == 0
    # The fake may hear later of what the page has asked for before.
    page.wait_for_function("() => unanswered === 0")
    fake.requests.clear()
    before = page.evaluate("requests")
    page.clock.fast_forward(60_000)
    assert page.evaluate("requests") == before and fake.requests == []
    fake.newest = 60
    page.evaluate(show, False)
    wait_for_number(page, 60)
    assert page.evaluate("EventSource.open.length") == 1


@pytest.mark.parametrize("size", [(420, 300), (600, 420), (1360, 800)])
def test_what_stands_in_place_of_an_empty_list_is_never_clipped(page, fake, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    fake.newest, fake.oldest = 0, 1
    fake.open()
    expect(page.get_by_role("heading", name="Waiting for the first call")).to_be_visible()
    frame, words = page.evaluate(
        """() => ['.empty', '.empty__case:not([hidden])'].map((name) => {
          const node = document.querySelector(`#panel-traffic ${name}`);
          const { top, left, right } = node.getBoundingClientRect();
          return { top, left, right, wide: node.scrollWidth > node.clientWidth };
        })"""
    )
    assert words["top"] >= frame["top"], "its beginning can be reached"
    assert words["left"] >= frame["left"] and words["right"] <= frame["right"]
    assert not frame["wide"]


def test_with_forced_colours_what_is_selected_switched_on_or_has_the_focus_shows(page, fake):
    page.emulate_media(forced_colors="active")
    fake.with_rules().items = [rule(1, enabled=False), rule(2)]
    fake.open()
    wait_for_number(page, 50)
    grid = page.locator("#traffic")
    grid.focus()
    without = grid.screenshot()
    page.keyboard.press("End")
    expect(grid.locator(".grid__row[aria-selected=true]")).to_contain_text("text 50")
    selected = grid.screenshot()
    assert selected != without, "a selected row"
    page.get_by_role("button", name="Columns").focus()
    assert grid.screenshot() != selected, "a list that has the focus"
    page.keyboard.press("Enter")
    item = page.get_by_role("menuitemradio", name="Time of day")
    expect(item).to_be_focused()
    focused = item.screenshot()
    page.keyboard.press("ArrowDown")
    assert item.screenshot() != focused, "an item of a menu"
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Rules").click()
    switches = page.get_by_role("switch")
    off, on = (switches.nth(place).screenshot() for place in range(2))
    assert off != on, "a switch"
