# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The calls folded into a tree: weights, directions, the keyboard, and trees that are large."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from accessibility import check_accessible
from conftest import ask, serving, wait_for
from fake_inspector import call_tree, folded
from test_list import wait_for_number

ROWS = "#calltree .grid__row[aria-level]:visible"
FEED = "parserDidStartDocument(_:)"
TEXT = "parser(_:foundCharacters:)"
LAMP = "lampDidChange(_:)"
DIM = "lamp(_:shouldDim:)"
DOWN = call_tree(
    folded(FEED, 60_000_000, folded(TEXT, 15_000_000, calls=20, errors=2, protocol="XMLParserDelegate"), calls=4),
    folded(LAMP, 40_000_000, folded(DIM, 30_000_000, folded(TEXT, 10_000_000)), calls=75),
)
UP = call_tree(folded(TEXT, 25_000_000, folded(DIM, 10_000_000, own=10_000_000), own=25_000_000), direction="bottomUp")


def names(page):
    return page.locator(f"{ROWS} .folded__name > span:not(.folded__protocol)")


def row(page, selector):
    return page.locator(ROWS, has_text=selector)


def expect_rows(page, *rows):
    """The rows on the screen: level and selector."""
    expect(page.locator(ROWS)).to_have_count(len(rows))
    for place, (level, selector) in enumerate(rows):
        shown = page.locator(ROWS).nth(place)
        expect(shown).to_have_attribute("aria-level", str(level))
        expect(shown.locator("[data-column=selector]")).to_contain_text(selector)


@pytest.fixture
def tree(fake):
    fake.replies["call-tree"] = lambda query: (200, UP if query["direction"] == "bottomUp" else DOWN)
    return fake


def opened(page, tree, fragment="tab=calltree"):
    tree.open(fragment)
    expect(page.locator(ROWS).first).to_be_visible()
    return page.locator("#calltree")


def test_each_row_tells_its_weights_as_numbers_and_shares_of_all(page, tree):
    opened(page, tree)
    expect_rows(page, (1, FEED), (1, LAMP))
    feed = row(page, FEED)
    for column, text in [
        ("calls", "44.0 %"), ("total", "60.0 ms60 %"), ("self", "45.0 ms45 %"), ("errors", "0"), ("mean", "15.0 ms"),
    ]:
        expect(feed.locator(f"[data-column={column}]")).to_have_text(text)
    width = feed.locator("[data-column=total] .share").evaluate("(bar) => bar.style.width")
    assert width == "60%"
    expect(page.locator(".folded__summary")).to_have_text("101 calls, 100 ms")
    expect(page.locator(".folded__note")).to_be_hidden()


def test_arrows_open_and_close_rows_and_walk_between_levels(page, tree):
    opened(page, tree).focus()
    page.keyboard.press("ArrowDown")
    expect(row(page, FEED)).to_have_attribute("aria-selected", "true")
    expect(row(page, FEED)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect_rows(page, (1, FEED), (2, TEXT), (1, LAMP))
    expect(row(page, FEED)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    expect(row(page, TEXT)).to_have_attribute("aria-selected", "true")
    expect(row(page, TEXT)).not_to_have_attribute("aria-expanded", re.compile(".*"))
    page.keyboard.press("ArrowLeft")
    expect(row(page, FEED)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    expect_rows(page, (1, FEED), (1, LAMP))


def test_the_mouse_opens_a_row_and_what_was_selected_below_it_does_not_get_lost(page, tree):
    opened(page, tree)
    row(page, FEED).locator(".folded__twisty").click()
    row(page, TEXT).click()
    expect(row(page, TEXT)).to_have_attribute("aria-selected", "true")
    row(page, FEED).locator(".folded__twisty").click()
    expect_rows(page, (1, FEED), (1, LAMP))
    expect(row(page, FEED)).to_have_attribute("aria-selected", "true")


def test_the_heaviest_path_opens_at_once(page, tree):
    opened(page, tree)
    page.get_by_role("button", name="Heaviest path").click()
    expect_rows(page, (1, FEED), (2, TEXT), (1, LAMP))
    expect(row(page, TEXT)).to_have_attribute("aria-selected", "true")
    row(page, LAMP).click()
    page.keyboard.press("*")
    expect_rows(page, (1, FEED), (2, TEXT), (1, LAMP), (2, DIM), (3, TEXT))


def test_what_is_open_and_selected_stays_while_the_numbers_change(page, tree):
    opened(page, tree)
    row(page, LAMP).locator(".folded__twisty").click()
    row(page, DIM).click()
    heavier = call_tree(
        folded(LAMP, 90_000_000, folded(DIM, 30_000_000, folded(TEXT, 10_000_000)), calls=75),
        folded(FEED, 60_000_000, calls=4),
    )
    tree.replies["call-tree"] = heavier
    expect_rows(page, (1, LAMP), (2, DIM), (1, FEED))
    expect(row(page, DIM)).to_have_attribute("aria-selected", "true")


def test_the_direction_and_the_weight_are_part_of_the_address(page, tree):
    opened(page, tree)
    page.get_by_role("button", name="Bottom up").click()
    expect_rows(page, (1, TEXT))
    expect(page.get_by_role("button", name="Bottom up")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("location.hash") == "#tab=calltree&direction=bottomUp&weight=self"
    expect(page.locator(".folded__bar").get_by_role("button", name="Time")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Top down").click()
    page.locator(".folded__bar").get_by_role("button", name="Calls", exact=True).click()
    expect_rows(page, (1, LAMP), (1, FEED))
    header = page.locator("#calltree [role=columnheader][data-column=calls]")
    expect(header).to_have_attribute("aria-sort", "descending")
    assert page.evaluate("location.hash") == "#tab=calltree&weight=calls"
    page.locator("#calltree").get_by_role("button", name="Self time").click()
    expect_rows(page, (1, FEED), (1, LAMP))
    page.go_back()
    expect_rows(page, (1, LAMP), (1, FEED))
    page.reload()
    expect_rows(page, (1, LAMP), (1, FEED))
    expect(page.locator(".folded__bar").get_by_role("button", name="Calls", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_filter_holds_for_the_tree(page, tree):
    tree.replies["filter"] = {"words": "whose selector contains lamp"}
    tree.replies["call-tree"] = lambda query: (200, call_tree(folded(LAMP, 7)) if query.get("filter") else DOWN)
    opened(page, tree)
    page.locator("#filter").fill("selector:lamp")
    expect_rows(page, (1, LAMP))


@pytest.mark.parametrize("way", ["double click", "menu", "Enter"])
def test_a_row_leads_to_the_calls_of_its_selector(page, tree, way):
    grid = opened(page, tree)
    if way == "double click":
        row(page, LAMP).locator("[data-column=mean]").dblclick()
    elif way == "menu":
        row(page, LAMP).click(button="right")
        page.get_by_role("menuitem", name="Show its calls").click()
    else:
        row(page, LAMP).click()
        grid.press("Enter")
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#filter")).to_have_value(f"protocol:=LampDelegate selector:={LAMP}")


def test_an_answer_that_is_cut_or_incomplete_says_so(page, tree):
    tree.replies["call-tree"] = DOWN | {"isCut": True}
    opened(page, tree)
    note = page.locator(".folded__note")
    expect(note).to_have_text("Only the heaviest parts are shown: the tree is too large to show all of it.")
    tree.replies["call-tree"] = DOWN | {"isComplete": False}
    expect(note).to_have_text("Not all calls are in the tree: reading them takes the server too long.")
    tree.replies["call-tree"] = call_tree()
    expect(page.locator(".folded .table__words")).to_have_text("There is no ended call to show.")
    expect(note).to_be_hidden()


def test_five_thousand_open_rows_need_few_elements_and_the_last_is_reached(page, tree):
    below = [folded(f"inner{number}()", 10_000 - number) for number in range(4999)]
    tree.replies["call-tree"] = call_tree(folded("outer()", 60_000_000, *below))
    grid = opened(page, tree)
    row(page, "outer()").click()
    page.keyboard.press("ArrowRight")
    expect(grid).to_have_attribute("aria-rowcount", "5001")
    page.keyboard.press("End")
    expect(row(page, "inner4998()")).to_have_attribute("aria-selected", "true")
    expect(row(page, "inner4998()")).to_have_attribute("aria-posinset", "4999")
    assert page.locator("#calltree .grid__row").count() < 100
    page.keyboard.press("ArrowLeft")
    expect(row(page, "outer()")).to_have_attribute("aria-selected", "true")


def test_a_server_without_call_trees_shows_no_tab_and_its_key_does_nothing(page, fake):
    fake.features.remove("callTree")
    fake.open("tab=flame")
    expect(page.locator(".totals__version")).to_have_text("version 1.2.3")
    expect(page.locator("#tab-calltree")).to_be_hidden()
    page.keyboard.press("7")
    expect(page.get_by_role("tab", name="Flame chart")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Flame chart").press("ArrowRight")
    expect(page.get_by_role("tab", name="Compare")).to_be_focused()


def test_keys_lead_to_the_tree_and_to_the_last_tab(page, tree):
    tree.open()
    wait_for_number(page, 50)
    page.keyboard.press("7")
    expect(page.locator("#calltree")).to_be_visible()
    page.keyboard.press("0")
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")


def test_axe_finds_nothing_in_an_open_tree_and_700_pixels_are_enough(page, tree):
    page.set_viewport_size({"width": 700, "height": 760})
    opened(page, tree)
    page.get_by_role("button", name="Heaviest path").click()
    expect(row(page, TEXT)).to_be_visible()
    check_accessible(page)
    assert page.evaluate("() => { const grid = document.querySelector('#calltree');"
                         " return grid.scrollWidth <= grid.clientWidth; }")
    for column in ["selector", "calls", "total", "self"]:
        expect(row(page, TEXT).locator(f"[data-column={column}]")).to_be_visible()


def heaviest(url):
    """The rows that stand on the first screen."""
    return ask(url, "api/v1/call-tree?direction=topDown")["nodes"][:10]


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """A recording of the demo, served."""
    store = tmp_path_factory.mktemp("calltree") / "demo.sqlite"
    with serving("demo", "--rate", "200", "--store", store) as (url, _):
        wait_for(lambda: ask(url)["counters"]["recorded"] > 300, "300 calls")
        # Which calls come first is left to chance: some hundred of the demo may have none inside.
        wait_for(lambda: any(node["children"] for node in heaviest(url)), "calls inside of others")
    with serving("open", store) as (url, _):
        yield url


def test_an_opened_file_has_a_tree_of_its_calls(page, recording, tmp_path):
    file = tmp_path / "demo.ndjson"
    with urllib.request.urlopen(recording + "api/v1/export?format=ndjson", timeout=30) as reply:
        file.write_bytes(reply.read())
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    ended = [line for line in lines if line.get("durationNanoseconds") is not None]
    page.goto(recording)
    page.get_by_role("button", name="Export what the list shows").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Open an exported file…").click()
    chooser.value.set_files(file)
    expect(page.locator("[data-banner=file]")).to_be_visible()
    page.get_by_role("tab", name="Call tree").click()
    expect(page.locator(".folded__summary")).to_contain_text(f"{len(ended):,} calls, ")
    # The heaviest calls of the demo may have none inside.
    page.locator(f"{ROWS}[aria-expanded='false']").first.click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"{ROWS}[aria-level='2']").first).to_be_visible()


FOLD = """async (direction) => {
  const { callTreeReply } = await import('/model/call-tree.js');
  const items = [];
  for (let place = ''; place !== null; ) {
    const page = await (await fetch(`/api/v1/invocations?order=asc&limit=1000${place}`)).json();
    items.push(...page.items);
    const last = page.continue ?? page.next;
    place = last && `&after=${last}`;
  }
  return callTreeReply(items, direction);
}"""


def weights(nodes, path=()):
    """Nodes by their path: calls, errors, total, self."""
    for node in nodes:
        here = (*path, node["protocol"], node["selector"])
        yield here, (node["calls"], node["errors"], node["totalNanoseconds"], node["selfNanoseconds"])
        yield from weights(node["children"], here)


@pytest.mark.parametrize("direction", ["topDown", "bottomUp"])
def test_a_file_answers_with_the_tree_of_the_server(page, recording, direction):
    page.goto(recording + "#tab=calltree")
    path = f"api/v1/call-tree?direction={direction}"
    server = wait_for(lambda: (reply := ask(recording, path))["isComplete"] and reply, "a tree of all calls")
    local = page.evaluate(FOLD, direction)
    assert (local["calls"], local["direction"]) == (server["calls"], direction)
    there, here = dict(weights(server["nodes"])), dict(weights(local["nodes"]))
    assert there.keys() == here.keys() and len(there) > 10
    for path, (calls, errors, total, own) in there.items():
        assert here[path][:3] == (calls, errors, total), path
        # A record has its start in microseconds.
        assert abs(here[path][3] - own) <= 2000 * calls, path
    assert abs(local["nanoseconds"] - server["nanoseconds"]) <= 2000 * server["calls"]


def test_the_tree_of_a_recording_is_walked_down_to_its_calls(page, recording):
    page.goto(recording + "#tab=calltree")
    tree = ask(recording, "api/v1/call-tree?direction=topDown")
    expect(page.locator(".folded__summary")).to_contain_text(f"{tree['calls']:,} calls")
    expect(page.locator(ROWS)).to_have_count(min(len(tree["nodes"]), page.locator(ROWS).count()))
    page.get_by_role("button", name="Heaviest path").click()
    depth, nodes = 0, tree["nodes"]
    while nodes:
        depth, nodes = depth + 1, nodes[0]["children"]
    selected = page.locator(f"{ROWS}[aria-selected=true]")
    expect(selected).to_have_attribute("aria-level", str(depth))
    selected.locator("[data-column=mean]").dblclick()
    expect(page.locator("#filter")).to_have_value(re.compile("^protocol:=.+ selector:=.+"))
    expect(page.locator("#traffic .grid__row:visible [data-column=call]").first).not_to_be_empty()
