# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""One call in full: values, hostile text, neighbours, and the page after the server has evicted it."""

import json
import re

import pytest
from playwright.sync_api import expect

HOSTILE = "</script><img src=x onerror=alert(1)> \u202egnp.exe \x00 \u2028 \U0001f600"


def string(value, **more):
    return {"type": "String", "kind": "string", "value": value, **more}


ARGUMENTS = [
    {"label": None, "name": "parser", "type": "XMLParser", "kind": "object", "id": "XMLParser@1f"},
    {
        "label": "attributes",
        "name": "attributes",
        "type": "[String: String]",
        "kind": "map",
        "count": 1,
        "children": [string("href"), string("https://example.org")],
    },
    {
        "label": "contact",
        "name": "contact",
        "type": "Contact",
        "kind": "struct",
        "count": 2,
        "children": [
            {"label": "name", **string("Ada")},
            {
                "label": "tags",
                "type": "[[Int]]",
                "kind": "list",
                "count": 1,
                "children": [
                    {
                        "type": "[Int]",
                        "kind": "list",
                        "count": 40,
                        "truncated": "count",
                        "children": [{"type": "Int", "kind": "scalar", "value": 7}],
                    }
                ],
            },
        ],
    },
    {"label": "body", "name": "body", **string("beginning", truncated="bytes", length=20480)},
]


def opened(page, fake, seq=40):
    fake.open(f"call={fake.epoch}-{seq}")
    details = page.locator(".details:visible")
    expect(details).to_have_attribute("aria-busy", "false")
    return details


def test_values_are_a_tree_that_opens_level_by_level(page, fake):
    fake.special[40] = {"arguments": ARGUMENTS}
    tree = opened(page, fake).get_by_role("tree", name="Arguments")
    expect(tree.get_by_role("treeitem", name='"href"')).to_contain_text('"https://example.org"')
    tags = tree.locator("[role=treeitem][aria-level='2']", has_text="tags")
    expect(tags).to_have_attribute("aria-expanded", "false")
    tags.locator("> .tree__line").click()
    expect(tags).to_have_attribute("aria-expanded", "true")
    expect(tags).to_contain_text("cut: 1 of 40")


def test_the_tree_has_the_keyboard_of_a_tree(page, fake):
    fake.special[40] = {"arguments": ARGUMENTS}
    tree = opened(page, fake).get_by_role("tree", name="Arguments")
    tree.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator("[role=treeitem]:focus")
    expect(focused).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("aria-level", "2")


def test_the_whole_text_of_a_cut_argument_can_be_loaded(page, fake):
    fake.special[40] = {"arguments": ARGUMENTS}
    fake.replies[f"invocations/{fake.epoch}-40/arguments/3"] = lambda query: (200, "beginning and end")
    details = opened(page, fake)
    details.get_by_role("button", name="load all").click()
    expect(details).to_contain_text("beginning and end")


def test_hostile_text_is_only_ever_text(page, fake):
    fake.special[50] = {
        "arguments": [{"label": HOSTILE, "name": HOSTILE, **string(HOSTILE)}],
        "selector": HOSTILE,
        "protocol": HOSTILE,
        "owner": HOSTILE,
        "target": HOSTILE,
        "thread": {"id": 9, "name": HOSTILE, "isMain": False},
        "state": "threw",
        "comment": HOSTILE,
        "error": {"type": HOSTILE, "kind": "struct", "value": HOSTILE},
    }
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    details = opened(page, fake, 50)
    details.locator("summary").click()
    text = page.locator("body").inner_text()
    assert "\\u{202E}" in text and "\\0" in text and "\\u{2028}" in text and "</script>" in text
    assert "\u202e" not in text and "\x00" not in text and "\u2028" not in text
    assert page.locator("img[src=x]").count() == 0
    assert dialogs == []


def test_frames_say_who_called_and_open_the_editor(page, fake):
    asked = []
    frames = [
        {"module": "app", "offset": 4779, "function": "app.Feed.refresh(_: Swift.Int) -> ()",
         "file": "/home/me/My App/Feed.swift", "line": 12},
        {"module": "app", "offset": 4000, "function": HOSTILE, "file": "javascript:alert(1)//", "line": 3},
        {"module": "libc.so.6", "offset": 16},
    ]
    fake.special[40] = {"backtrace": [{"module": "app", "offset": 4779}]}
    fake.replies[f"invocations/{fake.epoch}-40/backtrace"] = lambda query: asked.append(query) or (200, {"items": frames})
    details = opened(page, fake)
    rows = details.locator(".backtrace__frame")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Feed.refresh(_:)")
    expect(rows.nth(0).locator("a")).to_have_attribute("href", "vscode://file/home/me/My%20App/Feed.swift:12")
    assert details.locator(".backtrace a").count() == 1 and len(asked) == 1
    expect(rows.nth(2)).to_contain_text("libc.so.6 + 0x10")
    assert page.locator("img[src=x]").count() == 0


def test_a_button_lets_the_server_record_who_calls(page, fake):
    changes = []
    fake.features.append("backtraces")
    fake.replies["recorder/backtraces"] = lambda query: (200, {"selectors": list(changes), "frames": 8})
    details = opened(page, fake)
    expect(details.get_by_role("button", name="Record who calls")).to_be_visible()
    changes.append(f'{fake.record(40)["protocol"]}.{fake.record(40)["selector"]}')
    details.get_by_role("button", name="Record who calls").click()
    expect(details.get_by_role("button", name="Stop recording who calls")).to_be_visible()
    expect(details).to_contain_text("Later calls of this selector say who called.")


def test_ten_megabytes_of_text_do_not_stop_the_page(page, fake):
    long = "<b>0123456789</b>" * 600_000
    fake.special[50] = {"arguments": [string(long), string("short") | {"truncated": True, "length": len(long)}]}
    fake.replies["invocations/feed0001-50/arguments/0"] = lambda query: (200, long)
    details = opened(page, fake, 50)
    expect(details).to_contain_text("10,200,000 characters in all")
    details.get_by_role("button", name="load all").first.click()
    expect(details.locator("pre.tree__text")).to_contain_text("<b>0123456789</b>")
    expect(details).to_contain_text("9,900,000 more characters")
    assert page.evaluate("document.body.textContent.length") < 1_000_000
    assert page.locator("#traffic .grid__row:visible", has_text="0123456789").count() == 1


def test_neighbours_of_the_same_selector_are_one_key_away(page, fake):
    details = opened(page, fake)
    page.keyboard.press("]")
    expect(details).to_contain_text("text 41")
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(details).to_contain_text("text 39")
    expect(page.locator("#traffic [aria-selected=true]")).to_contain_text("text 39")


def test_the_call_tree_leads_to_parent_and_children(page, fake):
    details = opened(page, fake, 40)
    tree = details.locator(".calltree")
    expect(tree.get_by_role("listitem")).to_have_count(2)
    tree.get_by_role("button").click()
    expect(details).to_contain_text("text 41")
    expect(tree.locator("[aria-current=true]")).to_have_count(1)
    tree.get_by_role("button").click()
    expect(details).to_contain_text("text 40")


def test_an_evicted_call_stays_readable_and_says_so(page, fake):
    details = opened(page, fake, 10)
    fake.oldest = 31
    expect(details.get_by_role("status")).to_contain_text("no longer stores this call")
    expect(details).to_contain_text("text 10")


def test_a_link_to_a_call_of_an_earlier_run_says_so(page, fake):
    fake.open("call=0ld00001-7")
    expect(page.locator(".details:visible")).to_contain_text("earlier run")


def test_a_call_far_from_the_newest_is_opened_from_a_link_and_shown_in_the_list(page, fake):
    fake.newest = 900_000
    details = opened(page, fake, 123_456)
    expect(details).to_contain_text("text 123456")
    expect(page.locator("#traffic [aria-selected=true]")).to_contain_text("text 123456")


REFUSE = """
  for (const method of ['pushState', 'replaceState']) {
    const original = History.prototype[method];
    History.prototype[method] = function (...step) {
      if (!window.isRefusing) return original.apply(this, step);
      if (window.isRefusing === 'loudly') throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  }
"""


@pytest.mark.parametrize("way", ["loudly", "silently"])
def test_the_details_follow_the_selection_while_the_browser_refuses_to_note_each_step(page, fake, way):
    # Firefox does loudly after 200 steps in 10 s, and Chromium silently: a key that is held down makes more.
    page.add_init_script(REFUSE)
    details = opened(page, fake)
    expect(details).to_contain_text("text 40")
    page.evaluate("(way) => { window.isRefusing = way; }", way)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(details).to_contain_text("text 42")
    assert page.url.endswith("-40")
    page.evaluate("window.isRefusing = false")
    page.wait_for_url(f"**call={fake.epoch}-42")


@pytest.mark.parametrize("way", ["loudly", "silently"])
def test_a_step_that_the_browser_notes_late_can_be_taken_back(page, fake, way):
    page.add_init_script(REFUSE)
    opened(page, fake)
    page.evaluate("(way) => { window.isRefusing = way; }", way)
    page.get_by_role("tab", name="Selectors").click()
    page.keyboard.press("p")
    expect(page.locator(".connection")).to_have_text("Paused")
    page.evaluate("window.isRefusing = false")
    page.wait_for_url("**paused*")
    page.go_back()
    page.wait_for_url(f"**call={fake.epoch}-40")


def test_marking_asks_the_server_and_shows_the_mark(page, fake):
    opened(page, fake)
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Mark")).to_have_attribute("aria-pressed", "true")
    assert ("PATCH", f"invocations/{fake.epoch}-40", {}) in fake.requests


def test_copying_a_call(context, page, fake):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    # Keys mean nothing before the call is there.
    expect(opened(page, fake)).to_contain_text("text 40")
    for name, part in [
        ("Copy as JSON", '"seq": 40'),
        ("Copy as text", 'parser(XMLParser@1f, foundCharacters: "text 40")'),
        ("Copy as curl", f"curl -s '{fake.address}api/v1/invocations/feed0001-40'"),
        ("Copy link", "#call=feed0001-40"),
    ]:
        page.keyboard.press("c")
        page.get_by_role("menuitem", name=name).click()
        expect(page.locator(".toast")).to_contain_text("copied")
        assert part in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("seq", [40, 41])
def test_the_json_of_a_call_is_the_record_that_the_server_sends(context, page, fake, seq):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    details = opened(page, fake, seq)
    expect(details.locator(".calltree__time")).to_have_count(2)
    _, sent = fake.one(fake.epoch, seq)
    page.keyboard.press("c")
    page.get_by_role("menuitem", name="Copy as JSON").click()
    expect(page.locator(".toast")).to_contain_text("JSON copied")
    assert json.loads(page.evaluate("navigator.clipboard.readText()")) == sent
    details.locator("summary", has_text="JSON").click()
    shown = details.locator(".details__json")
    expect(shown).to_contain_text('"seq"')
    assert json.loads(shown.text_content()) == sent


def test_narrowing_the_list_to_a_value_of_the_call(page, fake):
    fake.matching = lambda call: True
    details = opened(page, fake)
    details.locator("dd", has_text="FeedReader").hover()
    details.get_by_role("button", name="Show only this target").click()
    expect(page.locator("#filter")).to_have_value("target:=FeedReader")


def test_a_comment_is_written_saved_and_survives_what_arrives_meanwhile(page, fake):
    details = opened(page, fake)
    details.get_by_role("button", name="Add a comment").click()
    page.keyboard.type("late by a second")
    fake.special[40] = {"marked": True}
    fake.emit("update", fake.record(40))
    expect(details.get_by_role("button", name="Mark")).to_have_attribute("aria-pressed", "true")
    expect(details.get_by_role("textbox", name="Comment on the call")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(details.locator(".details__text")).to_have_text("late by a second")
    assert ("PATCH", "invocations/feed0001-40", {}) in fake.requests
    assert fake.special[40]["comment"] == "late by a second"
    expect(page.locator("#traffic .grid__row[data-commented]:visible")).to_have_count(1)


def test_what_is_opened_and_scrolled_to_stays_when_only_a_mark_or_a_comment_changes(page, fake):
    fake.special[40] = {"arguments": ARGUMENTS}
    page.set_viewport_size({"width": 1360, "height": 500})
    details = opened(page, fake)
    nested = details.get_by_role("treeitem", name=re.compile("^tags"))
    nested.locator("> .tree__line").click()
    fold = details.locator(".details__fold")
    fold.locator("summary").click()
    expect(fold).to_contain_text('"selector"')
    nested.focus()
    body = details.locator(".details__body")
    body.evaluate("(node) => { node.scrollTop = 120; }")
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Mark")).to_have_attribute("aria-pressed", "true")
    expect(fold).to_contain_text('"marked": true')
    fake.special[40]["comment"] = "somebody else’s"
    fake.emit("update", fake.record(40))
    expect(details.locator(".details__text")).to_have_text("somebody else’s")
    expect(fold).to_have_attribute("open", "")
    expect(nested).to_have_attribute("aria-expanded", "true")
    expect(nested).to_be_focused()
    assert body.evaluate("(node) => node.scrollTop") == 120


def test_a_comment_under_way_survives_a_look_at_another_call(page, fake):
    details = opened(page, fake)
    field = details.get_by_role("textbox", name="Comment on the call")

    def choose(seq):
        page.locator("#traffic .grid__row:visible", has_text=f"text {seq}").click()
        expect(page.locator("#traffic .grid__row[aria-selected=true]:visible")).to_contain_text(f"text {seq}")

    details.get_by_role("button", name="Add a comment").click()
    page.keyboard.type("half a thought")
    choose(39)
    expect(field).to_be_hidden()
    choose(40)
    expect(field).to_have_value("half a thought")
    details.get_by_role("button", name="Cancel").click()
    choose(39)
    choose(40)
    expect(details.get_by_role("button", name="Add a comment")).to_be_visible()
    expect(field).to_be_hidden()


def test_what_is_odd_about_a_call_stands_first(page, fake):
    fake.special[40] = {"findings": ["off_main", "target_gone"]}
    details = opened(page, fake)
    expect(details.get_by_role("heading").nth(1)).to_have_text("Findings")
    expect(details.locator(".finding")).to_have_count(2)
    expect(page.locator("#traffic .grid__row[data-odd]:visible")).to_have_count(1)


def test_what_became_of_a_closure_stands_in_the_details_and_an_odd_one_in_the_list(page, fake):
    thread = {"id": 7, "name": "late", "isMain": False}
    calls = [{"afterNanoseconds": 5_000_000, "thread": thread, "arguments": [string("granted")]}]
    called = {"argument": 3, "state": "called", "count": 1, "calls": calls}
    fake.special[40] = {"arguments": ARGUMENTS, "completion": "called", "completions": [called]}
    released = {"argument": 3, "state": "never", "count": 0, "calls": [], "releasedAfterNanoseconds": 9_000_000}
    fake.special[39] = {"arguments": ARGUMENTS, "completion": "never", "completions": [released]}
    details = opened(page, fake)
    section = details.locator(".completions")
    expect(section).to_contain_text("body Called once.")
    expect(section).to_contain_text("5.00 ms since the start")
    expect(section).to_contain_text("late")
    expect(section.get_by_role("tree")).to_contain_text("granted")
    expect(page.locator("#traffic .grid__row[data-odd]:visible")).to_have_count(1)
    details = opened(page, fake, seq=39)
    expect(details.locator(".finding")).to_contain_text("waits for ever")
    expect(details.locator(".completions")).to_contain_text("Released without a call 9.00 ms after the start.")
