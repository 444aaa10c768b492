# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A page over many processes: the list of programs, and calls whose numbers repeat from process to process."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from fake_inspector import FakeInspector, call

MAIN = {"id": 1, "name": "main", "isMain": True}
POOL = {"id": 7, "name": "pool-7", "isMain": False}
START = datetime(2026, 11, 21, 9, 0, tzinfo=timezone.utc)
SHOP, SHOP_2, CART, MAIL = "5a0b0001", "5a0b0002", "ca470001", "3a110001"


def text_of(instant):
    return instant.isoformat(timespec="microseconds").replace("+00:00", "Z")


def program(epoch, service, host, number, state="running", **changes):
    """A process as its relay told last."""
    known = {
        "epoch": epoch,
        "service": service,
        "version": "1.4",
        "host": host,
        "processID": number,
        "program": service.capitalize() + "Server",
        "startedAt": text_of(START),
        "state": state,
        "reason": None,
        "calls": 250,
        "gaps": 0,
        "newest": 250,
        "through": 250,
        "lagMilliseconds": 40,
        "callsPerSecond": 5012.4,
        "dropped": 0,
        "skewNanoseconds": 180_000,
        "skewErrorNanoseconds": 95_000,
        "seenAt": text_of(datetime.now(timezone.utc)),
        "lastCallAt": text_of(START + timedelta(seconds=9)),
    }
    return known | changes


class FakeFleet(FakeInspector):
    """The server of a fleet: four processes that all count from 1 and have threads 1 and 7."""

    def __init__(self, address):
        super().__init__(address)
        self.epoch = "f1ee7001"
        self.newest = 1000
        self.features = [each for each in self.features if each not in ("recorder", "marks")]
        self.broker = {"connected": True, "sequence": 4021, "behind": 0}
        long_ago = text_of(datetime.now(timezone.utc) - timedelta(minutes=12))
        self.programs = [
            program(SHOP, "shop", "web-1", 4711),
            program(SHOP_2, "shop", "web-2", 4711, version="1.5", skewNanoseconds=-3_400_000, gaps=1200),
            program(CART, "cart", "web-1", 815, "ended", version=None, reason="It said bye", lagMilliseconds=None,
                    callsPerSecond=0, seenAt=long_ago),
            program(MAIL, "mail", "mail-1", 99, "lost", reason="No process 99 exists any more", lagMilliseconds=None,
                    callsPerSecond=0, seenAt=long_ago, dropped=17),
        ]
        self.calls = [self.made(place) for place in range(1000)]
        self.replies["programs"] = lambda query: (200, {"items": self.programs, "broker": self.broker})
        self.replies["filter"] = {"words": "as told"}
        self.replies["proxies"] = {"items": [
            {"id": 1, "epoch": epoch, "process": self.process(epoch), "protocol": "XMLParserDelegate",
             "owner": "XMLParser", "property": "delegate", "isInstalled": True, "target": {"type": target},
             "calls": 250, "unanswered": 0, "requirements": []}
            for epoch, target in ((SHOP, "ShopReader"), (CART, "CartReader"))
        ]}

    def process(self, epoch):
        found = next(each for each in self.programs if each["epoch"] == epoch)
        version = {"version": found["version"]} if found["version"] else {}
        return {"service": found["service"], "host": found["host"], "id": found["processID"]} | version

    def made(self, place):
        """The processes make calls in turn, a millisecond after each other."""
        epoch, seq = self.programs[place % 4]["epoch"], place // 4 + 1
        text = f"{self.programs[place % 4]['service']} {seq}"
        string = {"label": "foundCharacters", "name": "string", "type": "String", "kind": "string", "value": text}
        return call(
            seq,
            epoch,
            arguments=[string],
            process=self.process(epoch),
            thread=MAIN if seq % 3 else POOL,
            durationNanoseconds=400_000 + 1000 * seq,
            startedAt=text_of(START + timedelta(milliseconds=place)),
        )

    def status(self):
        return super().status() | {"fleet": True, "replay": {"file": "calls.sqlite", "program": "", "startedAt": text_of(START)}}

    def matched(self, query):
        filter = query.get("filter", "")
        processes = re.findall(r"process:(\w+)", filter)
        services = re.findall(r"service:([\w@.]+)", filter)
        selected = [
            each for each in self.calls
            if (not processes or each["id"].split("-")[0] in processes)
            and (not services or each["process"]["service"] in [service.split("@")[0] for service in services])
        ]
        since = re.search(r"since:(\S+)", filter)
        return [each for each in selected if not since or each["startedAt"] >= since[1]]

    def listing(self, query):
        found = self.matched(query)
        matched = len(found)
        places = {each["id"]: place for place, each in enumerate(self.calls)}
        if "after" in query:
            found = [each for each in found if places[each["id"]] > places[query["after"]]]
        if "before" in query:
            found = [each for each in found if places[each["id"]] < places[query["before"]]]
        if query.get("order", "desc") == "desc":
            found = found[::-1]
        return {
            "items": found[: int(query.get("limit", 100))],
            "next": None,
            "stored": len(self.calls),
            "matched": matched,
            "evicted": 0,
            "oldest": 1,
            "newest": 123_456,
            "epoch": self.epoch,
            "streamFrom": f"{self.epoch}-123456",
        }

    def one(self, epoch, seq):
        found = next((each for each in self.calls if each["id"] == f"{epoch}-{seq}"), None)
        if not found:
            return 404, {"title": "Not found", "status": 404, "code": "unknownInvocation"}
        names = {each["id"] for each in self.calls}
        near = [name if name in names else None for name in (f"{epoch}-{seq - 1}", f"{epoch}-{seq + 1}")]
        return 200, {**found, "children": [], "previous": near[0], "next": near[1]}

    def arrive_from(self, epoch, count):
        """Calls of one process arrive."""
        for _ in range(count):
            seq = 1 + max(each["seq"] for each in self.calls if each["id"].startswith(epoch))
            place = len(self.calls)
            record = self.made(place) | {"id": f"{epoch}-{seq}", "seq": seq, "process": self.process(epoch)}
            self.calls.append(record)
            self.emit("invocation", record, f"{self.epoch}-{123_456 + place}")


@pytest.fixture
def fleet(page, inspector_url):
    return FakeFleet(inspector_url).install(page)


def program_row(page, *texts):
    row = page.locator("#program-list .grid__row:not(.grid__row--header):visible")
    for text in texts:
        row = row.filter(has_text=text)
    return row


def cell(row, column):
    return row.locator(f"[data-column={column}]")


def selected(page):
    return page.locator("#program-list .grid__row[aria-selected=true]:visible")


def call_row(page, text):
    return page.locator("#traffic .grid__row:visible", has_text=f'"{text}"')


def banner(page, name):
    return page.locator(f"[data-banner={name}]")


def test_every_process_is_listed_with_its_state_and_a_dead_one_stays(page, fleet):
    fleet.open("tab=programs")
    expect(program_row(page)).to_have_count(4)
    expect(page.locator(".programs__summary")).to_have_text("4 programs: 2 running, 1 ended, 1 lost")
    expect(page.locator(".programs__broker")).to_have_text("Broker connected")
    shop = program_row(page, "shop@1.4")
    expect(cell(shop, "host")).to_have_text("web-1")
    expect(cell(shop, "process")).to_have_text("4711")
    expect(cell(shop, "state")).to_have_text("running")
    expect(cell(shop, "calls")).to_have_text("250")
    expect(cell(shop, "rate")).to_have_text("5,012")
    expect(cell(shop, "lag")).to_have_text("40.0 ms")
    expect(cell(shop, "skew")).to_have_text("+180 µs ± 95.0 µs")
    expect(cell(shop, "seen")).to_have_text(re.compile(r"^\d+ s ago$"))
    skewed = cell(program_row(page, "shop@1.5"), "skew")
    expect(skewed).to_have_text("−3.40 ms ± 95.0 µs")
    expect(skewed).to_have_attribute("title", re.compile("Clocks differ: order between hosts is only that exact"))
    expect(page.locator(".programs__clocks")).to_have_text(
        "Clocks differ by up to 3.40 ms: order between hosts is only that exact")
    lost = program_row(page, "mail")
    expect(cell(lost, "state")).to_have_text("lost No process 99 exists any more")
    expect(cell(lost, "rate")).to_have_text("–")
    expect(cell(lost, "seen")).to_have_text("12 min ago")
    lost.dblclick()
    expect(call_row(page, "mail 250")).to_be_visible()
    expect(page.locator("#filter")).to_have_value(f"process:{MAIL}")


def test_a_program_that_dies_says_so_while_it_is_looked_at(page, fleet):
    fleet.open("tab=programs")
    shop = program_row(page, "shop@1.4")
    expect(cell(shop, "state")).to_have_text("running")
    fleet.programs[0] |= {"state": "unreachable", "reason": "No answer for 5 s"}
    expect(cell(shop, "state")).to_have_text("unreachable No answer for 5 s")
    fleet.programs[0] |= {"state": "lost", "reason": "No process 4711 exists any more"}
    expect(cell(shop, "state")).to_have_text("lost No process 4711 exists any more")


def test_selected_programs_are_shown_in_traffic_and_a_banner_leads_back(page, fleet):
    fleet.open("tab=programs")
    expect(page.get_by_role("button", name="Show calls")).to_be_disabled()
    program_row(page, "cart").click()
    expect(selected(page)).to_have_count(1)
    top = page.locator("#program-list").bounding_box()["y"]
    program_row(page, "shop@1.5").click(modifiers=["Control"])
    expect(selected(page)).to_have_count(2)
    assert page.locator("#program-list").bounding_box()["y"] == top, "the list stays under the pointer"
    page.get_by_role("button", name="Show calls of 2 programs").click()
    expect(page.locator("#filter")).to_have_value(f"(process:{SHOP_2} OR process:{CART})")
    expect(call_row(page, "cart 250")).to_be_visible()
    expect(call_row(page, "mail 250")).to_have_count(0)
    expect(page.locator(".toolbar__count")).to_have_text("500 of 1,000")
    expect(banner(page, "programs")).to_contain_text(
        "Only the calls of shop@1.5 on web-2, pid 4711 and cart on web-1, pid 815 are shown.")
    banner(page, "programs").get_by_role("button", name="Choose programs").click()
    expect(selected(page)).to_have_count(2)
    program_row(page, "mail").click()
    page.keyboard.press("Enter")
    expect(page.locator("#filter")).to_have_value(f"process:{MAIL}")
    banner(page, "programs").get_by_role("button", name="Show all programs").click()
    expect(page.locator("#filter")).to_have_value("")
    expect(banner(page, "programs")).to_have_count(0)
    expect(call_row(page, "cart 250")).to_be_visible()


def test_the_keyboard_selects_one_or_several(page, fleet):
    fleet.open("tab=programs")
    expect(program_row(page)).to_have_count(4)
    page.locator("#program-list").focus()
    page.keyboard.press("Home")
    expect(selected(page)).to_have_text(re.compile("^cart"))
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(selected(page)).to_have_count(3)
    page.keyboard.press("Control+ArrowDown")
    expect(selected(page)).to_have_count(3)
    page.keyboard.press("Space")
    expect(selected(page)).to_have_count(4)
    page.keyboard.press("Escape")
    expect(selected(page)).to_have_count(0)
    page.keyboard.press("Control+a")
    expect(selected(page)).to_have_count(4)
    page.keyboard.press("End")
    expect(selected(page)).to_have_count(1)
    expect(page.locator("#program-list")).to_have_attribute("aria-activedescendant", re.compile("row"))
    page.locator("#program-list .grid__sort", has_text="Missing").click()
    expect(program_row(page).first).to_be_visible()


def test_calls_with_the_same_number_are_rows_of_their_own(page, fleet):
    fleet.open()
    expect(call_row(page, "mail 250")).to_be_visible()
    expect(call_row(page, "shop 250")).to_have_count(2)
    expect(cell(call_row(page, "mail 250"), "service")).to_have_text("mail@1.4")
    expect(page.locator("#traffic [role=columnheader][data-column=host]")).to_have_count(0)
    fleet.arrive_from(CART, 3)
    expect(call_row(page, "cart 250")).to_be_visible()
    expect(page.locator(".toolbar__count")).to_have_text("1,003")
    call_row(page, "mail 249").click()
    details = page.locator(".details:visible")
    expect(details.locator(".pairs", has_text="Service")).to_contain_text("mail@1.4")
    expect(details).to_contain_text("mail-1")
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile(f"call={MAIL}-250"))
    # The list is scrolled to its beginning, page by page.
    page.keyboard.press("Escape")
    page.locator("#traffic").focus()
    page.keyboard.press("Home")
    expect(call_row(page, "shop 1").first).to_be_visible()
    expect(call_row(page, "mail 1")).to_be_visible()


def test_a_link_to_a_call_of_a_process_shows_it_in_the_list(page, fleet):
    fleet.open(f"call={CART}-7")
    details = page.locator(".details:visible")
    expect(details).to_have_attribute("aria-busy", "false")
    expect(details).to_contain_text("cart")
    expect(page.locator("#traffic .grid__row[aria-selected=true]:visible")).to_contain_text("cart 7")


def test_cells_ask_for_service_host_and_process(page, fleet):
    fleet.open()
    expect(call_row(page, "mail 250")).to_be_visible()
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("menuitemcheckbox", name="Host").click()
    page.get_by_role("menuitemcheckbox", name="Process").click()
    page.keyboard.press("Escape")
    expect(cell(call_row(page, "mail 250"), "host")).to_have_text("mail-1")
    cell(call_row(page, "mail 250"), "process").click(button="right")
    expect(page.get_by_role("menuitem", name="Only this proxy")).to_contain_text(f"proxy:1 process:{MAIL}")
    page.get_by_role("menuitem", name="Only process 99 on mail-1").click()
    expect(page.locator("#filter")).to_have_value(f"process:{MAIL}")
    expect(call_row(page, "cart 250")).to_have_count(0)


def test_proxies_of_different_processes_with_the_same_number_are_two(page, fleet):
    fleet.replies[f"proxies/{CART}-1"] = lambda query: (200, fleet.replies["proxies"]["items"][1] | {"history": []})
    fleet.open("tab=proxies")
    rows = page.locator("#proxies .grid__row:not(.grid__row--header):visible")
    expect(rows).to_have_count(2)
    rows.filter(has_text="cart").click()
    details = page.locator(".details:visible")
    expect(details).to_contain_text("cart on web-1, pid 815")
    expect(details).to_contain_text("CartReader")
    details.get_by_role("button", name="Show").first.click()
    expect(page.locator("#filter")).to_have_value(f"proxy:1 process:{CART}")


def test_each_thread_of_each_process_has_a_track(page, fleet):
    fleet.open("tab=flame")
    expect(page.locator(".flame__summary")).to_have_text("1,000 calls on 8 threads of 4 processes")


def test_that_the_broker_is_away_is_told_everywhere(page, fleet):
    fleet.open()
    expect(call_row(page, "mail 250")).to_be_visible()
    expect(banner(page, "broker")).to_have_count(0)
    fleet.broker = {"connected": False, "sequence": 4021, "behind": 0}
    expect(banner(page, "broker")).to_contain_text("The broker is not connected")
    banner(page, "broker").get_by_role("button", name="Programs").click()
    expect(page.locator(".programs__broker")).to_have_text("Broker not connected")
    fleet.broker = {"connected": True, "sequence": 4021, "behind": 311}
    expect(page.locator(".programs__broker")).to_have_text("Broker connected, 311 messages are not read yet")
    page.get_by_role("tab", name="Traffic").click()
    expect(banner(page, "broker")).to_contain_text("311 messages are not read yet.")


def test_what_needs_the_program_itself_is_not_offered(page, fleet):
    fleet.open()
    expect(page.get_by_role("tab", name="Programs")).to_be_visible()
    for name, key in [("Running", "4"), ("Protocols", "9"), ("Rules", "0")]:
        expect(page.get_by_role("tab", name=name)).to_have_count(0)
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".totals")).not_to_contain_text("0 B")


def test_a_server_of_one_program_has_no_such_tab_and_no_such_columns(page, fake):
    fake.open()
    expect(page.locator("#traffic .grid__row:visible", has_text='"text 50"')).to_be_visible()
    expect(page.get_by_role("tab", name="Programs")).to_have_count(0)
    expect(page.locator("#traffic [role=columnheader][data-column=service]")).to_have_count(0)
    page.get_by_role("button", name="Columns").click()
    expect(page.get_by_role("menuitemcheckbox", name="Service")).to_have_count(0)
    page.keyboard.press("Escape")
    assert not any(path == "programs" for _, path, _ in fake.requests)
