# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The filter box and the histogram's brush."""

from playwright.sync_api import expect

from test_list import visible_numbers, wait_for_number, wait_for_numbers

HELP = {
    "items": [
        {"key": "selector", "description": "the selector", "example": "selector:found*"},
        {"key": "state", "description": "how far a call is", "values": ["running", "returned", "threw"]},
        {"key": "thread", "description": "name or number of the thread"},
    ]
}
REFUSAL = {
    "title": "Bad request",
    "status": 400,
    "code": "invalidFilter",
    "detail": "There is no key “selecto”.",
    "position": 0,
    "candidates": ["selector"],
}


def prepare(fake):
    fake.replies["filter/help"] = HELP
    fake.replies["filter"] = lambda query: (
        (400, REFUSAL) if query["expr"].startswith("selecto:") else (200, {"canonical": query["expr"]})
    )
    fake.matching = lambda call: call["seq"] % 10 == 0
    fake.open()
    wait_for_number(fake.page, 50)


def test_what_is_typed_narrows_the_list(page, fake):
    prepare(fake)
    page.keyboard.press("/")
    page.keyboard.type("selector:x")
    expect(page.locator(".toolbar__count")).to_have_text("5 of 50")
    wait_for_numbers(page, [10, 20, 30, 40, 50])
    assert len(visible_numbers(page)) == 5
    assert "filter=selector%3Ax" in page.url
    assert "filter=selector%3Ax" in page.evaluate("streamAddresses.at(-1)")


def test_an_error_is_underlined_where_it_is_and_offers_what_was_meant(page, fake):
    prepare(fake)
    page.keyboard.press("/")
    page.keyboard.type("selecto:x")
    page.keyboard.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("There is no key “selecto”.")
    expect(page.locator(".filterbox__token[data-wrong]")).to_have_text("selecto:")
    expect(page.locator("#filter")).to_have_attribute("aria-invalid", "true")
    assert len(visible_numbers(page)) > 10, "a filter that is wrong must not empty the list"
    alert.get_by_role("button", name="selector").click()
    expect(page.locator("#filter")).to_have_value("selector:x")
    expect(alert).to_be_hidden()
    expect(page.locator(".toolbar__count")).to_have_text("5 of 50")


def test_an_error_behind_the_completions_is_told_once_they_are_closed(page, fake):
    prepare(fake)
    page.keyboard.press("/")
    page.keyboard.type("selecto:1 sel")
    expect(page.locator(".filterbox__token[data-wrong]")).to_have_text("selecto:")
    expect(page.get_by_role("option")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#filter")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("There is no key “selecto”.")


def test_a_step_back_from_a_field_that_keeps_the_focus_shows_the_filter_that_holds(page, fake):
    prepare(fake)
    page.keyboard.press("/")
    page.keyboard.type("selector:x")
    page.keyboard.press("Enter")
    page.wait_for_url("**filter=selector%3Ax")
    page.keyboard.type("yz")
    page.keyboard.press("Enter")
    page.wait_for_url("**filter=selector%3Axyz")
    box = page.locator("#filter")
    expect(box).to_be_focused()
    page.go_back()
    expect(box).to_have_value("")
    expect(page.locator(".toolbar__count")).to_have_text("50")
    page.go_forward()
    expect(box).to_have_value("selector:xyz")
    page.go_back()
    expect(box).to_have_value("")
    # What is typed now is another step.
    page.keyboard.type("selector:q")
    page.wait_for_url("**filter=selector%3Aq")
    page.go_back()
    expect(box).to_have_value("")


def test_what_is_taken_away_while_the_filter_is_asked_for_stays_away(page, fake):
    prepare(fake)
    page.keyboard.press("/")
    page.route("**/api/v1/filter*", lambda route: (page.keyboard.press("Backspace"), route.continue_()))
    page.keyboard.type("x")
    page.wait_for_url("**filter=x")
    page.unroute_all()
    expect(page.locator("#filter")).to_have_value("")
    page.wait_for_url(lambda url: "filter=" not in url)


def test_keys_and_values_are_completed_by_keyboard(page, fake):
    prepare(fake)
    page.keyboard.press("/")
    options = page.get_by_role("option")
    expect(options).to_have_count(3)
    page.keyboard.type("sta")
    expect(options).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator("#filter")).to_have_value("state:")
    expect(options).to_have_text(["running", "returned", "threw"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    active = page.locator("#filter").get_attribute("aria-activedescendant")
    expect(page.locator(f"#{active}")).to_have_text("returned")
    page.keyboard.press("Enter")
    expect(page.locator("#filter")).to_have_value("state:returned ")
    page.keyboard.type("thread:")
    expect(options).to_have_text(["main"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_threads_are_completed_by_what_the_server_compares_with(page, fake):
    fake.special = {
        41: {"thread": {"id": 4711, "name": "", "isMain": False}},
        42: {"thread": {"id": 4712, "name": "oot.default-qos", "isMain": False}},
        43: {"thread": {"id": 4713, "name": "loader.chunks.7", "isMain": False}},
        44: {"thread": None},
    }
    prepare(fake)
    page.keyboard.press("/")
    page.keyboard.type("thread:")
    expect(page.get_by_role("option")).to_have_text(["4711", "loader.chunks.7", "main", "oot.default-qos"])


def test_tab_passes_the_field_and_takes_a_completion_only_for_what_was_begun_or_marked(page, fake):
    prepare(fake)
    box, options = page.locator("#filter"), page.get_by_role("option")
    box.focus()
    expect(options).to_have_count(3)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Saved and recent filters")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(box).to_be_focused()
    page.keyboard.type("sta")
    expect(options).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(box).not_to_be_focused()
    expect(box).to_have_value("sta")
    box.fill("")
    expect(options).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(box).to_have_value("selector:")
    expect(box).to_be_focused()


def test_a_filter_from_a_link_holds_from_the_start_and_can_be_cleared(page, fake):
    fake.matching = lambda call: call["seq"] == 7
    fake.open("filter=arg%3A7")
    wait_for_number(page, 7)
    assert visible_numbers(page) == [7]
    page.get_by_role("button", name="Clear the filter").click()
    wait_for_number(page, 50)
    page.go_back()
    expect(page.locator(".toolbar__count")).to_have_text("1 of 50")


def test_a_step_back_takes_one_click_back_or_all_that_was_typed(page, fake):
    row = {"selector": "done()", "calls": 3, "errors": 0, "unanswered": 0, "totalNanoseconds": 9, "histogram": []}
    fake.replies["selectors"] = {"items": [row | {"protocol": "Lamp"}, row | {"protocol": "Door"}]}
    prepare(fake)
    box = page.locator("#filter")
    for protocol in ["Lamp", "Door"]:
        page.locator(f".chip[data-protocol={protocol}]").click()
        expect(box).to_have_value(f"protocol:={protocol}")
    page.keyboard.press("/")
    for text in ["selector:x", "selector:xy"]:
        box.fill(text)
        page.wait_for_url(f"**{text.replace(':', '%3A')}")
    page.locator(".chip[data-protocol=Lamp]").click()
    expect(box).to_have_value("selector:xy protocol:=Lamp")
    for earlier in ["selector:xy", "protocol:=Door", "protocol:=Lamp", ""]:
        page.go_back()
        expect(box).to_have_value(earlier)


def test_where_a_filter_does_not_apply_the_box_says_so_and_the_filter_comes_back(page, fake):
    fake.matching = lambda call: call["seq"] == 7
    fake.open("filter=arg%3A7")
    wait_for_number(page, 7)
    page.get_by_role("tab", name="Proxies").click()
    box = page.locator("#filter")
    expect(box).to_have_value("")
    expect(box).to_have_attribute("placeholder", "The filter does not apply to this view")
    expect(page.get_by_role("button", name="Clear the filter")).to_be_hidden()
    page.get_by_role("tab", name="Traffic").click()
    expect(box).to_have_value("arg:7")
    assert visible_numbers(page) == [7]


def test_a_filter_that_is_wrong_is_not_taken_for_a_lost_connection(page, fake):
    problem = {"title": "Bad Request", "status": 400, "code": "invalidFilter", "detail": "No key foo.", "position": 0}
    fake.replies["invocations"] = lambda query: (400, problem)
    fake.open("filter=foo%3A7")
    expect(page.locator(".connection")).to_have_text("Wrong filter")
    expect(page.get_by_role("heading", name="The filter is not valid")).to_be_visible()


def test_a_filter_that_matches_nothing_says_so(page, fake):
    fake.matching = lambda call: False
    fake.open("filter=nothing")
    expect(page.get_by_role("heading", name="No call matches the filter")).to_be_visible()


def test_the_brush_selects_a_range_of_time(page, fake):
    bucket = lambda index: {
        "startedAt": "2026-11-21T09:%02d:00.000000Z" % index,
        "count": index,
        "errors": 0,
        "busyNanoseconds": 0,
    }
    fake.replies["timeline"] = {
        "from": "2026-11-21T09:00:00Z",
        "to": "2026-11-21T09:10:00Z",
        "items": [bucket(index) for index in range(10)],
    }
    prepare(fake)
    area = page.locator(".histogram__area").bounding_box()
    page.locator(".histogram__counts[d^=M]").wait_for(state="attached")
    page.mouse.move(area["x"] + area["width"] * 0.2, area["y"] + 10)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] * 0.5, area["y"] + 10, steps=5)
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('#filter').value.startsWith('time:2026-11-21T09:0')")
    value = page.locator("#filter").input_value()
    assert value.startswith("time:2026-11-21T09:0") and ".." in value
    page.get_by_role("button", name="Show all of the time").click()
    expect(page.locator("#filter")).to_have_value("")


def test_a_cell_narrows_the_list_to_what_it_shows_and_takes_it_out(page, fake):
    prepare(fake)
    row = page.locator("#traffic .grid__row:visible", has_text="text 45")
    row.locator("[data-column=call]").click(button="right")
    page.get_by_role("menuitem", name="Only this selector").click()
    expect(page.locator("#filter")).to_have_value("selector:=parser(_:foundCharacters:)")
    expect(page.locator(".toolbar__count")).to_have_text("5 of 50")
    wait_for_numbers(page, [10, 20, 30, 40, 50])
    row = page.locator("#traffic .grid__row:visible", has_text="text 40")
    row.locator("[data-column=result]").click(button="right")
    page.get_by_role("menuitem", name="Hide “target”").click()
    expect(page.locator("#filter")).to_have_value("selector:=parser(_:foundCharacters:) -path:target")


def test_the_menu_of_a_call_opens_by_keyboard_and_gives_the_focus_back(page, fake):
    prepare(fake)
    page.locator("#traffic").focus()
    page.keyboard.press("End")
    page.keyboard.press("Shift+F10")
    expect(page.get_by_role("menuitem", name="Only this selector")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_be_hidden()
    expect(page.locator("#traffic")).to_be_focused()


def test_filters_are_remembered_and_can_be_kept(page, fake):
    prepare(fake)
    box = page.locator("#filter")
    for text in ["state:returned", "thread:main"]:
        box.fill(text)
        page.keyboard.press("Enter")
        expect(page.locator(".toolbar__count")).to_have_text("5 of 50")
        box.blur()
    menu = page.get_by_role("menu", name="Saved and recent filters")
    opener = page.get_by_role("button", name="Saved and recent filters")
    opener.click()
    menu.get_by_role("menuitem", name="Save this filter").click()
    page.reload()
    wait_for_number(page, 50)
    opener.click()
    expect(menu.locator(".menu__heading, .menu__label")).to_have_text(
        ["Forget this filter", "Saved", "thread:main", "Recent", "state:returned"]
    )
    menu.get_by_role("menuitemcheckbox", name="state:returned").click()
    expect(box).to_have_value("state:returned")
    assert "filter=state%3Areturned" in page.url


def test_what_another_tab_saves_and_forgets_is_not_undone(page, fake):
    prepare(fake)
    box = page.locator("#filter")
    box.fill("state:returned")
    page.keyboard.press("Enter")
    expect(page.locator(".toolbar__count")).to_have_text("5 of 50")
    store = "(memory) => localStorage.setItem('delegate-inspector/filters', JSON.stringify(memory))"
    page.evaluate(store, {"recent": ["state:returned"], "saved": ["thread:main"]})
    box.blur()
    menu = page.get_by_role("menu", name="Saved and recent filters")
    opener = page.get_by_role("button", name="Saved and recent filters")
    opener.click()
    expect(menu.get_by_role("menuitemcheckbox")).to_have_text(["thread:main", "✓state:returned"])
    menu.get_by_role("menuitem", name="Save this filter").click()
    opener.click()
    expect(menu.get_by_role("menuitemcheckbox")).to_have_text(["✓state:returned", "thread:main"])


def test_a_field_that_is_left_writes_nothing_that_is_stored_already(page, fake):
    prepare(fake)
    box = page.locator("#filter")
    box.fill("state:returned")
    page.keyboard.press("Enter")
    expect(page.locator(".toolbar__count")).to_have_text("5 of 50")
    page.evaluate("""() => {
        window.written = [];
        Storage.prototype.setItem = (name) => window.written.push(name);
    }""")
    box.blur()
    expect(page.locator("#filter-completions")).to_be_hidden()
    assert page.evaluate("window.written") == []
