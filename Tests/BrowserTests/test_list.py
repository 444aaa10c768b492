# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The list of calls: a million rows, following, pausing, selecting, columns and order."""

import time

from playwright.sync_api import expect

ROWS = "#traffic .grid__row:not(.grid__row--header):visible"
# Without the rows that are no calls, and without the slots that the grid keeps for later.
CALLS = "#traffic .grid__row[aria-rowindex]:not(.grid__row--header):not([data-kind]):not([hidden])"


def visible_numbers(page):
    """The visible calls from top to bottom, after the pending frame has been drawn."""
    return page.evaluate("""async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const grid = document.querySelector('#traffic').getBoundingClientRect();
      return [...document.querySelectorAll('#traffic .grid__row:not([hidden]):not(.grid__row--header)')]
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          text: row.querySelector('[data-column=call]').textContent,
        }))
        .filter(({ top }) => top >= grid.top + 20 && top < grid.bottom - 20)
        .sort((left, right) => left.top - right.top)
        .map(({ text }) => Number(/text (\\d+)/.exec(text)?.[1]));
    }""")


def wait_for_numbers(page, numbers):
    """Waits until the screen begins with these calls. The list is drawn a frame later than its count, and a row that
    Playwright finds before that is kept for another call, or hidden, by the time it is clicked."""
    deadline = time.monotonic() + 30
    while (shown := visible_numbers(page)[: len(numbers)]) != numbers and time.monotonic() < deadline:
        pass
    assert shown == numbers


def wait_for_number(page, number):
    page.wait_for_function(
        """(text) => [...document.querySelectorAll('#traffic .grid__row:not([hidden])')]
          .some((row) => row.textContent.includes(text))""",
        arg=f'"text {number}"',
    )


def pause(page):
    """A list that moves would take a row away from under the pointer."""
    page.get_by_role("button", name="Pause the list").click()
    expect(page.get_by_role("button", name="Resume the list")).to_be_visible()


def whole_row(page, words=""):
    """A call with the words of which nothing is hidden: to be clicked on, another one would be scrolled to, and its slot
    of the grid be given to another call."""
    index = page.evaluate("""([rows, words]) => {
        const top = document.querySelector('#traffic .grid__header').getBoundingClientRect().bottom;
        const { bottom } = document.querySelector('#traffic').getBoundingClientRect();
        const isWhole = (box) => box.top >= top && box.bottom <= bottom;
        const isWanted = (row) => row.textContent.includes(words) && isWhole(row.getBoundingClientRect());
        return [...document.querySelectorAll(rows)].find(isWanted).getAttribute('aria-rowindex');
    }""", [CALLS, words])
    return page.locator(f"{CALLS}[aria-rowindex='{index}']")


def scroll_to(page, share):
    """Moves the scroll bar, and waits until the rows there have been fetched and drawn."""
    page.evaluate(
        """async (share) => {
      const grid = document.querySelector('#traffic');
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const isBusy = () => grid.querySelector('[aria-busy]:not([hidden])');
      grid.scrollTop = grid.scrollHeight * share;
      for (let frames = 0; frames < 3 || (isBusy() && frames < 400); frames += 1) await frame();
    }""",
        share,
    )


def test_a_million_calls_need_few_elements_and_the_newest_are_shown(page, fake):
    fake.newest = 1_000_000
    fake.open()
    wait_for_number(page, 1_000_000)
    assert page.locator("#traffic .grid__row").count() < 200
    assert page.locator("#traffic").get_attribute("aria-rowcount") == "1000001"
    numbers = visible_numbers(page)
    assert numbers == list(range(numbers[0], 1_000_001))


def test_home_end_and_the_scroll_bar_reach_every_part_of_a_million_calls(page, fake):
    fake.newest = 1_000_000
    fake.open()
    wait_for_number(page, 1_000_000)
    page.locator("#traffic").focus()
    page.keyboard.press("Home")
    wait_for_number(page, 1)
    wait_for_numbers(page, [1])
    scroll_to(page, 0.5)
    numbers = visible_numbers(page)
    assert 480_000 < numbers[0] < 520_000
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    page.keyboard.press("End")
    wait_for_number(page, 1_000_000)


def test_the_wheel_moves_a_million_calls_row_by_row(page, fake):
    fake.newest = 1_000_000
    fake.open()
    wait_for_number(page, 1_000_000)
    scroll_to(page, 0.3)
    before = visible_numbers(page)
    page.locator("#traffic").hover()
    page.mouse.wheel(0, 260)
    wait_for_number(page, before[-1] + 10)
    assert abs(visible_numbers(page)[0] - before[0] - 10) <= 1


def test_following_yields_to_the_reader_and_the_rows_stay_put(page, fake):
    fake.open()
    wait_for_number(page, 50)
    fake.arrive(3)
    wait_for_number(page, 53)
    page.locator("#traffic").hover()
    page.mouse.wheel(0, -300)
    page.wait_for_function("() => document.querySelector('[aria-label^=\"Follow\"]').ariaPressed === 'false'")
    before = visible_numbers(page)
    fake.arrive(40)
    jump = page.locator(".jump")
    expect(jump).to_contain_text("40 new")
    assert visible_numbers(page) == before
    jump.click()
    wait_for_number(page, 93)
    expect(jump).to_be_hidden()


def test_a_click_opens_the_row_that_was_pressed_although_calls_arrive(page, fake):
    fake.open()
    wait_for_number(page, 50)
    box = page.locator("#traffic .grid__row:visible", has_text="text 45").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 13)
    page.mouse.down()
    fake.arrive(9)
    expect(page.locator("#traffic")).to_have_attribute("aria-rowcount", "60")
    page.mouse.up()
    expect(page.locator(".details:visible")).to_contain_text("text 45")


def test_a_pause_counts_what_waits_and_resuming_shows_it(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.keyboard.press("p")
    fake.arrive(7)
    expect(page.locator("[data-banner=paused]")).to_contain_text("7 calls wait")
    assert '"text 57"' not in page.locator("#traffic").text_content()
    page.get_by_role("button", name="Resume", exact=True).click()
    wait_for_number(page, 57)
    expect(page.locator("[data-banner=paused]")).to_have_count(0)


def test_more_than_fits_while_paused_is_fetched_again(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.keyboard.press("p")
    fake.arrive(2500)
    expect(page.locator("[data-banner=paused]")).to_contain_text("2,500 calls wait")
    page.keyboard.press("p")
    wait_for_number(page, 2550)
    assert page.locator("#traffic").get_attribute("aria-rowcount") == "2551"


def test_a_running_call_is_replaced_when_it_returns(page, fake):
    fake.open()
    wait_for_number(page, 50)
    running = fake.record(51) | {
        "state": "running",
        "durationNanoseconds": None,
        "targetNanoseconds": None,
        "position": None,
    }
    fake.emit("running", running)
    expect(page.locator(f"{ROWS} .badge[data-word=running]")).to_have_count(1)
    fake.arrive(1)
    expect(page.locator(f"{ROWS} .badge[data-word=running]")).to_have_count(0)
    assert page.locator("#traffic").get_attribute("aria-rowcount") == "52"


def test_keys_move_the_selection_and_open_a_call(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.locator("#traffic").focus()
    page.keyboard.press("End")
    page.keyboard.press("k")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#traffic [aria-selected=true]")).to_contain_text("text 48")
    active = page.locator("#traffic").get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}").get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    expect(page.locator(".details:visible")).to_contain_text("text 48")
    page.keyboard.press("j")
    expect(page.locator(".details:visible")).to_contain_text("text 49")
    page.keyboard.press("Escape")
    expect(page.locator(".details:visible")).to_have_count(0)


def test_keys_with_modifiers_and_in_text_fields_are_left_alone(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.locator("#filter").focus()
    page.keyboard.type("p?f")
    assert page.locator("#filter").input_value() == "p?f"
    expect(page.locator("[data-banner=paused]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+p")
    expect(page.locator("[data-banner=paused]")).to_have_count(0)


def test_newest_first_puts_new_calls_on_top(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.locator("#traffic").get_by_role("button", name="Time").click()
    page.wait_for_function("() => location.hash.includes('sort=-time')")
    fake.arrive(2)
    wait_for_number(page, 52)
    wait_for_numbers(page, [52, 51, 50])


def test_sorting_by_duration_shows_a_still_copy_and_says_so(page, fake):
    fake.special = {seq: {"durationNanoseconds": 10_000_000 - seq} for seq in range(1, 51)}
    fake.open()
    wait_for_number(page, 50)
    page.locator("#traffic").get_by_role("button", name="Duration").click()
    expect(page.locator("[data-banner=sorted]")).to_contain_text("Sorted by duration: 50 calls")
    wait_for_numbers(page, [1, 2, 3])
    page.get_by_role("button", name="Order of time").click()
    wait_for_number(page, 50)


def test_the_list_is_sorted_by_keyboard(page, fake):
    fake.special = {seq: {"durationNanoseconds": 10_000_000 - seq} for seq in range(1, 51)}
    fake.open()
    wait_for_number(page, 50)
    grid = page.locator("#traffic")
    grid.focus()
    page.keyboard.press("Tab")
    titles = grid.locator(".grid__sort")
    expect(titles.first).to_be_focused()
    page.keyboard.press("End")
    expect(titles.last).to_be_focused()
    duration = grid.get_by_role("button", name="Duration")
    for _ in range(titles.count()):
        if duration.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("[data-banner=sorted]")).to_contain_text("Sorted by duration: 50 calls")
    wait_for_numbers(page, [1, 2, 3])
    expect(duration).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(grid).to_be_focused()
    page.keyboard.press("Tab")
    expect(duration).to_be_focused()


def test_columns_can_be_hidden_and_are_remembered(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("menuitemcheckbox", name="Protocol").click()
    expect(page.locator("#traffic [role=columnheader][data-column=protocol]")).to_have_count(0)
    page.reload()
    wait_for_number(page, 50)
    expect(page.locator("#traffic [role=columnheader][data-column=protocol]")).to_have_count(0)


def test_a_column_can_be_made_wider_by_its_edge(page, fake):
    fake.open()
    wait_for_number(page, 50)
    cell = page.locator("#traffic [role=columnheader][data-column=thread]")
    before = cell.bounding_box()
    page.mouse.move(before["x"] + before["width"] - 1, before["y"] + 10)
    page.mouse.down()
    page.mouse.move(before["x"] + before["width"] + 59, before["y"] + 10, steps=4)
    page.mouse.up()
    assert abs(cell.bounding_box()["width"] - before["width"] - 60) <= 2


def test_evicted_calls_leave_the_list_without_moving_the_reader(page, fake):
    fake.newest = 5000
    fake.open()
    wait_for_number(page, 5000)
    scroll_to(page, 0.8)
    before = visible_numbers(page)
    fake.oldest = 1001
    page.wait_for_function("() => document.querySelector('#traffic').ariaRowCount === '4001'")
    assert visible_numbers(page) == before


def test_an_empty_list_tells_how_to_make_the_first_call(page, fake):
    fake.newest, fake.oldest = 0, 1
    fake.open()
    expect(page.get_by_role("heading", name="Waiting for the first call")).to_be_visible()
    fake.arrive(1)
    wait_for_number(page, 1)
    expect(page.locator("#panel-traffic .empty")).to_be_hidden()


def test_a_column_chosen_by_keyboard_keeps_the_place_in_the_menu(page, fake):
    fake.open()
    wait_for_number(page, 50)
    page.get_by_role("button", name="Columns").focus()
    page.keyboard.press("Enter")
    item = page.get_by_role("menuitemcheckbox", name="Protocol")
    item.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#traffic [role=columnheader][data-column=protocol]")).to_have_count(0)
    expect(item).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#traffic [role=columnheader][data-column=protocol]")).to_have_count(1)
    expect(item).to_be_focused()
