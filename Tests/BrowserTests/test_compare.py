# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Comparison of two runs, with the real server and real recordings."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from accessibility import check_accessible
from conftest import ROOT, ask, built_server, serving

SMALL = '<?xml version="1.0"?><feed a="b"><entry>one</entry><entry>two</entry></feed>'
LARGE = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"
NAMES = "#comparison .grid__row:visible > [role=gridcell][data-column=selector]"


def record(document, store):
    subprocess.run([built_server(), "xml", document, "--store", store], check=True, capture_output=True, timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A recording with a small run and then a large one, and a second recording like the small run."""
    folder = tmp_path_factory.mktemp("recordings")
    small = folder / "small.xml"
    small.write_text(SMALL)
    record(small, folder / "two.sqlite")
    record(LARGE, folder / "two.sqlite")
    record(small, folder / "other.sqlite")
    return folder


@pytest.fixture(scope="module")
def opened(folder):
    with serving("open", folder / "two.sqlite") as (url, _):
        yield url


def row(page, name):
    return page.locator("#comparison .grid__row:visible", has_text=name)


def by_counts(page):
    """Runs of different lengths are compared by proportion unless the user asks for counts."""
    button = page.get_by_role("button", name="Shares")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_runs_of_other_lengths_are_compared_by_shares_and_say_so(page, opened):
    page.goto(opened + "#tab=compare")
    expect(page.locator(".compare__basis")).to_contain_text("compared by shares of all calls")
    expect(page.locator("#comparison [role=columnheader][data-column=calls]")).to_contain_text("Share of calls")
    expect(row(page, "foundComment").locator("[data-change=appeared]")).to_be_visible()
    page.get_by_text("What counts as changed").click()
    expect(page.locator(".compare__explain")).to_contain_text("Its share of all calls went up or down")
    page.locator(".compare__chips").get_by_role("button", name="Same").click()
    expect(row(page, "didStartElement").locator("[data-column=calls]")).to_contain_text("%")


def test_two_runs_of_one_file_are_compared(page, opened):
    page.goto(opened + "#tab=compare")
    by_counts(page)
    expect(page.locator(".compare__summary")).to_have_text(re.compile(r"^\d of \d selectors differ$"))
    appeared = row(page, "foundComment")
    expect(appeared.locator("[data-change=appeared]")).to_be_visible()
    expect(appeared.locator("[data-column=calls]")).to_have_text("– → 229")
    expect(appeared.locator("[data-column=difference]")).to_have_text("+229")
    counted = row(page, "didStartElement")
    expect(counted.locator("[data-change=count]")).to_be_visible()
    expect(counted.locator("[data-column=calls]")).to_have_text("3 → 1,406")
    expect(counted.locator("[data-column=difference]")).to_have_text("+1,403×469")
    expect(row(page, "parserDidStartDocument")).to_have_count(0)
    page.locator(".compare__chips").get_by_role("button", name="Same").click()
    expect(row(page, "parserDidStartDocument").locator("[data-column=calls]")).to_have_text("1")
    expect(page.locator(NAMES)).to_have_count(2)


def test_the_runs_are_swapped_chosen_and_part_of_the_address(page, opened):
    runs = ask(opened, "api/v1/runs")["items"]
    page.goto(opened + "#tab=compare")
    before, after = page.get_by_label("Before"), page.get_by_label("After")
    expect(before).to_have_value(runs[0]["name"])
    expect(after).to_have_value(runs[1]["name"])
    page.get_by_role("button", name="Swap the two runs").click()
    expect(before).to_have_value(runs[1]["name"])
    expect(row(page, "foundComment").locator("[data-change=vanished]")).to_be_visible()
    page.locator(".compare__chips").get_by_role("button", name="Vanished").click()
    expect(row(page, "didStartElement")).to_have_count(0)
    page.reload()
    expect(before).to_have_value(runs[1]["name"])
    expect(row(page, "foundComment").locator("[data-change=vanished]")).to_be_visible()
    expect(row(page, "didStartElement")).to_have_count(0)
    before.select_option(runs[0]["name"])
    page.get_by_label("After").select_option(runs[0]["name"])
    expect(page.locator(".compare__summary")).to_contain_text("No difference between")
    page.go_back()
    page.go_back()
    expect(before).to_have_value(runs[1]["name"])


def test_a_selector_is_looked_at_in_both_runs_by_keyboard(page, opened):
    page.goto(opened + "#tab=traffic")
    page.keyboard.press("8")
    by_counts(page)
    expect(row(page, "didStartElement")).to_be_visible()
    page.locator("#comparison").get_by_role("button", name="Difference").click()
    expect(page.locator(NAMES).first).to_contain_text("foundCharacters")
    page.locator("#comparison").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    details = page.locator(".details:visible")
    expect(details.get_by_role("heading").first).to_contain_text("Element")
    expect(details.get_by_role("row", name="Calls 3 1,406")).to_be_visible()
    expect(details.get_by_role("img")).to_have_count(2)
    assert "selector=" in page.url
    page.keyboard.press("Escape")
    expect(details).to_have_count(0)
    page.keyboard.press("Home")
    details.get_by_role("button", name="Show calls").click()
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#filter")).to_have_value("protocol:=XMLParserDelegate selector:=parser(_:foundCharacters:)")


def test_calls_that_only_the_other_run_has_are_not_promised(page, folder):
    small = ask_runs(folder)[0]
    with serving("open", folder / "two.sqlite", "--run", small["epoch"]) as (url, _):
        page.goto(url + "#tab=compare")
        row(page, "foundComment").click()
        page.locator(".details:visible").get_by_role("button", name="Show calls").click()
        expect(page.locator(".toast")).to_contain_text("Only the other run has calls of this selector.")


def ask_runs(folder):
    with serving("open", folder / "two.sqlite") as (url, _):
        return ask(url, "api/v1/runs")["items"]


def test_a_second_recording_is_compared_with_the_first(page, folder):
    with serving("open", folder / "two.sqlite", folder / "other.sqlite") as (url, _):
        page.goto(url + "#tab=compare")
        expect(row(page, "foundComment").locator("[data-change=vanished]")).to_be_visible()
        expect(page.get_by_label("After").locator("optgroup")).to_have_count(2)
        expect(page.get_by_label("After")).to_have_value(re.compile(r"/other\.sqlite#[0-9a-f]{8}$"))
        page.goto(url + "#tab=compare&before=gone")
        expect(page.locator(".compare .table__words")).to_contain_text("There is no run “gone”.")
        expect(page.get_by_label("Before")).to_have_value("gone")
        assert page.get_by_label("Before").locator("option").first.text_content() == "gone (there is no such run)"


def test_a_single_run_says_how_to_get_another(page, folder):
    with serving("open", folder / "other.sqlite") as (url, _):
        page.goto(url + "#tab=compare")
        expect(page.get_by_role("heading", name="There is no other run to compare with")).to_be_visible()
        expect(page.locator("#comparison")).to_be_hidden()


@pytest.mark.parametrize("width", [1360, 480])
def test_axe_finds_nothing_in_a_comparison(page, opened, width):
    page.set_viewport_size({"width": width, "height": 760})
    page.goto(opened + "#tab=compare&changes=count,appeared")
    row(page, "foundCDATA").click()
    expect(page.locator(".details:visible")).to_be_visible()
    check_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture(scope="module")
def twins(folder):
    """Two runs of one document, and one of another document with one other text."""
    changed = folder / "changed.xml"
    changed.write_text(SMALL.replace("two", "six"))
    for number, document in enumerate([folder / "small.xml", folder / "small.xml", changed]):
        record(document, folder / f"twin{number}.sqlite")
    with serving("open", folder / "twin1.sqlite", folder / "twin0.sqlite", folder / "twin2.sqlite") as (url, _):
        yield url


def test_equal_runs_call_by_call_have_no_difference(page, twins):
    page.goto(twins + "#tab=compare")
    page.get_by_role("button", name="Calls", description="Compare call by call, side by side").click()
    expect(page.locator(".calls__summary")).to_contain_text("No difference between 10 calls.")
    expect(page.locator(".calls__table")).to_have_count(0)
    assert "by=calls" in page.url


def test_the_first_difference_is_chosen_with_its_fields_and_the_call_can_be_opened(page, twins):
    runs = ask(twins, "api/v1/runs")["items"]
    present = next(run for run in runs if run["isPresent"])
    other = next(run["name"] for run in runs if "twin2" in (run["file"] or run["name"]))
    page.goto(f"{twins}#tab=compare&by=calls&before={present['name']}&after={other}")
    expect(page.locator(".calls__summary")).to_contain_text("1 difference between 10 calls.")
    chosen = page.locator(".calls__row[aria-current=true]")
    expect(chosen).to_have_attribute("data-change", "changed")
    expect(chosen).to_contain_text('foundCharacters: "two"')
    expect(chosen).to_contain_text('foundCharacters: "six"')
    expect(chosen.locator(".calls__sign")).to_have_text("≠changed")
    fields = page.locator(".calls__fields")
    expect(fields).to_have_count(1)
    expect(fields.locator(".calls__value").first).to_have_text('"two"')
    expect(page.locator(".calls__row[data-change=same]").first).to_be_visible()
    check_accessible(page)
    # Only calls of the run that the page shows can be opened.
    expect(chosen.locator("td").nth(2).get_by_role("button")).to_have_count(0)
    chosen.get_by_role("button").click()
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".side")).to_contain_text("two")


def test_ignored_calls_are_left_out_and_a_wrong_filter_is_explained(page, twins):
    runs = ask(twins, "api/v1/runs")["items"]
    other = next(run["name"] for run in runs if "twin2" in (run["file"] or run["name"]))
    page.goto(f"{twins}#tab=compare&by=calls&after={other}")
    expect(page.locator(".calls__summary")).to_contain_text("1 difference")
    box = page.get_by_role("searchbox", name="Calls to ignore")
    box.fill("selector:*foundCharacters*")
    box.press("Enter")
    expect(page.locator(".calls__summary")).to_contain_text(re.compile("^No difference between 8 calls; 4 calls ignored"))
    assert "ignore=" in page.url
    box.fill("duration:>")
    box.press("Enter")
    expect(page.locator(".calls__summary")).not_to_contain_text("Comparing")
    expect(page.locator(".calls__row")).to_have_count(0)


def test_only_the_list_of_compared_calls_scrolls(page, opened):
    page.set_viewport_size({"width": 480, "height": 600})
    page.goto(opened + "#tab=compare&by=calls")
    expect(page.locator(".calls__row[aria-current=true]")).to_be_in_viewport()
    sizes = "[document.documentElement.scrollHeight, innerHeight, scrollY]"
    assert page.evaluate(sizes) == [600, 600, 0]


def test_differences_are_stepped_through_by_keyboard(page, opened):
    page.goto(opened + "#tab=compare&by=calls")
    chosen = page.locator(".calls__row[aria-current=true]")
    expect(chosen).to_have_count(1)
    first = chosen.inner_text()
    page.locator(".calls__lanes").focus()
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_count(1)
    expect(chosen).not_to_have_text(first)
    page.keyboard.press("ArrowUp")
    expect(chosen).to_be_in_viewport()
    assert chosen.inner_text() == first
