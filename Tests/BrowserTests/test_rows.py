# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The contents of a row: the call, results, badges for unusual outcomes, times, protocols."""

from playwright.sync_api import expect

from test_list import wait_for_number
from test_views import PROXY, selector

SENDER = {"label": None, "name": "parser", "type": "XMLParser", "kind": "object", "id": "XMLParser@1f"}


def row(page, text):
    return page.locator("#traffic .grid__row:visible", has_text=text)


def string(label, value):
    return {"label": label, "name": label, "type": "String", "kind": "string", "value": value}


def test_a_row_reads_like_the_call_and_its_tooltip_has_all_of_it(page, fake):
    name = "parser(_:didEndElement:namespaceURI:qualifiedName:)"
    nils = [{"label": label, "type": "String?", "kind": "nil"} for label in ("namespaceURI", "qualifiedName")]
    fake.special[50] = {"selector": name, "arguments": [SENDER, string("didEndElement", "title"), *nils]}
    fake.open()
    call = row(page, "didEndElement").locator("[data-column=call]")
    expect(call).to_have_text('didEndElement "title"')
    expect(call).to_have_attribute(
        "title",
        f"XMLParserDelegate.{name}\n"
        '(XMLParser@1f, didEndElement: "title", namespaceURI: nil, qualifiedName: nil)',
    )


def test_only_what_is_not_the_usual_has_a_badge_and_results_are_shown(page, fake):
    result = {"type": "Int", "kind": "scalar", "value": 42}
    error = {"type": "DownloadError", "kind": "enum", "value": "timedOut"}
    fake.special = {
        47: {"result": result},
        48: {"returnPath": "none"},
        49: {"state": "threw", "error": error},
        50: {"returnPath": "default", "result": result},
    }
    fake.open()
    wait_for_number(page, 50)
    for number, text in [(46, ""), (47, "42"), (48, "none"), (49, "threwDownloadError.timedOut"), (50, "default42")]:
        expect(row(page, f"text {number}").locator("[data-column=result]")).to_have_text(text)


def test_an_inout_argument_and_a_value_that_describes_itself(page, fake):
    request = {
        "label": "for",
        "name": "request",
        "type": "URLRequest",
        "kind": "struct",
        "value": "GET http://example.org/",
        "count": 1,
        "children": [string("method", "GET")],
        "after": {"type": "URLRequest", "kind": "struct", "value": "HEAD http://example.org/", "children": []},
    }
    fake.special[50] = {"selector": "parser(_:for:)", "arguments": [SENDER, request]}
    fake.open()
    changed = row(page, "GET http")
    expect(changed.locator("[data-column=call]")).to_have_text(
        "for GET http://example.org/ → HEAD http://example.org/"
    )
    changed.click()
    tree = page.get_by_role("tree", name="Arguments")
    expect(tree).to_contain_text("GET http://example.org/")
    expect(tree).to_contain_text('method:"GET"')
    expect(tree.get_by_role("treeitem", name="after the call")).to_contain_text("HEAD http://example.org/")


def test_an_error_is_told_by_its_case_where_its_type_has_no_room(page, fake):
    error = {"type": "AVeryLongNameOfAnErrorOfTheProgram", "kind": "enum", "value": "timedOut"}
    fake.special[50] = {"state": "threw", "error": error}
    fake.open()
    outcome = row(page, "text 50").locator(".outcome")
    box, case = outcome.bounding_box(), outcome.locator(".outcome__text").bounding_box()
    assert abs(case["x"] - box["x"]) < 1 and abs(case["y"] - box["y"]) < 4
    assert outcome.locator("[data-role=type]").bounding_box()["y"] >= box["y"] + box["height"] - 4
    expect(row(page, "text 50").locator("[data-column=result]")).to_have_attribute(
        "title", "AVeryLongNameOfAnErrorOfTheProgram.timedOut"
    )


def test_times_count_from_the_day_the_first_or_the_previous_call(page, fake):
    fake.open()
    wait_for_number(page, 50)
    time = row(page, "text 50").locator("[data-column=time]")
    for choice, title, text in [
        ("Since the first call", "Since first", "+49.0 ms"),
        ("Since the previous call", "Since previous", "+1.00 ms"),
    ]:
        page.get_by_role("button", name="Columns").click()
        page.get_by_role("menuitemradio", name=choice).click()
        page.keyboard.press("Escape")
        expect(time).to_have_text(text)
        expect(page.locator("#traffic [role=columnheader][data-column=time]")).to_have_text(title)
    page.reload()
    expect(time).to_have_text("+1.00 ms")


def test_a_chip_filters_by_its_protocol_and_another_click_shows_all(page, fake):
    other = selector("urlSession(_:didReceive:)", 7, 10) | {"protocol": "URLSessionDelegate"}
    parser = [selector("parser(_:a:)", 900, 10), selector("parser(_:b:)", 100, 10)]
    fake.replies["selectors"] = {"items": [*parser, other]}
    fake.matching = lambda call: call["protocol"] == "URLSessionDelegate"
    fake.special[50] = {"protocol": "URLSessionDelegate"}
    fake.open()
    chips = page.locator(".protocols .chip")
    expect(chips).to_have_text(["XMLParser1,000", "URLSession7"])
    chips.last.click()
    expect(page.locator("#filter")).to_have_value("protocol:=URLSessionDelegate")
    expect(chips.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".toolbar__count")).to_have_text("1 of 50")
    chips.last.click()
    expect(page.locator("#filter")).to_have_value("")
    expect(chips.last).to_have_attribute("aria-pressed", "false")


def test_names_of_arguments_that_were_seen_complete_the_filter(page, fake):
    key = {"key": "arg", "aliases": ["a"], "description": "An argument", "values": []}
    fake.replies["filter/help"] = {"items": [key]}
    fake.open()
    wait_for_number(page, 50)
    page.locator("#filter").focus()
    page.keyboard.type("arg.fou")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#filter")).to_have_value("arg.foundCharacters:")
    expect(page.get_by_role("option").first).to_have_text("text 1")


def test_a_marked_completion_stays_marked_when_the_list_is_made_again(page, fake):
    """As when help arrives between two keys; a click makes it again, too."""
    key = {"key": "arg", "aliases": ["a"], "description": "An argument", "values": []}
    fake.replies["filter/help"] = {"items": [key]}
    fake.open()
    wait_for_number(page, 50)
    field, option = page.locator("#filter"), page.get_by_role("option")
    field.focus()
    page.keyboard.type("arg.fou")
    page.keyboard.press("ArrowDown")
    field.click()
    expect(option).to_have_attribute("aria-selected", "true")
    # Another text has other completions.
    page.keyboard.type("n")
    expect(option).to_have_attribute("aria-selected", "false")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("arg.foundCharacters:")


def test_bars_of_calls_that_are_far_apart_are_no_ticks(page, fake):
    fake.newest = 20
    fake.special = {seq: {"startedAt": f"2026-11-21T09:00:{seq:02d}.000000Z", "depth": 0} for seq in range(1, 21)}
    fake.open()
    wait_for_number(page, 20)
    widths = page.evaluate(
        "() => [...document.querySelectorAll('#traffic .grid__row:not([hidden]) .span')].map((bar) => bar.offsetWidth)"
    )
    assert len(widths) == 20
    assert min(widths) >= 4


def test_an_overwritten_proxy_says_by_whom_and_how_to_heal_it(page, fake):
    lost = PROXY | {
        "type": "XMLParserDelegateProxy",
        "isInstalled": False,
        "state": "overwritten",
        "overwrittenBy": "OtherReader",
    }
    signature = "func parserDidEndDocument(_ parser: XMLParser)"
    harmless = lost["requirements"][1] | {"isImplemented": False, "signature": signature}
    lost["requirements"] = [lost["requirements"][0], harmless]
    fake.replies["proxies"], fake.replies["proxies/3"] = {"items": [lost]}, lost
    fake.open("tab=proxies")
    place = page.locator("#proxies .grid__row:visible [data-column=place]").last
    expect(place).to_have_text("overwritten")
    unanswered = page.locator("#proxies .grid__row:visible [data-column=unanswered]").last
    expect(unanswered).to_have_attribute("data-zero", "true")
    place.click()
    details = page.locator(".details:visible")
    expect(details.locator(".proxystate")).to_contain_text("XMLParser.delegate was set to OtherReader")
    expect(details.locator(".proxystate")).to_contain_text("try XMLParserDelegateProxy.proxy(for: xmlParser)")
    expect(details.locator("tr[data-harmless]")).to_contain_text("parserDidEndDocument")
    expect(details.locator("tr[data-harmless]")).to_contain_text(signature)
    expect(details.locator(".legend")).to_contain_text("nothing is missing")


# The quotation marks around them are of no direction.
LEFT_OF_LETTERS = """
(nodes) => nodes.map(({ firstChild }) => {
  const range = document.createRange();
  range.setStart(firstChild, 1);
  range.setEnd(firstChild, firstChild.length - 1);
  return range.getBoundingClientRect().left;
})
"""


def test_texts_that_are_written_from_right_to_left_stand_in_the_order_of_their_list(page, fake):
    texts = [{"type": "String", "kind": "string", "value": value} for value in ("\u05d0\u05d1", "\u05d2\u05d3")]
    names = {"label": "names", "name": "names", "type": "[String]", "kind": "list", "count": 2, "children": texts}
    fake.special[50] = {"arguments": [names]}
    fake.open()
    strings = row(page, texts[0]["value"]).locator("[data-column=call] .token[data-role=string]")
    expect(strings).to_have_count(2)
    first, second = strings.evaluate_all(LEFT_OF_LETTERS)
    assert first < second


def assert_within_the_window(page, locator):
    box = locator.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"], box


def test_menus_and_completions_end_inside_a_narrow_window(page, fake):
    page.set_viewport_size({"width": 400, "height": 700})
    explained = {"description": "the whole of what is told of a call by its name, and more than that"}
    keys = [{"key": key, **explained} for key in ("selector", "state", "service")]
    fake.replies["filter/help"] = {"items": keys}
    fake.replies["filter"] = {"canonical": "x"}
    fake.open()
    wait_for_number(page, 50)
    long = "tableView(_:willDisplayContextMenuWithConfiguration:animatorOfAllThatIsShownThere:)"
    fake.special[50] = {"selector": long}
    fake.emit("update", fake.record(50))
    row = page.locator("#traffic .grid__row:visible", has_text="text 50")
    row.locator("[data-column=call]").click(button="right", position={"x": 4, "y": 4})
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    assert_within_the_window(page, menu)
    assert menu.evaluate("(node) => node.scrollWidth <= node.clientWidth"), "nothing is to be scrolled sideways"
    page.keyboard.press("Escape")
    page.locator("#filter").focus()
    page.keyboard.type("selector:a selector:b s")
    expect(page.get_by_role("option")).to_have_count(3)
    assert_within_the_window(page, page.get_by_role("listbox"))
