# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The page on the real server, with real traffic."""

from playwright.sync_api import expect

from test_list import CALLS, pause


def test_shows_calls_and_keeps_adding_them(page, inspector_url):
    page.goto(inspector_url)
    expect(page.locator(CALLS).first).to_be_visible()
    grid = page.locator("#traffic")
    before = int(grid.get_attribute("aria-rowcount"))
    page.wait_for_function("(before) => Number(document.querySelector('#traffic').ariaRowCount) > before", arg=before)
    expect(page.locator(".connection")).to_have_text("Live")


def test_opens_a_call_with_its_arguments(page, inspector_url):
    page.goto(inspector_url)
    page.locator(CALLS).nth(5).click()
    details = page.locator(".details:visible")
    expect(details.get_by_role("heading", name="Arguments")).to_be_visible()
    expect(details).to_have_attribute("aria-busy", "false")
    assert "call=" in page.url


def test_every_tab_opens_without_complaint(page, inspector_url):
    page.goto(inspector_url)
    for tab in page.get_by_role("tab").all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel")).to_be_visible()


def test_one_stream_serves_two_tabs(context, complaints, inspector_url):
    streams = []
    context.on("request", lambda request: streams.append(request.url) if "/api/v1/stream" in request.url else None)
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        complaints.watch(page)
        page.goto(inspector_url)
        expect(page.locator(".connection")).to_have_text("Live")
    before = int(second.locator("#traffic").get_attribute("aria-rowcount"))
    second.wait_for_function("(before) => Number(document.querySelector('#traffic').ariaRowCount) > before", arg=before)
    assert len(streams) == 1
    first.close()
    after = int(second.locator("#traffic").get_attribute("aria-rowcount"))
    second.wait_for_function(
        "(after) => Number(document.querySelector('#traffic').ariaRowCount) > after + 5", arg=after
    )
    assert len(streams) == 2


def test_the_server_answers_what_the_filter_box_asks(page, inspector_url):
    page.goto(inspector_url)
    expect(page.locator(CALLS).first).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("selecto:found*")
    page.keyboard.press("Escape")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("There is no key selecto.")
    assert alert.inner_text().count("Did you mean") == 1
    alert.get_by_role("button", name="selector").click()
    expect(page.locator("#filter")).to_have_value("selector:found*")
    page.wait_for_function(
        "() => { const cells = [...document.querySelectorAll('#traffic .grid__row:not([hidden]) [data-column=call]"
        "[role=gridcell]')]; return cells.length > 3 && cells.every((cell) => cell.textContent.includes('found')); }"
    )
    expect(page.locator("#filter")).to_have_attribute("title", "calls whose selector begins with “found”")


def test_every_cell_makes_a_filter_that_the_server_accepts(page, inspector_url):
    page.goto(inspector_url)
    expect(page.locator(CALLS).nth(8)).to_be_visible()
    pause(page)
    for column in ["time", "thread", "protocol", "call", "result", "duration"]:
        page.locator(CALLS).nth(8).locator(f"[data-column={column}]").click(button="right")
        items = page.get_by_role("menuitem", name="Only ")
        for index in range(items.count()):
            term = items.nth(index).locator(".menu__note").text_content()
            reply = page.request.get(f"{inspector_url}api/v1/invocations", params={"filter": term, "limit": "1"})
            assert reply.ok, (term, reply.text())
            assert len(reply.json()["items"]) == 1, term
        page.keyboard.press("Escape")


def test_a_call_is_marked_and_commented_in_one_tab_and_seen_in_the_other(context, complaints, inspector_url):
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        complaints.watch(page)
        page.goto(inspector_url)
        expect(page.locator(".connection")).to_have_text("Live")
        expect(page.locator(CALLS).nth(5)).to_be_visible()
        pause(page)
    first.locator(CALLS).nth(5).click()
    expect(first.locator(".details:visible")).to_have_attribute("aria-busy", "false")
    second.goto(first.url)
    details = second.locator(".details:visible")
    expect(details).to_have_attribute("aria-busy", "false")
    second.get_by_role("button", name="Resume the list").click()
    first.locator(".details:visible").get_by_role("button", name="Mark").click()
    expect(details.get_by_role("button", name="Mark")).to_have_attribute("aria-pressed", "true")
    first.get_by_role("button", name="Add a comment").click()
    first.keyboard.type("look here")
    first.get_by_role("button", name="Save", exact=True).click()
    expect(details).to_contain_text("look here")
    first.locator(".details:visible").get_by_role("button", name="Mark").click()
    expect(details.get_by_role("button", name="Mark")).not_to_have_attribute("aria-pressed", "true")


def test_the_brush_narrows_real_calls(page, inspector_url):
    page.goto(inspector_url)
    page.locator(".histogram__counts[d^=M]").wait_for(state="attached")
    area = page.locator(".histogram__area").bounding_box()
    page.mouse.move(area["x"] + area["width"] * 0.1, area["y"] + 10)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] * 0.6, area["y"] + 10, steps=4)
    page.mouse.up()
    expect(page.locator(".toolbar__count")).to_contain_text(" of ")
    expect(page.locator("#filter")).not_to_have_value("")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(".histogram__brush")).to_be_visible()


def test_a_proxy_of_the_program_tells_its_requirements_and_its_history(page, inspector_url):
    page.goto(inspector_url + "#tab=proxies")
    page.locator("#proxies .grid__row:visible", has_text="XMLParserDelegate").first.click()
    details = page.locator(".details:visible")
    expect(details.get_by_role("table")).to_contain_text("parser(_:foundCharacters:)")
    expect(details.locator(".history")).to_contain_text("installed")
