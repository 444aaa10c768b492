# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Rules on live calls: the tab, its form and files, the calls that are held, and what records tell of rules."""

import json
import re

import pytest
from playwright.sync_api import expect

from accessibility import check_accessible
from conftest import wait_for
from fake_inspector import rule
from test_list import wait_for_number

ROWS = "#rule-list .grid__row:visible:not(.grid__row--header)"


@pytest.fixture
def rules(fake):
    return fake.with_rules()


def row(page, number):
    return page.locator(ROWS).filter(has=page.get_by_role("switch", name=f"Rule {number}", exact=True))


def details(page):
    return page.get_by_role("region", name="Details of the rule")


def field(page, name):
    return details(page).get_by_label(name, exact=True)


def held_row(page, number=0):
    return page.locator(".held__item").nth(number)


# What released calls say before they leave: their row, and its buttons that can still be seen.
NOTE_FAREWELLS = """
window.farewells = [];
new MutationObserver(() => {
  for (const row of document.querySelectorAll('.held__item[data-over]')) {
    const buttons = [...row.querySelectorAll('button')].filter((button) => button.checkVisibility());
    farewells.push({ text: row.textContent, buttons: buttons.map(({ textContent }) => textContent) });
  }
}).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-over'] });
"""


def note_farewells(page):
    """Before the page is loaded. They leave after four seconds, in which a busy machine may not look at the page."""
    page.add_init_script(NOTE_FAREWELLS)


def farewell(page):
    """The last one; waits for the first one."""
    page.wait_for_function("() => farewells.length > 0")
    return page.evaluate("farewells.at(-1)")


def decisions(rules):
    return [(path, body) for method, path, body in rules.sent if path.startswith("held")]


def open_traffic(page, fake):
    fake.open()
    wait_for_number(page, 50)
    expect(page.locator(".connection")).to_have_text("Live")


# The tab.


def test_rules_are_listed_in_words_with_what_they_did(page, fake, rules):
    rules.items = [
        rule(1, failed=2, warnings=["It holds the main thread."], limits={"times": 20}),
        rule(2, action="edit", argument="bytes", value=42, enabled=False),
    ]
    fake.open("tab=rules")
    expect(row(page, 1)).to_contain_text("whose selector begins with found")
    expect(row(page, 1)).to_contain_text("hold for a decision, at most 10 s")
    expect(row(page, 1).locator("[data-column=limits]")).to_have_text("at most 20 times")
    expect(row(page, 1).locator("[data-column=failed]")).to_have_text("2")
    expect(row(page, 1).locator("[data-column=notes]")).to_contain_text("It holds the main thread.")
    expect(row(page, 2)).to_contain_text("set bytes to 42")
    expect(page.get_by_role("switch", name="Rule 2", exact=True)).not_to_be_checked()
    expect(page.locator("#tab-rules .tabs__count")).to_have_text("1")
    row(page, 1).locator("[data-column=action]").click()
    expect(details(page)).to_contain_text("It holds the main thread.")
    expect(details(page)).to_contain_text("XMLParserDelegate.parser")
    assert "rule=1" in page.url


def test_the_form_creates_a_rule(page, fake, rules):
    fake.replies["filter"] = {"words": "whose selector contains shouldRetry"}
    fake.open("tab=rules")
    page.get_by_role("button", name="New rule").click()
    field(page, "Filter of the calls").fill("selector:*shouldRetry*")
    page.keyboard.press("Enter")
    expect(details(page)).to_contain_text("whose selector contains shouldRetry")
    field(page, "Action").select_option("edit")
    field(page, "Argument").fill("bytes")
    field(page, "Value as JSON").fill("18446744073709551615")
    field(page, "Most times").fill("5")
    details(page).get_by_role("button", name="Add the rule").click()
    expect(details(page).get_by_role("heading", name="Rule 1")).to_be_visible()
    method, path, body = rules.sent[0]
    assert (method, path) == ("POST", "rules")
    assert body == {
        "enabled": True,
        "filter": "selector:*shouldRetry*",
        "point": "before",
        "action": "edit",
        "argument": "bytes",
        "value": 18446744073709551615,
        "limits": {"times": 5},
    }
    assert "rule=1" in page.url


def test_a_refused_value_is_marked_at_its_place_and_kept(page, fake, rules):
    fake.open("tab=rules&rule=new")
    field(page, "Action").select_option("answer")
    field(page, "Value as JSON").fill("[1, x]")
    details(page).get_by_role("button", name="Add the rule").click()
    alert = details(page).get_by_role("alert").filter(visible=True)
    expect(alert).to_contain_text("This is not JSON")
    expect(alert.locator("mark")).to_have_text("x")
    assert rules.sent == []
    detail = "The element is a String; [Int] is needed."
    rules.refusal = (400, {"code": "invalidValue", "member": "value", "position": 4, "detail": detail})
    field(page, "Value as JSON").fill('[1, "a"]')
    details(page).get_by_role("button", name="Add the rule").click()
    expect(alert).to_contain_text(detail)
    expect(alert.locator("mark")).to_have_text('"')
    expect(field(page, "Value as JSON")).to_have_value('[1, "a"]')
    expect(field(page, "Value as JSON")).to_be_focused()
    field(page, "Value as JSON").fill("[1]")
    expect(alert).to_have_count(0)


@pytest.mark.parametrize(
    "status, problem, text",
    [
        (400, {"code": "invalidRule", "detail": "A filter of values is needed.", "member": "filter", "position": 0}, "values"),
        (403, {"code": "rulesNotAllowed"}, "--allow-rules"),
        (409, {"code": "tooManyRules"}, "256 rules"),
    ],
)
def test_a_refusal_is_told_in_words(page, fake, rules, status, problem, text):
    fake.open("tab=rules&rule=new")
    rules.refusal = (status, problem)
    field(page, "Filter of the calls").fill("x")
    details(page).get_by_role("button", name="Add the rule").click()
    expect(details(page).get_by_role("alert").filter(visible=True)).to_contain_text(text)
    expect(field(page, "Filter of the calls")).to_have_value("x")


def test_a_save_that_fails_can_be_tried_again(page, fake, rules, complaints):
    fake.open("tab=rules&rule=new")
    field(page, "Filter of the calls").fill("x")
    expect(field(page, "Until")).to_have_attribute("max", "9999-12-31T23:59:59")
    add = details(page).get_by_role("button", name="Add the rule")
    page.route("**/api/v1/rules", lambda route: route.fulfill(status=200, body="no JSON"))
    with page.expect_event("pageerror"):
        add.click()
    complaints.clear()
    expect(add).to_be_enabled()
    page.unroute("**/api/v1/rules")
    add.click()
    expect(row(page, 1)).to_be_visible()


def test_a_rule_is_switched_changed_duplicated_and_deleted(page, fake, rules):
    rules.items = [rule(1), rule(2, action="delay", milliseconds=250)]
    fake.open("tab=rules")
    page.get_by_role("switch", name="Rule 1", exact=True).click()
    expect(page.get_by_role("switch", name="Rule 1", exact=True)).not_to_be_checked()
    assert rules.sent[-1][:2] == ("PUT", "rules/1")
    assert "seen" not in rules.sent[-1][2] and rules.sent[-1][2]["enabled"] is False
    row(page, 2).locator("[data-column=action]").click()
    field(page, "Milliseconds").fill("300")
    details(page).get_by_role("button", name="Save", exact=True).click()
    expect(row(page, 2)).to_contain_text("delay by 300 ms")
    details(page).get_by_role("button", name="Duplicate").click()
    expect(field(page, "Milliseconds")).to_have_value("300")
    details(page).get_by_role("button", name="Add the rule").click()
    expect(page.locator(ROWS)).to_have_count(3)
    details(page).get_by_role("button", name="Delete").click()
    expect(page.locator(ROWS)).to_have_count(2)
    expect(details(page)).to_be_hidden()


def test_what_is_typed_survives_news_of_the_rule(page, fake, rules):
    rules.items = [rule(1, action="delay", milliseconds=250)]
    fake.open("tab=rules&rule=1")
    field(page, "Milliseconds").fill("300")
    rules.items = [rule(1, action="delay", milliseconds=250, seen=999)]
    fake.emit("rule", {"kind": "changed", "rule": rules.items[0]})
    expect(row(page, 1).locator("[data-column=seen]")).to_have_text("999")
    expect(field(page, "Milliseconds")).to_have_value("300")
    details(page).get_by_role("button", name="Revert").click()
    expect(field(page, "Milliseconds")).to_have_value("250")


def test_the_stream_keeps_the_list(page, fake, rules):
    fake.open("tab=rules")
    expect(page.locator("#rule-list")).to_be_visible()
    rules.items = [rule(4)]
    fake.emit("rule", {"kind": "added", "rule": rule(4)})
    expect(row(page, 4)).to_be_visible()
    rules.items = []
    fake.emit("rule", {"kind": "removed", "rule": rule(4)})
    expect(page.locator(ROWS)).to_have_count(0)


def test_a_program_that_allows_no_rules_says_how_it_would(page, fake, rules):
    rules.allowed = False
    rules.items = [rule(1)]
    fake.open("tab=rules&rule=1")
    expect(page.get_by_role("status").filter(has_text="--allow-rules")).to_be_visible()
    expect(page.get_by_role("button", name="New rule")).to_be_disabled()
    expect(page.get_by_role("switch", name="Rule 1", exact=True)).to_be_disabled()
    expect(details(page).get_by_role("button", name="Save", exact=True)).to_be_disabled()
    expect(field(page, "Action")).to_be_disabled()
    assert "holds" not in page.evaluate("streamAddresses.at(-1)")


def test_rules_are_saved_to_a_file_and_loaded_from_it(page, fake, rules):
    rules.items = [rule(1), rule(2, action="answer", value=True)]
    fake.open("tab=rules")
    expect(row(page, 2)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    path = download.value.path()
    saved = json.loads(path.read_text())
    assert saved["version"] == 1 and len(saved["rules"]) == 2
    assert set(saved["rules"][1]) & {"id", "seen", "words", "selectors", "warnings"} == set()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load from a file…").click()
    chooser.value.set_files(path)
    expect(page.locator(ROWS)).to_have_count(4)
    assert [body for _, _, body in rules.sent] == saved["rules"]


@pytest.mark.parametrize(
    "text, problem",
    [
        ('{"version": 1, "rules": [{]}', "line 1, column 27"),
        ('{"version": 9, "rules": []}', "version 1"),
        ('{"version": 1, "rules": [{"filter": "a", "point": "before", "action": "fly"}]}', "Rule 1: “action”"),
    ],
)
def test_a_bad_file_says_what_is_wrong_and_where(page, fake, rules, text, problem):
    fake.open("tab=rules")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load from a file…").click()
    chooser.value.set_files({"name": "mine.json", "mimeType": "application/json", "buffer": text.encode()})
    alert = page.get_by_role("alert").filter(has_text="mine.json")
    expect(alert).to_contain_text(problem)
    assert rules.sent == []
    alert.get_by_role("button", name="Dismiss").click()
    expect(alert).to_have_count(0)


def test_a_banner_tells_that_rules_act_and_switches_them_off(page, fake, rules):
    rules.items = [rule(1), rule(2), rule(3, enabled=False)]
    fake.open()
    banner = page.locator("[data-banner=rules]")
    expect(banner).to_contain_text("2 rules act on calls.")
    banner.get_by_role("button", name="Show the rules").click()
    expect(page.locator("#rule-list")).to_be_visible()
    page.locator("#tab-traffic").click()
    banner.get_by_role("button", name="Switch all off").click()
    expect(banner).to_have_count(0)
    assert [each["enabled"] for each in rules.items] == [False, False, False]


def test_a_right_click_begins_a_rule_for_calls_like_this(page, fake, rules):
    fake.special[50] = {"result": {"kind": "scalar", "value": True, "type": "Bool"}}
    open_traffic(page, fake)
    page.locator("#traffic .grid__row", has_text="text 50").locator("[data-column=call]").click(button="right")
    page.get_by_role("menuitem", name="Answer always…").click()
    expect(field(page, "Filter of the calls")).to_have_value(
        "protocol:=XMLParserDelegate selector:=parser(_:foundCharacters:)"
    )
    expect(field(page, "Action")).to_have_value("answer")
    expect(field(page, "Value as JSON")).to_have_value("true")


def test_a_begun_rule_shows_its_filter_and_what_adds_it_in_a_low_window(page, fake, rules):
    page.set_viewport_size({"width": 700, "height": 700})
    open_traffic(page, fake)
    page.locator("#traffic .grid__row", has_text="text 50").locator("[data-column=call]").click(button="right")
    page.get_by_role("menuitem", name="Hold calls like this…").click()
    expect(details(page).get_by_role("button", name="Add the rule")).to_be_focused()
    expect(field(page, "Filter of the calls")).to_be_in_viewport()
    expect(details(page).get_by_role("button", name="Add the rule")).to_be_in_viewport()


def test_the_menu_of_a_selector_begins_a_rule(page, fake, rules):
    numbers = dict.fromkeys(["calls", "errors", "unanswered", "totalNanoseconds"], 1)
    times = dict.fromkeys(["p50Nanoseconds", "p90Nanoseconds", "p99Nanoseconds", "maxNanoseconds"], 1000)
    fake.replies["selectors"] = {
        "items": [{"protocol": "P", "selector": "m()", "histogram": [], **numbers, **times}],
    }
    fake.open("tab=selectors")
    page.locator("#selectors .grid__row", has_text="m()").locator("[data-column=selector]").click(button="right")
    page.get_by_role("menuitem", name="Hold calls like this…").click()
    expect(field(page, "Filter of the calls")).to_have_value("protocol:=P selector:=m()")
    expect(details(page).get_by_role("button", name="Add the rule")).to_be_focused()


# Held calls.


def test_a_held_call_appears_with_the_time_that_is_left_and_continues(page, fake, rules):
    open_traffic(page, fake)
    assert "holds=true" in page.evaluate("streamAddresses.at(-1)")
    rules.hold(7)
    expect(held_row(page)).to_contain_text("text 50")
    expect(page.get_by_role("heading", name="1 call held")).to_be_visible()
    # Of 30 s when it is sent.
    seconds = held_row(page).locator(".held__seconds")
    expect(seconds).to_have_text(re.compile(r"^(30\.0|[12]?\d\.\d) s$"))
    expect(seconds).not_to_have_text(seconds.inner_text())
    expect(page.get_by_role("status").filter(has_text="Call held by rule 3: foundCharacters")).to_have_count(1)
    held_row(page).get_by_role("button", name="Continue").click()
    expect(page.get_by_role("region", name="Held calls")).to_be_hidden()
    assert decisions(rules) == [("held/7", {"action": "continue"})]


def test_an_edited_argument_is_sent_and_a_refusal_stands_at_its_field(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7)
    held_row(page).get_by_role("button", name="Edit…").click()
    expect(held_row(page)).to_contain_text("no JSON form")
    bytes_field = held_row(page).get_by_label("bytes as JSON")
    bytes_field.fill("4.5")
    rules.refusal = (400, {"code": "invalidValue", "member": "bytes", "position": 1, "detail": "4.5 is no Int."})
    page.keyboard.press("Enter")
    alert = held_row(page).get_by_role("alert").filter(visible=True)
    expect(alert).to_contain_text("4.5 is no Int.")
    expect(alert.locator("mark")).to_have_text(".")
    expect(bytes_field).to_have_value("4.5")
    bytes_field.fill("5")
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)
    assert decisions(rules)[-1] == ("held/7", {"action": "edit", "arguments": {"bytes": 5}})


def hold_calls(page, fake, rules, count):
    """Opens the page with calls from number 7 on that are held."""
    open_traffic(page, fake)
    for number in range(7, 7 + count):
        rules.hold(number, seq=number)
    expect(page.locator(".held__item")).to_have_count(count)


def test_the_keyboard_decides_on_held_calls(page, fake, rules):
    hold_calls(page, fake, rules, count=5)
    page.keyboard.press("h")
    expect(held_row(page).get_by_role("group")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".held__item")).to_have_count(4)
    expect(held_row(page).get_by_role("group")).to_be_focused()
    page.keyboard.press("a")
    expect(held_row(page).get_by_label("Answer as JSON")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.keyboard.type("false")
    page.keyboard.press("Enter")
    expect(page.locator(".held__item")).to_have_count(3)
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    expect(page.locator(".held__item")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    expect(page.locator(".held__item")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#traffic")).to_be_focused()
    assert decisions(rules) == [
        ("held/7", {"action": "continue"}),
        ("held/8", {"action": "answer", "value": False}),
        ("held/9", {"action": "throw", "case": "offline"}),
        ("held/11", {"action": "skip"}),
    ]


def test_a_key_held_down_decides_on_one_held_call(page, fake, rules):
    hold_calls(page, fake, rules, count=4)
    page.keyboard.press("h")
    for key, left in [("Enter", 3), ("s", 2)]:
        # Every press of a key that is down already is a repetition.
        page.keyboard.down(key)
        expect(page.locator(".held__item")).to_have_count(left)
        expect(held_row(page).get_by_role("group")).to_be_focused()
        page.keyboard.down(key)
        page.keyboard.up(key)
    held_row(page).get_by_role("button", name="Throw…").focus()
    page.keyboard.down("Enter")
    expect(held_row(page).get_by_label("Error", exact=True)).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    expect(page.locator(".held__item")).to_have_count(1)
    assert decisions(rules) == [
        ("held/7", {"action": "continue"}),
        ("held/8", {"action": "skip"}),
        ("held/10", {"action": "skip"}),
    ]


def test_a_decision_under_way_is_sent_once(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7)
    rules.hold(8)
    expect(page.locator(".held__item")).to_have_count(2)
    kept = []
    page.route("**/api/v1/held/7", lambda route: kept.append(route))
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    held_row(page).get_by_role("button", name="Continue").focus()
    page.keyboard.press("Enter")
    wait_for(lambda: page.evaluate("1") and kept, "the first decision")
    page.unroute("**/api/v1/held/7")
    for route in kept:
        fake.answer(route)
    expect(page.locator(".held__item")).to_have_count(1)
    expect(held_row(page).get_by_role("group")).to_be_focused()
    assert decisions(rules) == [("held/7", {"action": "continue"})]


def test_an_error_with_a_text_is_thrown(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7, errorCases=[])
    held_row(page).get_by_role("button", name="Throw…").click()
    held_row(page).get_by_label("Text of the error").fill("no network")
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)
    assert decisions(rules) == [("held/7", {"action": "throw", "text": "no network"})]


def test_what_cannot_be_done_is_not_offered_or_says_why(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7, can=["continue"], answerReason="Blob has no JSON form")
    expect(held_row(page).get_by_role("button", name="Throw…")).to_have_count(0)
    answer = held_row(page).get_by_role("button", name="Answer…")
    expect(answer).to_be_disabled()
    expect(answer).to_have_attribute("title", "Blob has no JSON form")


def test_the_buttons_of_held_calls_stand_below_each_other(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7)
    rules.hold(8, can=["continue", "skip"], arguments=[], throwReason="It does not throw.")
    expect(page.locator(".held__item")).to_have_count(2)
    for name in ("Continue", "Skip"):
        boxes = [held_row(page, number).get_by_role("button", name=name).bounding_box() for number in (0, 1)]
        assert boxes[0]["x"] == boxes[1]["x"], name


def test_what_sends_stays_in_sight_below_many_arguments(page, fake, rules):
    page.set_viewport_size({"width": 700, "height": 500})
    open_traffic(page, fake)
    many = [{"index": number, "name": f"a{number}", "type": "Int", "editable": True, "json": 1} for number in range(20)]
    rules.hold(7, arguments=many)
    held_row(page).get_by_role("button", name="Edit…").click()
    list_box = page.locator(".held__list").bounding_box()
    button_box = held_row(page).get_by_role("button", name="Continue with these values").bounding_box()
    assert button_box["y"] + button_box["height"] <= list_box["y"] + list_box["height"]


def test_running_calls_tell_that_they_are_held(page, fake, rules):
    running = [fake.record(49) | {"state": "running"}, fake.record(50) | {"state": "running", "held": 7}]
    fake.replies["running"] = {"items": running, "asOf": "2026-11-21T09:00:10.000000Z"}
    fake.open("tab=running")
    calls = page.locator("#running .grid__row:visible:not(.grid__row--header)")
    expect(calls.filter(has_text="text 50").locator(".badge")).to_have_text("held")
    expect(calls.filter(has_text="text 49").locator(".badge")).to_have_count(0)


@pytest.mark.parametrize(
    "by, action, text", [("deadline", "continue", "The deadline passed"), ("client", "answer", "Another client answered it.")]
)
def test_a_call_that_was_released_elsewhere_says_by_whom_and_leaves(page, fake, rules, by, action, text):
    note_farewells(page)
    open_traffic(page, fake)
    rules.hold(7)
    expect(held_row(page)).to_be_visible()
    rules.release(7, by, action)
    said = farewell(page)
    assert text in said["text"] and "Continue" not in said["buttons"]
    expect(held_row(page)).to_have_count(0)
    expect(page.get_by_role("region", name="Held calls")).to_be_hidden()


def test_a_decision_that_comes_too_late_says_so(page, fake, rules):
    note_farewells(page)
    open_traffic(page, fake)
    rules.hold(7)
    rules.refusal = (409, {"code": "alreadyReleased", "by": "deadline"})
    held_row(page).get_by_role("button", name="Continue").click()
    assert "The deadline passed" in farewell(page)["text"]


def test_held_calls_are_told_on_every_tab_and_all_can_go_on(page, fake, rules):
    open_traffic(page, fake)
    page.locator("#tab-flame").click()
    rules.hold(7)
    rules.hold(8)
    banner = page.locator("[data-banner=held]")
    expect(banner).to_contain_text("2 calls are held")
    banner.get_by_role("button", name="Decide").click()
    expect(held_row(page).get_by_role("group")).to_be_focused()
    page.get_by_role("button", name="Let all go on").click()
    expect(held_row(page)).to_have_count(0)
    assert decisions(rules) == [("held", {"action": "continue"})]


def test_held_calls_are_forgotten_without_a_connection_and_read_again_with_it(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7)
    expect(held_row(page)).to_be_visible()
    page.evaluate("window.isStreamDown = true; failStream()")
    expect(held_row(page)).to_have_count(0)
    page.evaluate("window.isStreamDown = false; failStream()")
    page.get_by_role("button", name="Try now").click()
    expect(held_row(page)).to_be_visible()


def test_what_is_being_answered_survives_a_short_loss_of_the_connection(page, fake, rules):
    open_traffic(page, fake)
    rules.hold(7)
    expect(held_row(page)).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("a")
    expect(held_row(page).get_by_label("Answer as JSON")).to_be_focused()
    page.keyboard.type("false")
    page.evaluate("failStream()")
    page.get_by_role("button", name="Try now").click()
    page.wait_for_function("() => streamAddresses.length === 2")
    expect(page.locator(".connection")).to_have_text("Live")
    expect(held_row(page).get_by_label("Answer as JSON")).to_have_value(re.compile("false"))


def test_another_filter_leaves_no_moment_without_a_stream(page, fake, rules):
    fake.replies["filter"] = {"words": "x"}
    open_traffic(page, fake)
    rules.hold(7)
    page.evaluate(
        "() => { const close = EventSource.prototype.close; window.counts = [];"
        " EventSource.prototype.close = function () { close.call(this); window.counts.push(EventSource.open.length); }; }"
    )
    page.get_by_role("combobox", name="Filter").fill("selector:a")
    page.keyboard.press("Enter")
    wait_for(lambda: page.evaluate("counts.length > 0"), "the end of the first stream")
    assert page.evaluate("Math.min(...counts)") >= 1
    expect(held_row(page)).to_be_visible()


def test_the_page_decides_as_soon_as_the_program_allows_it(page, fake, rules):
    rules.allowed = False
    open_traffic(page, fake)
    assert "holds" not in page.evaluate("streamAddresses.at(-1)")
    rules.allowed = True
    page.wait_for_function("() => streamAddresses.at(-1).includes('holds=true')")


# Records.


def test_details_tell_what_a_rule_did(page, fake, rules):
    number = {"kind": "scalar", "type": "Int"}
    edited = {"name": "bytes", **number, "value": 10, "edited": {**number, "value": 42}}
    fake.special = {
        47: {"returnPath": "stub", "rule": 3, "result": {"kind": "scalar", "type": "Bool", "value": True}},
        48: {"returnPath": "intercept", "rule": 3, "heldNanoseconds": 1000, "arguments": [edited]},
    }
    open_traffic(page, fake)
    badge = lambda seq: page.locator(f"#traffic .grid__row[data-word={seq}] .badge")
    expect(badge("stub")).to_have_text("stub")
    expect(badge("intercept")).to_have_text("intercept")
    fake.open(f"call={fake.epoch}-48")
    pane = page.locator(".details:visible")
    expect(pane).to_contain_text("A person answered: rule 3 held the call.")
    expect(pane).to_contain_text("bytes for the target")
    expect(pane).to_contain_text("Held1.00 µs")
    page.keyboard.press("[")
    expect(pane).to_contain_text("Rule 3 answered.")


# Looks.


def test_axe_finds_nothing_in_rules_and_held_calls(page, fake, rules):
    rules.items = [rule(1, warnings=["main thread"], failed=1), rule(2, enabled=False, warnings=["x"])]
    fake.special[50] = {"returnPath": "intercept", "rule": 3}
    fake.open("tab=rules&rule=1")
    expect(row(page, 1)).to_be_visible()
    check_accessible(page, "a rule")
    page.get_by_role("button", name="New rule").click()
    field(page, "Action").select_option("answer")
    field(page, "Value as JSON").fill("[1, x]")
    details(page).get_by_role("button", name="Add the rule").click()
    check_accessible(page, "a refused value")
    page.locator("#tab-traffic").click()
    rules.hold(7)
    rules.hold(8, seq=49, remainingMilliseconds=2500, can=["continue"], answerReason="x")
    expect(page.locator(".held__item")).to_have_count(2)
    held_row(page).get_by_role("button", name="Edit…").click()
    check_accessible(page, "held calls")
    page.locator("#tab-selectors").click()
    check_accessible(page, "the banner")


@pytest.mark.parametrize("width", [1360, 1000, 420])
def test_rules_and_held_calls_never_scroll_sideways(page, fake, rules, width):
    page.set_viewport_size({"width": width, "height": 760})
    long = "whose selector is " + "averyveryverylongname" * 12
    rules.items = [rule(1, words=long, filter=long, warnings=[long])]
    fake.open("tab=rules&rule=1")
    expect(details(page)).to_be_visible()
    fits = "(node) => node.scrollWidth <= node.clientWidth"
    for name in ("html", ".rules__bar", "#rule-list", ".details:not([hidden]) .details__body"):
        assert page.locator(name).evaluate(fits), name
    page.locator("#tab-traffic").click()
    rules.hold(7)
    expect(held_row(page)).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("e")
    expect(held_row(page).get_by_label("bytes as JSON")).to_be_visible()
    for name in ("html", ".held", ".held__list"):
        assert page.locator(name).evaluate(fits), name
