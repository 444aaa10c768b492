# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The page on the real server, with real traffic."""

from playwright.sync_api import expect

ROWS = "#traffic .grid__row[aria-rowindex]:not(.grid__row--header)"


def test_shows_calls_and_keeps_adding_them(page, inspector_url):
    page.goto(inspector_url)
    expect(page.locator(ROWS).first).to_be_visible()
    grid = page.locator("#traffic")
    before = int(grid.get_attribute("aria-rowcount"))
    page.wait_for_function("(before) => Number(document.querySelector('#traffic').ariaRowCount) > before", arg=before)
    expect(page.locator(".connection")).to_have_text("Live")


def test_opens_a_call_with_its_arguments(page, inspector_url):
    page.goto(inspector_url)
    page.locator(ROWS).nth(5).click()
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
