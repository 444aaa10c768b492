# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Rules of the page on a real program: what people decide in the page is what the program does."""

import json
import time
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import ask, serving, wait_for
from test_list import CALLS, pause, whole_row
from test_rules import ROWS, details, farewell, field, held_row, note_farewells, row

# Fast enough for every kind of call within seconds.
RATE = "400"


def send(url, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        url + "api/v1/" + path, data=data, method=method, headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as reply:
        text = reply.read()
        return json.loads(text) if text else None


@pytest.fixture(scope="module")
def program():
    with serving("demo", "--rate", RATE) as (url, _):
        yield url


@pytest.fixture
def demo(program):
    """The address of the demo, without rules before and after the test."""
    send(program, "DELETE", "rules")
    yield program
    send(program, "DELETE", "rules")


def held(url):
    return ask(url, "api/v1/held")["items"]


def calls(url, words, order="desc"):
    query = urllib.parse.urlencode({"filter": words, "limit": "100", "order": order})
    return ask(url, f"api/v1/invocations?{query}")["items"]


def record_of(url, words):
    """The only call that matches; it is stored a moment after it returns."""
    (found,) = wait_for(lambda: calls(url, words), words)
    return found


def hold(url, words, **more):
    """A rule that holds one call, for so long that only a decision can release it. Set while the page is connected: the
    page of the test before may leave only now, and then lets all calls go on."""
    rule = {"filter": words, "action": "hold", "deadlineMilliseconds": 60_000, "limits": {"times": 1}}
    return send(url, "POST", "rules", rule | more)["id"]


def open_traffic(page, url):
    page.goto(url)
    expect(page.locator(".connection")).to_have_text("Live")
    expect(page.locator(CALLS).first).to_be_visible()


def right_click_call(page, url, words):
    """Opens the menu of a call in a list that stands still."""
    open_traffic(page, url)
    wait_for(lambda: calls(url, words), f"a call with {words}")
    page.get_by_role("combobox", name="Filter").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator(".toolbar__count")).to_contain_text(" of ")
    expect(page.locator(CALLS).first).to_be_visible()
    pause(page)
    whole_row(page).locator("[data-column=call]").click(button="right")


def wait_for_held(page):
    expect(held_row(page)).to_have_count(1)
    return held_row(page)


# Decisions.


def test_a_hold_from_the_menu_stops_a_call_and_its_target_gets_the_edited_argument(page, demo):
    right_click_call(page, demo, "selector:didStartElement*")
    page.get_by_role("menuitem", name="Hold calls like this…").click()
    expect(field(page, "Filter of the calls")).to_have_value(
        "protocol:=XMLParserDelegate selector:=parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)"
    )
    field(page, "Deadline in seconds").fill("60")
    field(page, "Most times").fill("1")
    details(page).get_by_role("button", name="Add the rule").click()
    expect(details(page).get_by_role("heading", name="Rule ")).to_be_visible()
    page.locator("[data-banner=held]").get_by_role("button", name="Decide").click()
    (waiting,) = held(demo)
    original = waiting["arguments"][1]["json"]
    held_row(page).get_by_role("button", name="Edit…").click()
    name = held_row(page).get_by_label("elementName as JSON")
    expect(name).to_have_value(json.dumps(original))
    name.fill('"renamed"')
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)
    record = record_of(demo, f"rule:{waiting['rule']} has:edit")
    edited = record["arguments"][1]
    assert (edited["value"], edited["edited"]["value"]) == (original, "renamed")
    assert record["id"] == waiting["call"]["id"]
    page.goto(f"{demo}#call={record['id']}")
    expect(page.locator(".details:visible")).to_contain_text("elementName for the target")


def test_the_program_acts_on_an_edited_argument(page, demo):
    open_traffic(page, demo)
    # The beginning of a city's name, by which the atlas lists few cities.
    rule = hold(demo, "selector:*textDidChange* arg.searchText:/./")
    wait_for_held(page).get_by_role("button", name="Edit…").click()
    text = held_row(page).get_by_label("searchText as JSON")
    assert json.loads(text.input_value()) != ""
    text.fill('""')
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)
    record = record_of(demo, f"rule:{rule} has:edit")
    assert record["arguments"][1]["edited"]["value"] == ""
    # Without a beginning, it lists them all.
    counts = wait_for(
        lambda: calls(demo, f"selector:*numberOfRowsInSection* seq:>{record['seq']}"), "the rows after the edit")
    assert min(counts, key=lambda call: call["seq"])["result"]["value"] > 10


def test_an_edited_argument_of_the_wrong_type_is_refused_by_the_program_and_the_call_waits(page, demo):
    open_traffic(page, demo)
    hold(demo, "selector:didStartElement*")
    wait_for_held(page).get_by_role("button", name="Edit…").click()
    held_row(page).get_by_label("attributeDict as JSON").fill('{"a": 1}')
    page.keyboard.press("Enter")
    alert = held_row(page).get_by_role("alert").filter(visible=True)
    expect(alert).to_contain_text("String")
    expect(alert.locator("mark")).to_have_text("1")
    assert len(held(demo)) == 1
    held_row(page).get_by_label("attributeDict as JSON").fill('{"a": "1"}')
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)


def test_the_program_acts_on_an_edited_result(page, demo):
    """The table asks for as many cells as its data source said that there are rows."""
    open_traffic(page, demo)
    rule = hold(demo, "selector:=tableView(_:numberOfRowsInSection:) result:>1", point="after")
    wait_for_held(page).get_by_role("button", name="Edit…").click()
    held_row(page).get_by_label("Result as JSON").fill("1")
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)
    record = record_of(demo, f"rule:{rule}")
    assert record["result"]["value"] == 1 and record["targetResult"]["value"] > 1
    asked = "(selector:=tableView(_:numberOfRowsInSection:) | selector:=tableView(_:cellForRowAt:))"

    def cells():
        """Those that the table asked for until it asked for the number of rows again."""
        later = [each for each in calls(demo, f"{asked} seq:>{record['seq']}", order="asc")]
        ends = [place for place, each in enumerate(later) if "numberOfRows" in each["selector"]]
        return later[: ends[0]] if ends else None

    rows = [each["arguments"][1]["children"][1]["value"] for each in wait_for(cells, "the cells of one row")]
    assert rows == [0]


def test_a_held_call_is_made_to_throw_and_the_program_sees_the_error(page, demo):
    open_traffic(page, demo)
    rule = hold(demo, "selector:=tableView(_:commit:forRowAt:)")
    wait_for_held(page).get_by_role("button", name="Throw…").click()
    held_row(page).get_by_label("Text of the error").fill("not today")
    page.keyboard.press("Enter")
    expect(held_row(page)).to_have_count(0)
    record = record_of(demo, f"rule:{rule}")
    assert (record["state"], record["returnPath"]) == ("threw", "intercept")
    assert "not today" in json.dumps(record["error"])
    assert "targetError" not in record
    # The atlas deletes nothing then, and so doesn't reload its table from within the call.
    assert ask(demo, f"api/v1/invocations/{record['id']}")["children"] == []
    page.goto(f"{demo}#call={record['id']}")
    expect(page.locator(".details:visible")).to_contain_text("not today")
    expect(page.locator(".details:visible")).to_contain_text(f"A person threw the error: rule {rule} held the call.")


def test_a_passed_deadline_is_told_and_the_call_goes_on_unchanged(page, demo):
    note_farewells(page)
    open_traffic(page, demo)
    rule = hold(demo, "selector:=scrollViewShouldScrollToTop(_:)", deadlineMilliseconds=1500)
    record = record_of(demo, f"rule:{rule}")
    assert record["heldNanoseconds"] >= 1_500_000_000
    assert record["returnPath"] in ("target", "default") and record["state"] == "returned"
    page.wait_for_function("() => farewells.some(({ text }) => text.includes('The deadline passed: it continued unchanged.'))")
    assert farewell(page)["buttons"] == [f"rule {rule}"]
    expect(held_row(page)).to_have_count(0)


# Who decides.


@pytest.mark.parametrize("limits", [{"connectedOnly": True}, {"times": 1}], ids=["connectedOnly", "plain"])
def test_closing_the_page_lets_held_calls_go_on_soon(browser, demo, limits):
    # A context of its own, to be closed like a window: without a word from the page.
    context = browser.new_context()
    page = context.new_page()
    open_traffic(page, demo)
    rule = hold(demo, "selector:didStartElement*", limits=limits)
    expect(held_row(page)).to_have_count(1)
    assert len(held(demo)) == 1
    closing = time.monotonic()
    context.close()
    wait_for(lambda: held(demo) == [], "the end of the hold", seconds=max(0.1, closing + 20 - time.monotonic()))
    assert record_of(demo, f"rule:{rule}")["returnPath"] == "target"
    # With nobody there, a rule for people who are there holds nothing.
    applied = send(demo, "GET", f"rules/{rule}")["applied"]
    seen = ask(demo)["counters"]["calls"]
    wait_for(lambda: ask(demo)["counters"]["calls"] > seen + 100, "later calls")
    assert send(demo, "GET", f"rules/{rule}")["applied"] == applied


def test_a_held_call_stays_while_its_page_is_loaded_again(page, demo):
    open_traffic(page, demo)
    hold(demo, "selector:didStartElement*")
    expect(held_row(page)).to_have_count(1)
    (call,) = held(demo)
    page.reload()
    expect(held_row(page)).to_have_count(1)
    assert [each["id"] for each in held(demo)] == [call["id"]]


def test_calls_are_held_while_one_of_two_pages_is_left(context, complaints, demo):
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        complaints.watch(page)
        open_traffic(page, demo)
    hold(demo, "selector:didStartElement*")
    for page in (first, second):
        expect(held_row(page)).to_have_count(1)
    first.close()
    # The second page takes over the stream before the server lets the calls of the first one go on.
    seen = ask(demo)["uptimeSeconds"]
    wait_for(lambda: ask(demo)["uptimeSeconds"] > seen + 7, "seven seconds of the program")
    assert len(held(demo)) == 1
    held_row(second).get_by_role("button", name="Continue").click()
    expect(held_row(second)).to_have_count(0)
    assert held(demo) == []


# Rules.


def test_an_answer_from_the_menu_replaces_the_target(page, demo):
    words = "selector:=scrollViewShouldScrollToTop(_:) owner:TableView"
    right_click_call(page, demo, words)
    page.get_by_role("menuitem", name="Answer always…").click()
    expect(field(page, "Action")).to_have_value("answer")
    # The answer of the call that was clicked.
    known = field(page, "Value as JSON").input_value()
    assert known in ("true", "false")
    answer = json.dumps(known == "false")
    field(page, "Value as JSON").fill(answer)
    details(page).get_by_role("button", name="Add the rule").click()
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator(ROWS).locator("[data-column=applied]")).not_to_have_text("0")
    (rule,) = ask(demo, "api/v1/rules")["items"]
    answered = wait_for(lambda: calls(demo, f"rule:{rule['id']} path:stub"), "answered calls")
    assert {json.dumps(each["result"]["value"]) for each in answered} == {answer}
    details(page).get_by_role("button", name="Show calls").click()
    expect(page.locator(CALLS).first.locator(".badge")).to_have_text("stub")


def test_rules_of_a_file_act_like_those_that_were_saved(page, demo, tmp_path):
    send(demo, "POST", "rules", {"filter": "selector:foundCharacters*", "action": "edit", "argument": "string",
                                 "value": "\\", "limits": {"every": 2}})
    send(demo, "POST", "rules", {"filter": "selector:=scrollViewShouldScrollToTop(_:)", "action": "answer",
                                 "value": False, "point": "after", "enabled": False})
    computed = ("id", "seen", "applied", "failed", "selectors", "refused")
    plain = lambda: [
        {name: value for name, value in each.items() if name not in computed}
        for each in ask(demo, "api/v1/rules")["items"]
    ]
    before = plain()
    page.goto(demo + "#tab=rules")
    expect(page.locator(ROWS)).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    path = tmp_path / "rules.json"
    download.value.save_as(path)
    send(demo, "DELETE", "rules")
    expect(page.locator(ROWS)).to_have_count(0)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load from a file…").click()
    chooser.value.set_files(path)
    expect(page.locator(ROWS)).to_have_count(2)
    assert plain() == before
    number = ask(demo, "api/v1/rules")["items"][0]["id"]
    expect(row(page, number).locator("[data-column=applied]")).not_to_have_text("0")


# The tab Running.


def test_running_calls_tell_that_they_are_held(page, demo):
    open_traffic(page, demo)
    page.locator("#tab-running").click()
    rule = hold(demo, "selector:didStartElement*")
    waiting = page.locator("#running .grid__row:visible", has_text="didStartElement")
    expect(waiting.locator(".badge")).to_have_text("held")
    send(demo, "DELETE", f"rules/{rule}")
    expect(waiting).to_have_count(0)
