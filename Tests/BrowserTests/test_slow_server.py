# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A slow server is not a broken one: the page keeps its data, and does not send a request twice."""
import time

from playwright.sync_api import expect

from test_details import opened
from test_list import visible_numbers, wait_for_number

BARS = ".histogram__counts"
TIMELINE = {
    "items": [
        {"startedAt": f"2026-11-21T09:00:0{second}.000000Z", "count": second + 1, "errors": 0} for second in range(5)
    ]
}


def hold(page, pattern):
    """Holds requests back, and returns the waiting ones."""
    held = []
    page.route(pattern, lambda route: held.append(route))
    return held


def waiting(page, held, words=""):
    """The first of the requests that are held back whose address has some words, as soon as there is one."""
    deadline = time.monotonic() + 30
    while not (found := [route for route in held if words in route.request.url]):
        assert time.monotonic() < deadline, f"no request with {words}"
        # Only meanwhile are requests handed over.
        page.wait_for_timeout(10)
    return found[0]


def test_while_the_first_calls_are_fetched_the_page_says_so_and_not_that_it_is_cut_off(page, fake):
    held = hold(page, "**/api/v1/invocations?*")
    fake.open()
    expect(page.locator(".connection")).to_have_text("Connecting…")
    expect(page.locator("#panel-traffic .empty")).to_contain_text("Loading calls…")
    page.unroute("**/api/v1/invocations?*")
    for route in held:
        fake.answer(route)
    wait_for_number(page, 50)
    expect(page.locator(".connection")).to_have_text("Live")


def test_a_server_that_does_not_answer_is_named_as_the_reason(page, fake):
    page.route("**/api/v1/invocations?*", lambda route: route.abort())
    fake.open()
    expect(page.locator(".connection")).to_have_text("Not connected")


def test_a_program_that_was_stopped_does_not_look_live_until_it_goes_on(page, fake):
    page.clock.install()
    fake.open()
    wait_for_number(page, 50)
    held = hold(page, "**/api/v1/status")
    page.clock.run_for(2600)
    waiting(page, held)
    page.clock.run_for(20_000)
    expect(page.locator("[data-banner=connection]")).to_contain_text("The server does not answer. What you see may be old.")
    expect(page.locator(".connection")).to_have_text("No answer")
    page.unroute("**/api/v1/status")
    page.clock.run_for(2600)
    expect(page.locator(".connection")).to_have_text("Live")
    expect(page.locator("[data-banner=connection]")).to_have_count(0)


def test_totals_are_not_asked_for_again_while_the_answer_is_under_way(page, fake):
    page.clock.install()
    fake.newest = 5000
    fake.open()
    wait_for_number(page, 5000)
    held = hold(page, "**/api/v1/invocations?order=asc&limit=1")
    for evicted in (100, 200, 300):
        fake.oldest = evicted + 1
        with page.expect_response("**/api/v1/status"):
            page.clock.run_for(2600)
    assert len(held) == 1
    page.unroute("**/api/v1/invocations?order=asc&limit=1")
    fake.answer(held[0])
    page.wait_for_function("() => document.querySelector('#traffic').ariaRowCount === '4701'")


def test_the_histogram_stays_while_the_server_is_slow_or_refuses(page, fake):
    page.clock.install()
    fake.replies["timeline"] = TIMELINE
    fake.open()
    wait_for_number(page, 50)
    page.wait_for_function(f"() => document.querySelector('{BARS}').getAttribute('d')?.startsWith('M')")
    drawn = page.locator(BARS).get_attribute("d")
    fake.replies["timeline"] = lambda query: (503, {"status": 503, "title": "Too slow"})
    with page.expect_response(lambda response: "/timeline" in response.url and response.status == 503):
        page.clock.run_for(2000)
    assert page.locator(BARS).get_attribute("d") == drawn
    held = hold(page, "**/api/v1/timeline?*")
    with page.expect_request("**/api/v1/timeline?*"):
        page.clock.run_for(2000)
    with page.expect_response("**/api/v1/status"):
        page.clock.run_for(20_000)
    assert len(held) == 1
    assert page.locator(BARS).get_attribute("d") == drawn
    expect(page.locator(".connection")).to_have_text("Live")


def test_what_the_server_fails_to_answer_is_said_to_be_old_until_it_answers(page, fake):
    page.clock.install()
    fake.replies["timeline"] = lambda query: (500, {"status": 500, "detail": "The calls cannot be counted."})
    fake.open()
    notice = page.locator(".banner:visible", has_text="Some of this may be old.")
    expect(notice).to_contain_text("The calls cannot be counted.")
    fake.replies["timeline"] = TIMELINE
    page.clock.run_for(5000)
    expect(notice).to_have_count(0)


def test_a_timeline_that_was_counted_in_part_does_not_empty_the_histogram(page, fake):
    page.clock.install()
    fake.replies["timeline"] = TIMELINE | {"matched": 15}
    fake.open()
    wait_for_number(page, 50)
    page.wait_for_function(f"() => document.querySelector('{BARS}').getAttribute('d')?.startsWith('M')")
    drawn = page.locator(BARS).get_attribute("d")
    items = [item | {"count": 0} for item in TIMELINE["items"][:-1]] + TIMELINE["items"][-1:]
    fake.replies["timeline"] = {"items": items, "matched": None}
    with page.expect_response("**/api/v1/timeline?*"):
        page.clock.run_for(2000)
    page.wait_for_function(f"(drawn) => document.querySelector('{BARS}').getAttribute('d') === drawn", arg=drawn)
    expect(page.locator(".histogram__uncounted")).to_be_hidden()
    page.reload()
    wait_for_number(page, 50)
    expect(page.locator(".histogram__uncounted")).to_be_visible()


def test_a_filter_of_the_address_holds_though_the_first_status_fails(page, fake):
    failed = []

    def refuse(route):
        failed.append(route)
        route.fulfill(status=503, body="{}")

    page.route("**/api/v1/status", refuse)
    fake.open("filter=state:threw")
    page.wait_for_function("() => document.querySelector('#traffic').ariaRowCount > 1")
    page.unroute("**/api/v1/status")
    with page.expect_request("**/api/v1/invocations?*filter=state*"):
        pass
    assert failed


def test_two_clicks_in_a_row_both_narrow_the_list(page, fake):
    fake.replies["filter"] = lambda query: (200, {"canonical": query["expr"]})
    details = opened(page, fake)
    held = hold(page, "**/api/v1/filter?*")
    for term in ["target", "selector"]:
        button = details.get_by_role("button", name=f"Show only this {term}")
        button.evaluate("button => button.click()")
    both = waiting(page, held, "selector")
    page.unroute("**/api/v1/filter?*")
    fake.answer(both)
    expect(page.locator("#filter")).to_have_value("target:=FeedReader selector:=parser(_:foundCharacters:)")


def test_a_far_call_that_was_left_again_does_not_take_the_list_along(page, fake):
    """`[` leads to a call far above, and `]` back before the list has its surroundings."""
    fake.newest = 5000
    lone = lambda seq, **more: {**fake.record(seq), "children": [], "previous": None, "next": None, **more}
    fake.replies["invocations/feed0001-4990"] = lone(4990, previous="feed0001-100")
    fake.replies["invocations/feed0001-100"] = lone(100, next="feed0001-4990")
    details = opened(page, fake, 4990)
    wait_for_number(page, 4990)
    held = hold(page, "**/api/v1/invocations?*limit=200*")
    with page.expect_request("**/api/v1/invocations?*limit=200*"):
        page.keyboard.press("[")
    expect(details).to_contain_text("text 100")
    page.keyboard.press("]")
    expect(details).to_contain_text("text 4990")
    far = waiting(page, held)
    page.unroute("**/api/v1/invocations?*limit=200*")
    with page.expect_response("**/api/v1/invocations?*after=*limit=200*"):
        fake.answer(far)
    # The list is drawn in the frame after that of the answer.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert 4990 in visible_numbers(page)
    expect(page.locator("#traffic .grid__row[aria-selected=true]:not([hidden])")).to_contain_text("text 4990")
