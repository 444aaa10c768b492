# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The event stream: disconnection, gaps, another run, and tabs that share it."""

import re

from playwright.sync_api import expect

from test_list import visible_numbers, wait_for_number

HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_lost_connection_counts_down_and_comes_back(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.evaluate("failStream()")
    banner = page.locator("[data-banner=connection]")
    expect(banner).to_contain_text("Disconnected.")
    expect(page.locator(".connection")).to_have_text("Disconnected")
    banner.get_by_role("button", name="Try now").click()
    expect(banner).to_have_count(0)
    expect(page.locator(".connection")).to_have_text("Live")


def test_it_resumes_after_the_last_call_that_it_got(page, fake):
    fake.open()
    wait_for_number(page, 50)
    assert re.search(rf"lastEventId={fake.epoch}-50(&|$)", page.evaluate("streamAddresses.at(-1)"))
    fake.arrive(3)
    wait_for_number(page, 53)
    page.evaluate("failStream()")
    page.get_by_role("button", name="Try now").click()
    page.wait_for_function("() => streamAddresses.length === 2")
    assert re.search(rf"lastEventId={fake.epoch}-53(&|$)", page.evaluate("streamAddresses.at(-1)"))


def test_calls_that_are_gone_for_good_leave_a_line(page, fake):
    fake.open()
    wait_for_number(page, 50)
    fake.emit("gap", {"from": 51, "to": 60, "missed": 10, "reason": "evicted"}, f"{fake.epoch}-60")
    fake.newest = 60
    fake.arrive(1)
    wait_for_number(page, 61)
    gap = page.locator("#traffic .grid__row[data-kind=gap]:visible")
    assert "10 calls missed" in gap.get_attribute("data-note")


def test_calls_that_were_skipped_but_are_stored_are_fetched(page, fake):
    fake.open()
    wait_for_number(page, 50)
    fake.newest = 70
    fake.emit("gap", {"from": 51, "to": 70, "missed": 20, "reason": "slow"}, f"{fake.epoch}-70")
    wait_for_number(page, 70)
    assert page.locator("#traffic .grid__row[data-kind=gap]:visible").count() == 0
    assert page.locator("#traffic").get_attribute("aria-rowcount") == "71"


def test_another_run_replaces_the_list_and_says_so(page, fake):
    fake.open(f"call={fake.epoch}-40")
    expect(page.locator(".details:visible")).to_contain_text("text 40")
    fake.restart("beef0002", 5)
    expect(page.locator("[data-banner=restarted]")).to_contain_text("another run")
    page.wait_for_function("() => document.querySelector('#traffic').ariaRowCount === '6'")
    details = page.locator(".details:visible")
    expect(details).to_contain_text("text 40")
    expect(details.get_by_role("status")).to_contain_text("earlier run")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("[data-banner=restarted]")).to_have_count(0)


def test_cleared_calls_leave_the_list(page, fake):
    fake.open()
    wait_for_number(page, 50)
    fake.oldest = 51
    fake.emit("reset", {"reason": "cleared", "newest": 50})
    expect(page.get_by_role("heading", name="No calls are stored")).to_be_visible()


def test_recording_that_is_off_is_announced_and_can_be_turned_on(page, fake):
    fake.recording = False
    fake.open()
    banner = page.locator("[data-banner=recording]")
    expect(banner).to_contain_text("Recording is off")
    banner.get_by_role("button", name="Record").click()
    expect(banner).to_have_count(0)
    assert fake.recording is True


def test_an_end_of_the_program_is_told_apart_from_a_lost_connection(page, fake):
    fake.open()
    wait_for_number(page, 50)
    fake.emit("bye", {"reason": "stopped"})
    page.evaluate("failStream()")
    expect(page.locator("[data-banner=connection]")).to_contain_text("has ended its inspector")


def test_where_tabs_can_share_nothing_each_has_its_own_stream(page, fake):
    # Over plain HTTP from another machine, browsers have no locks.
    page.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    fake.open()
    wait_for_number(page, 50)
    expect(page.locator(".connection")).to_have_text("Live")
    fake.arrive(2)
    wait_for_number(page, 52)


def test_a_link_to_a_call_of_another_run_selects_no_call_of_this_one(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.evaluate("location.hash = '#call=dead0000-40'")
    expect(page.locator(".details:visible").get_by_role("status")).to_contain_text("earlier run")
    expect(page.locator(".details:visible")).not_to_contain_text("text 40")
    assert page.locator("#traffic [aria-selected=true]:visible").count() == 0


def pause_beside_another_tab(context, page, fake):
    """Two tabs with 50 calls each; the second one, with a clock that stands, is paused."""
    other = context.new_page()
    fake.install(other).open()
    wait_for_number(other, 50)
    page.clock.install()
    fake.install(page).open()
    wait_for_number(page, 50)
    page.keyboard.press("p")
    return other


def test_a_paused_tab_that_slept_beside_another_one_gets_the_calls_that_it_missed(context, page, fake):
    other = pause_beside_another_tab(context, page, fake)
    expect(page.locator(".connection")).to_have_text("Paused")
    assert page.evaluate("window.streamAddresses") is None, "the other tab's stream serves both"
    page.evaluate(HIDE, True)
    page.clock.fast_forward(31_000)
    fake.page = other
    fake.arrive(3)
    wait_for_number(other, 53)
    page.evaluate(HIDE, False)
    fake.arrive(1)
    wait_for_number(other, 54)
    assert visible_numbers(page)[-1] == 50, "a pause keeps the list"
    page.keyboard.press("p")
    wait_for_number(page, 54)
    assert visible_numbers(page)[-5:] == [50, 51, 52, 53, 54]
    assert page.locator("#traffic").get_attribute("aria-rowcount") == "55"


def test_a_paused_tab_that_slept_while_the_program_was_restarted_does_not_mix_both_runs(context, page, fake):
    other = pause_beside_another_tab(context, page, fake)
    page.evaluate(HIDE, True)
    page.clock.fast_forward(31_000)
    fake.page = other
    fake.restart("beef0002", 3)
    expect(other.locator("[data-banner=restarted]")).to_be_visible()
    page.evaluate(HIDE, False)
    fake.arrive(1)
    wait_for_number(other, 4)
    page.keyboard.press("p")
    expect(page.locator("[data-banner=restarted]")).to_be_visible()
    wait_for_number(page, 4)
    assert visible_numbers(page) == [1, 2, 3, 4]
