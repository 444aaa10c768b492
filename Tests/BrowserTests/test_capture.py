# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Choosing on the page which calls the program records."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import ask, serving, wait_for
from test_list import CALLS, pause, wait_for_number, whole_row


@pytest.fixture
def demo():
    """A server of its own: what is chosen here would be missing elsewhere."""
    with serving("demo", "--rate", "60") as (url, _):
        yield url


def calls_of(url, protocol):
    return sum(row["calls"] for row in ask(url, "api/v1/selectors")["items"] if row["protocol"] == protocol)


def test_a_protocol_that_is_left_out_gets_no_more_rows_until_it_is_recorded_again(page, demo):
    page.goto(demo)
    expect(page.locator(CALLS, has_text="XMLParserDelegate").first).to_be_visible()
    pause(page)
    whole_row(page, "XMLParserDelegate").locator("[data-column=call]").click(button="right")
    menu = page.get_by_role("menu", name="What to do with this cell")
    item = menu.get_by_role("menuitemcheckbox", name="Record this protocol")
    expect(item).to_have_attribute("aria-checked", "true")
    item.click()
    page.get_by_role("button", name="Resume the list").click()
    button = page.get_by_role("button", name="Choose which calls are recorded")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert ask(demo, "api/v1/recorder")["exclude"] == ["XMLParserDelegate"]
    # Others are still recorded, and by then none of those that were under way is left.
    before, suppressed = ask(demo)["position"], ask(demo)["counters"]["suppressed"]
    wait_for(lambda: ask(demo)["position"] > before + 20, "other calls")
    count = calls_of(demo, "XMLParserDelegate")
    rows = page.evaluate("() => document.querySelector('#traffic').ariaRowCount")
    wait_for(lambda: ask(demo)["position"] > before + 40, "more calls of others")
    page.wait_for_function("(rows) => Number(document.querySelector('#traffic').ariaRowCount) > Number(rows)", arg=rows)
    assert calls_of(demo, "XMLParserDelegate") == count
    assert ask(demo)["counters"]["suppressed"] > suppressed
    page.get_by_role("button", name="Follow the newest call").click()
    expect(page.locator(CALLS).last).to_be_visible()
    # And back, in the dialog.
    button.click()
    dialog = page.get_by_role("dialog", name="Recorded calls")
    field = dialog.get_by_label("Never record")
    expect(field).to_have_value("XMLParserDelegate")
    field.fill("")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "false")
    wait_for(lambda: calls_of(demo, "XMLParserDelegate") > count, "calls of the protocol")


def test_what_another_client_chooses_is_shown(page, demo):
    page.goto(demo)
    button = page.get_by_role("button", name="Choose which calls are recorded")
    expect(button).to_have_attribute("aria-pressed", "false")
    body = json.dumps({"include": ["XMLParserDelegate", "Atlas*"], "exclude": ["*found*"]}).encode()
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(demo + "api/v1/recorder", body, headers, method="PATCH"), timeout=30)
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    dialog = page.get_by_role("dialog", name="Recorded calls")
    expect(dialog.get_by_label("Record only")).to_have_value("XMLParserDelegate\nAtlas*")
    expect(dialog.get_by_label("Never record")).to_have_value("*found*")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_pattern_that_is_refused_stays_to_be_mended(page, demo):
    page.goto(demo)
    page.get_by_role("button", name="Choose which calls are recorded").click()
    dialog = page.get_by_role("dialog", name="Recorded calls")
    dialog.get_by_label("Never record").fill("good\n\n" + "x" * 513)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("“exclude” may have patterns of 512 bytes, not 513 (item 1)")
    assert ask(demo, "api/v1/recorder")["exclude"] == []
    dialog.get_by_label("Never record").fill("  good \n")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    assert ask(demo, "api/v1/recorder")["exclude"] == ["good"]


def test_a_recording_offers_no_choice(page, fake):
    fake.features.remove("recorder")
    fake.open()
    wait_for_number(page, 50)
    expect(page.get_by_role("button", name="Choose which calls are recorded")).to_be_disabled()
    page.locator(CALLS).nth(5).click(button="right")
    menu = page.get_by_role("menu", name="What to do with this cell")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("menuitemcheckbox")).to_have_count(0)


def test_selecting_text_beyond_the_edge_of_the_dialog_keeps_what_was_written(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.get_by_role("button", name="Choose which calls are recorded").click()
    dialog = page.get_by_role("dialog", name="Recorded calls")
    field = dialog.get_by_label("Never record")
    field.fill("LampDelegate.*")
    box = field.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(5, box["y"] + 10, steps=3)
    page.mouse.up()
    expect(field).to_have_value("LampDelegate.*")
    expect(dialog).to_be_visible()
    page.mouse.click(5, 5)
    expect(dialog).to_be_hidden()
