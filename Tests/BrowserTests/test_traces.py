# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Calls of traces: the column, the details, and the way to all calls of a trace and back."""

import pytest
from playwright.sync_api import expect

from test_list import wait_for_number

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"
OF_TRACE = range(20, 30)


@pytest.fixture
def traced(fake):
    """A server whose calls 20 to 29 belong to a trace."""
    trace = {"trace": {"traceId": TRACE, "spanId": SPAN, "isSampled": True}}
    fake.special = {seq: dict(trace) for seq in OF_TRACE}
    fake.matching = lambda record: "trace" in record
    fake.replies["filter"] = {"words": "of the trace"}
    return fake


def with_status(fake, **more):
    fake.replies["status"] = lambda query: (200, fake.status() | more)


def details_of(page, fake, seq):
    fake.open(f"call={fake.epoch}-{seq}")
    details = page.locator(".details:visible")
    expect(details).to_have_attribute("aria-busy", "false")
    return details


def row(page, text):
    return page.locator("#traffic .grid__row:visible", has_text=text)


def test_the_column_is_off_at_first_and_shows_the_beginning_of_the_id(page, traced):
    traced.newest = 29
    traced.open()
    wait_for_number(page, 29)
    expect(page.locator("#traffic [role=columnheader][data-column=trace]")).to_have_count(0)
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("menuitemcheckbox", name="Trace").click()
    page.keyboard.press("Escape")
    cell = row(page, '"text 29"').locator("[data-column=trace]")
    expect(cell).to_have_text("4bf92f35…")
    expect(cell).to_have_attribute("title", TRACE)
    expect(row(page, '"text 19"').locator("[data-column=trace]")).to_have_text("")


def test_the_details_name_trace_and_span_and_calls_without_one_have_no_such_section(page, traced):
    details = details_of(page, traced, 25)
    section = details.locator(".details__section", has_text=SPAN)
    expect(section).to_contain_text(TRACE)
    expect(section.get_by_role("link")).to_have_count(0)
    section.get_by_role("button", name="Show only this trace").click()
    expect(page.locator("#filter")).to_have_value(f"trace:{TRACE}")
    details_of(page, traced, 40)
    expect(details.get_by_role("heading", name="Trace", exact=True)).to_have_count(0)


def test_the_calls_of_a_trace_are_shown_in_the_order_of_time_and_left_for_what_was_shown_before(page, traced):
    details = details_of(page, traced, 25)
    page.go_back()
    traced.open(f"tab=flame&filter=selector:found&call={traced.epoch}-25")
    expect(details).to_have_attribute("aria-busy", "false")
    details.get_by_role("button", name="Calls of this trace").click()
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#filter")).to_have_value(f"trace:{TRACE}")
    calls = page.locator("#traffic .grid__row[aria-rowindex]:visible [data-column=call]:not(.grid__cell--header)")
    expect(calls).to_have_text([f'foundCharacters "text {seq}"' for seq in OF_TRACE])
    banner = page.locator("[data-banner=trace]")
    expect(banner).to_contain_text(TRACE)
    banner.get_by_role("button", name="Flame chart").click()
    expect(page.locator(".flame__canvas")).to_have_attribute("aria-label", "Flame chart over 9.00 ms, 1 thread")
    banner.get_by_role("button", name="List").click()
    banner.get_by_role("button", name="Leave the trace").click()
    expect(banner).to_have_count(0)
    expect(page.get_by_role("tab", name="Flame chart")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#filter")).to_have_value("selector:found")


def test_a_chart_that_was_zoomed_shows_the_whole_trace(page, traced):
    traced.open(f"tab=flame&call={traced.epoch}-25")
    canvas = page.locator(".flame__canvas")
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 49.0 ms, 1 thread")
    canvas.focus()
    for _ in range(5):
        page.keyboard.press("+")
    expect(canvas).not_to_have_attribute("aria-label", "Flame chart over 49.0 ms, 1 thread")
    page.locator(".details:visible").get_by_role("button", name="Calls of this trace").click()
    page.locator("[data-banner=trace]").get_by_role("button", name="Flame chart").click()
    expect(canvas).to_have_attribute("aria-label", "Flame chart over 9.00 ms, 1 thread")


def test_a_link_to_a_trace_is_left_for_all_calls(page, traced):
    traced.open(f"filter=trace:{TRACE}")
    banner = page.locator("[data-banner=trace]")
    banner.get_by_role("button", name="Leave the trace").click()
    wait_for_number(page, 50)
    expect(page.locator("#filter")).to_have_value("")
    expect(banner).to_have_count(0)


def test_the_menu_of_a_call_leads_to_its_trace_and_hides_it(page, traced):
    traced.newest = 29
    traced.open()
    wait_for_number(page, 29)
    row(page, '"text 25"').locator("[data-column=call]").click(button="right")
    expect(page.get_by_role("menuitem", name="Only this trace")).to_be_visible()
    page.get_by_role("menuitem", name="Calls of this trace").click()
    expect(page.locator("[data-banner=trace]")).to_be_visible()
    # A row is replaced when the list narrows to the trace.
    expect(row(page, '"text 19"')).to_have_count(0)
    row(page, '"text 25"').locator("[data-column=call]").click(button="right")
    page.get_by_role("menuitem", name="Only this trace").click()
    expect(page.locator("#filter")).to_have_value(f"trace:{TRACE}")


def test_a_trace_opens_in_the_tool_that_the_server_names(page, traced, context):
    with_status(traced, traceLink="http://traces.example/trace/{traceId}?span={spanId}")
    context.route("http://traces.example/**", lambda route: route.fulfill(body="a trace"))
    link = details_of(page, traced, 25).get_by_role("link", name="Open trace")
    expect(link).to_have_attribute("href", f"http://traces.example/trace/{TRACE}?span={SPAN}")
    expect(link).to_have_attribute("rel", "noopener")
    with context.expect_page() as opened:
        link.click()
    assert opened.value.evaluate("window.opener") is None
    with_status(traced, traceLink="javascript:alert(1)//{traceId}")
    expect(link).to_have_count(0)
