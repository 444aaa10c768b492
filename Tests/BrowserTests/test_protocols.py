# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The protocols of the process: the list, the switches, the patterns, and the details of one protocol."""

import fnmatch
import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from accessibility import check_accessible
from conftest import ask, serving, wait_for

ROWS = "#protocol-list .grid__row:visible:not(.grid__row--header)"


def selector(protocol, name, calls):
    return {
        "protocol": protocol,
        "selector": name,
        "calls": calls,
        "errors": 0,
        "unanswered": 0,
        "totalNanoseconds": 0,
        "p50Nanoseconds": None,
        "p90Nanoseconds": None,
        "p99Nanoseconds": None,
        "maxNanoseconds": None,
        "histogram": [],
    }


class Program:
    """The part of the API that has protocols and interposers; the rest is the fake's."""

    def __init__(self, fake, count=3):
        self.fake, self.others = fake, fake.reply
        self.names = ["App.LampDelegate", "App.OvenDelegate", "Kit.Store"]
        self.names += [f"Kit.Part{number:03d}" for number in range(len(self.names), count)]
        self.types = {"App.LampDelegate": ["Owner", "OtherOwner"]}
        self.calls = {}
        # Calls more at each question.
        self.growth = 0
        self.interposers = []
        self.problem = None
        self.posted = []
        fake.features = [*fake.features, "protocols", "interposers"]
        fake.reply = self.reply

    def reply(self, method, path, query, request):
        if self.problem and path in ("protocols", "interposers"):
            return self.problem
        if (method, path) == ("POST", "interposers"):
            self.posted.append(request.post_data_json)
            return self.interpose(request.post_data_json)
        if method == "DELETE" and path.startswith("interposers/"):
            self.interposers = [each for each in self.interposers if each["id"] != int(path.split("/")[1])]
            return 204, ""
        if path == "interposers":
            return 200, {"items": self.interposers, "count": len(self.interposers)}
        if path == "protocols":
            return 200, {"items": [self.item(name) for name in self.names], "count": len(self.names)}
        if path.startswith("protocols/"):
            return self.whole(unquote(path.removeprefix("protocols/")))
        if path == "selectors":
            self.calls = {name: calls + self.growth for name, calls in self.calls.items()}
            rows = [selector(name.split(".")[1], "changed(_:)", calls) for name, calls in self.calls.items()]
            return 200, {"items": rows}
        return self.others(method, path, query, request)

    def interpose(self, selection):
        if any("(" in pattern for pattern in selection["protocols"]):
            return 400, {"status": 400, "code": "invalidMember", "detail": "A pattern has no parentheses."}
        lists = {name: selection.get(name, []) for name in ("protocols", "types", "modules", "excluded")}
        number = max([each["id"] for each in self.interposers], default=0) + 1
        self.interposers.append({"id": number, **lists, "recorded": 2, "refused": 1, "unread": 0})
        return 201, self.interposers[-1]

    def is_interposed(self, protocol):
        def matches(patterns):
            names = [protocol.lower(), protocol.split(".")[1].lower()]
            return any(fnmatch.fnmatchcase(name, pattern.lower()) for name in names for pattern in patterns)

        return any(matches(each["protocols"]) and not matches(each["excluded"]) for each in self.interposers)

    def item(self, protocol):
        module, name = protocol.split(".")
        interposed = self.is_interposed(protocol)
        types = self.types.get(protocol, [f"{name}Owner"])
        return {
            "protocol": protocol,
            "module": module,
            "name": name,
            "requirements": 2,
            "types": types,
            "recorded": len(types) if interposed else 0,
            "refused": len(types) if interposed else 0,
            "unread": 0,
            "interposed": interposed,
        }

    def whole(self, protocol):
        if protocol not in self.names:
            return 404, {"status": 404, "code": "unknownProtocol"}
        item = self.item(protocol)

        def entries(state, refusal):
            if not item["interposed"]:
                state, refusal = "available", None
            return [
                {"type": name, "state": state, "refusal": refusal, "limitation": None} for name in item["types"]
            ]

        reason = "the type Hidden is not found; it may be private or noncopyable"
        return 200, item | {
            "requirements": [
                {
                    "name": "changed(_:)",
                    "kind": "method",
                    "isAsync": True,
                    "calls": self.calls.get(protocol, 0),
                    "entries": entries("recorded", None),
                },
                {
                    "name": "hidden.get",
                    "kind": "getter",
                    "isAsync": False,
                    "calls": 0,
                    "entries": entries("refused", reason),
                },
            ],
        }


@pytest.fixture
def program(fake):
    return Program(fake)


def row(page, name):
    return page.locator(ROWS, has_text=name)


def cell(page, name, column):
    return row(page, name).locator(f"[data-column={column}]")


def switch(page, name):
    return page.get_by_role("switch", name=f"Record {name}")


def shown_names(page):
    """The names from top to bottom, after the pending frame has been drawn."""
    return page.evaluate("""async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return [...document.querySelectorAll('#protocol-list .grid__row:not([hidden]):not(.grid__row--header)')]
        .map((row) => ({ top: row.getBoundingClientRect().top, cell: row.querySelector('[data-column=name]') }))
        .sort((left, right) => left.top - right.top)
        .map(({ cell }) => cell.textContent);
    }""")


def requests_of(fake, method):
    return [(path, query) for verb, path, query in fake.requests if verb == method]


def test_protocols_are_listed_by_recording_calls_and_name_with_module_and_rate(page, fake, program):
    program.names = ["Kit.Store", "App.OvenDelegate", "App.LampDelegate", "App.Door"]
    program.calls = {"App.Door": 7, "App.LampDelegate": 1200}
    program.interpose({"protocols": ["App.OvenDelegate"]})
    fake.open("tab=protocols")
    expect(page.locator(ROWS)).to_have_count(4)
    assert shown_names(page) == ["OvenDelegate", "LampDelegate", "Door", "Store"]
    expect(cell(page, "LampDelegate", "module")).to_have_text("App")
    expect(cell(page, "LampDelegate", "calls")).to_have_text("1,200")
    expect(cell(page, "LampDelegate", "types")).to_have_text("Owner, OtherOwner")
    expect(cell(page, "LampDelegate", "rate")).to_have_text("–")
    expect(cell(page, "LampDelegate", "state")).to_have_text("–")
    expect(cell(page, "OvenDelegate", "state")).to_have_text("matched, never called")
    expect(page.locator(".interposing__summary")).to_have_text("4 protocols, 1 recorded")
    expect(cell(page, "LampDelegate", "rate")).to_have_text("0")
    # Calls that came once would be shown as a rate until the next question only.
    program.growth = 1200
    expect(cell(page, "LampDelegate", "rate")).to_have_text(re.compile(r"^[1-9],?\d\d"))


def test_a_switch_records_a_protocol_and_ends_that_again(page, fake, program):
    fake.open("tab=protocols")
    lamp = switch(page, "App.LampDelegate")
    expect(lamp).to_have_attribute("aria-checked", "false")
    lamp.click()
    expect(lamp).to_have_attribute("aria-checked", "true")
    assert program.posted == [{"protocols": ["App.LampDelegate"]}]
    expect(page.locator(".toast")).to_have_text("Recorded from now on")
    expect(cell(page, "LampDelegate", "pattern")).to_have_text("App.LampDelegate")
    expect(page.locator(".interposing__chips .chip")).to_have_count(1)
    assert "protocol=" not in page.url, "the switch does not open the details"
    lamp.click()
    expect(lamp).to_have_attribute("aria-checked", "false")
    assert requests_of(fake, "DELETE") == [("interposers/1", {})]
    expect(page.locator(".interposing__chips .chip")).to_have_count(0)
    expect(page.locator(".interposing__none")).to_be_visible()


def test_rows_stand_still_under_the_pointer_and_are_sorted_when_it_has_left(page, fake, program):
    fake.open("tab=protocols")
    switch(page, "Kit.Store").click()
    expect(switch(page, "Kit.Store")).to_have_attribute("aria-checked", "true")
    assert shown_names(page) == ["LampDelegate", "OvenDelegate", "Store"]
    page.locator(".interposing__summary").hover()
    page.wait_for_function(
        "() => document.querySelector('#protocol-list .grid__row[aria-rowindex=\"2\"]:not([hidden])')"
        ".textContent.includes('Store')"
    )
    assert shown_names(page) == ["Store", "LampDelegate", "OvenDelegate"]


def test_the_list_stays_at_its_top_when_others_come_first(page, fake):
    program = Program(fake, count=600)
    fake.open("tab=protocols")
    expect(page.locator("#protocol-list")).to_have_attribute("aria-rowcount", "601")
    page.get_by_role("textbox", name="Record pattern").fill("Part59*")
    page.keyboard.press("Enter")
    expect(page.locator(".interposing__chips .chip")).to_have_text(["Part59*10"])
    expect(row(page, "Part590").get_by_role("switch")).to_have_attribute("aria-checked", "true")
    assert shown_names(page)[:10] == [f"Part{number}" for number in range(590, 600)]
    row(page, "Part595").hover()
    page.get_by_role("button", name="Remove Part59*").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".interposing__none")).to_be_visible()
    assert shown_names(page)[0] == "LampDelegate", "although the pointer is over the list"


def test_a_protocol_of_a_wider_pattern_names_it_and_can_be_left_out(page, fake, program):
    program.interpose({"protocols": ["*Delegate"]})
    fake.open("tab=protocols")
    expect(cell(page, "LampDelegate", "pattern")).to_have_text("*Delegate")
    switch(page, "App.LampDelegate").click()
    menu = page.get_by_role("menu", name="Stop recording this protocol")
    expect(menu).to_contain_text("Its calls are recorded because of *Delegate.")
    expect(menu.get_by_role("menuitem")).to_have_text(["Remove *Delegate", "Leave out only LampDelegate"])
    menu.get_by_role("menuitem", name="Leave out only").click()
    expect(switch(page, "App.LampDelegate")).to_have_attribute("aria-checked", "false")
    expect(switch(page, "App.OvenDelegate")).to_have_attribute("aria-checked", "true")
    assert program.posted[0]["excluded"] == ["App.LampDelegate"]
    expect(page.locator(".chip__text")).to_have_text(["*Delegate except App.LampDelegate"])
    switch(page, "App.OvenDelegate").click()
    menu.get_by_role("menuitem", name="Remove *Delegate except").click()
    expect(switch(page, "App.OvenDelegate")).to_have_attribute("aria-checked", "false")
    assert program.interposers == []


def test_a_pattern_is_added_counted_and_removed_by_its_chip(page, fake, program):
    fake.open("tab=protocols")
    expect(page.locator(ROWS)).to_have_count(3)
    field = page.get_by_role("textbox", name="Record pattern")
    add = page.get_by_role("button", name="Add", exact=True)
    expect(add).to_be_disabled()
    field.fill(" app.* ")
    expect(page.locator(".interposing__hint")).to_have_text("matches 2")
    field.press("Enter")
    expect(field).to_have_value("")
    assert program.posted == [{"protocols": ["app.*"]}]
    expect(page.locator(".interposing__chips .chip")).to_have_text(["app.*2"])
    expect(switch(page, "App.OvenDelegate")).to_have_attribute("aria-checked", "true")
    field.fill("app.*")
    add.click()
    alert = page.locator(".interposing__adder").get_by_role("alert")
    expect(alert).to_have_text("This pattern is recorded already.")
    field.fill("f(")
    add.click()
    expect(alert).to_have_text("A pattern has no parentheses.")
    expect(field).to_have_value("f(")
    page.get_by_role("button", name="Remove app.*").click()
    expect(page.locator(".interposing__chips .chip")).to_have_count(0)
    expect(switch(page, "App.OvenDelegate")).to_have_attribute("aria-checked", "false")


def test_the_search_narrows_the_list_and_is_part_of_the_address(page, fake, program):
    fake.open("tab=protocols")
    expect(page.locator(ROWS)).to_have_count(3)
    page.keyboard.press("/")
    page.keyboard.type("otherowner")
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator(".interposing__summary")).to_have_text("1 of 3 protocols, 0 recorded")
    assert "search=otherowner" in page.url
    page.reload()
    expect(page.locator(ROWS)).to_have_count(1)
    expect(row(page, "LampDelegate")).to_have_count(1)
    search = page.get_by_role("searchbox", name="Search protocols")
    expect(search).to_have_value("otherowner")
    search.fill("nothing of the kind")
    expect(page.locator("#panel-protocols .table__words").first).to_have_text("No protocol matches the search.")
    search.press("Escape")
    expect(page.locator(ROWS)).to_have_count(3)
    page.go_back()
    expect(search).to_have_value("otherowner")


def test_space_switches_the_row_that_an_arrow_has_just_led_to(page, fake, program):
    fake.open("tab=protocols")
    expect(page.locator(ROWS)).to_have_count(3)
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{ROWS}[aria-selected=true]")).to_contain_text("LampDelegate")
    page.evaluate("""() => {
      const press = (key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      for (const key of ['ArrowDown', ' ']) document.activeElement.dispatchEvent(press(key));
    }""")
    expect(switch(page, "App.OvenDelegate").first).to_have_attribute("aria-checked", "true")
    assert program.posted == [{"protocols": ["App.OvenDelegate"]}]


def test_the_keyboard_reaches_a_row_switches_it_and_opens_it(page, fake, program):
    fake.open()
    expect(page.locator(".connection")).to_have_text("Live")
    page.keyboard.press("9")
    expect(page.get_by_role("tab", name="Protocols")).to_have_attribute("aria-selected", "true")
    expect(page.locator(ROWS)).to_have_count(3)
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#protocol-list")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    details = page.locator(".details:visible")
    expect(details.locator("h2")).to_have_text("OvenDelegate")
    page.keyboard.press("Space")
    expect(switch(page, "App.OvenDelegate").first).to_have_attribute("aria-checked", "true")
    assert program.posted == [{"protocols": ["App.OvenDelegate"]}]
    page.keyboard.press("ArrowDown")
    expect(details.locator("h2")).to_have_text("Store")
    program.interpose({"protocols": ["Kit.*"]})
    expect(cell(page, "Store", "pattern")).to_have_text("Kit.*")
    page.keyboard.press("Space")
    expect(page.get_by_role("menuitem", name="Remove Kit.*")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(page.locator("#protocol-list")).to_be_focused()
    page.keyboard.press("Escape")
    expect(details).to_have_count(0)
    expect(page.locator("#protocol-list")).to_be_focused()


def test_the_details_tell_requirements_refusals_and_calls_which_lead_to_traffic(page, fake, program):
    program.calls["App.LampDelegate"] = 12
    program.interpose({"protocols": ["*Delegate"]})
    fake.open("tab=protocols")
    row(page, "LampDelegate").locator("[data-column=name]").click()
    details = page.locator(".details:visible")
    expect(details.locator("h2")).to_have_text("LampDelegate")
    expect(details).to_contain_text("Its calls are recorded because of *Delegate.")
    table = details.get_by_role("table")
    expect(table.get_by_role("row").nth(1)).to_contain_text("async method")
    expect(table.locator(".protocol__coverage")).to_have_text(["all", "0 of 2"])
    expect(table.locator(".protocol__reason")).to_have_text(
        "Owner, OtherOwner: the type Hidden is not found; it may be private or noncopyable"
    )
    expect(details.locator("li")).to_have_text(["Owner", "OtherOwner"])
    calls = table.get_by_role("button")
    expect(calls).to_have_text("12")
    calls.focus()
    program.calls["App.LampDelegate"] = 15
    expect(calls).to_have_text("15")
    expect(calls).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Traffic")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#filter")).to_have_value("protocol:=LampDelegate selector:=changed(_:)")
    page.go_back()
    expect(details.locator("h2")).to_have_text("LampDelegate")
    details.get_by_role("button", name="Remove *Delegate").click()
    expect(details.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    expect(table.locator(".protocol__coverage")).to_have_text(["–", "–"])
    details.get_by_role("button", name="Show calls").click()
    expect(page.locator("#filter")).to_have_value("protocol:=LampDelegate")


def test_a_protocol_without_calls_tells_the_likely_reason_and_the_flags(page, fake, program):
    program.interpose({"protocols": ["App.*"]})
    fake.open("tab=protocols&protocol=App.OvenDelegate")
    details = page.locator(".details:visible")
    expect(details).to_contain_text("Matched, never called.")
    expect(details).to_contain_text("it has one conforming type")
    expect(details.locator("code")).to_have_text(["-Xswiftc -enable-testing", "-Xfrontend -enable-implicit-dynamic"])
    row(page, "LampDelegate").locator("[data-column=name]").click()
    expect(details).to_contain_text("it has 2 conforming types")
    program.calls["App.LampDelegate"] = 1
    expect(details).not_to_contain_text("Matched, never called.")


def test_a_refused_change_says_why_and_the_switch_stays(page, fake, program):
    fake.open("tab=protocols")
    expect(page.locator(ROWS)).to_have_count(3)
    program.interpose = lambda selection: (503, {"status": 503, "detail": "There is no memory for code."})
    switch(page, "App.LampDelegate").click()
    expect(page.locator(".toast")).to_have_text("There is no memory for code.")
    expect(switch(page, "App.LampDelegate")).to_have_attribute("aria-checked", "false")


def test_six_hundred_protocols_need_few_elements(page, fake):
    Program(fake, count=600)
    fake.open("tab=protocols")
    expect(page.locator("#protocol-list")).to_have_attribute("aria-rowcount", "601")
    expect(page.locator(ROWS).first).to_be_visible()
    assert page.locator("#protocol-list .grid__row").count() < 100
    page.locator("#protocol-list").focus()
    page.keyboard.press("End")
    expect(page.locator(".details:visible h2")).to_have_text("Store")
    page.get_by_role("searchbox", name="Search protocols").fill("part59")
    expect(page.locator("#protocol-list")).to_have_attribute("aria-rowcount", "11")


def test_a_recording_says_that_it_has_no_program(page, fake, program):
    program.problem = 409, {"status": 409, "code": "noProcess", "title": "Conflict"}
    fake.open("tab=protocols&protocol=App.LampDelegate")
    expect(page.get_by_role("heading", name="A recording has no running program")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Search protocols")).to_be_hidden()
    expect(page.locator(".details:visible")).to_have_count(0)


def test_a_server_without_protocols_says_so_and_is_not_asked(page, fake):
    asked = []
    page.on("request", lambda request: asked.append(request.url.partition("?")[0].rpartition("/")[2]))
    page.clock.install()
    fake.open("tab=protocols")
    expect(page.get_by_role("tabpanel")).to_contain_text("This server has no list of protocols yet.")
    page.clock.run_for(60_000)
    assert "status" in asked and not set(asked) & {"protocols", "interposers"}


@pytest.mark.parametrize("width", [1360, 700, 420])
def test_the_tab_never_scrolls_sideways(page, fake, program, width):
    program.interpose({"protocols": ["*Delegate"], "types": ["AVeryLongNameOfATypeOfTheProgram*" * 3]})
    page.set_viewport_size({"width": width, "height": 760})
    fake.open("tab=protocols&protocol=App.LampDelegate")
    expect(page.locator(".details:visible table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("#protocol-list", ".interposing__bar", ".details:not([hidden]) .details__body"):
        assert page.locator(name).evaluate("(node) => node.scrollWidth <= node.clientWidth"), name
    for column in ("record", "name", "calls"):
        expect(page.locator(f"#protocol-list [role=columnheader][data-column={column}]")).to_be_visible()


def test_axe_finds_nothing(page, fake, program):
    program.calls["App.LampDelegate"] = 12
    program.interpose({"protocols": ["*Delegate"]})
    fake.open("tab=protocols&protocol=App.LampDelegate")

    expect(page.locator(".details:visible table")).to_be_visible()
    check_accessible(page, "details")
    row(page, "OvenDelegate").locator("[data-column=name]").click()
    expect(page.locator(".details:visible")).to_contain_text("Matched, never called.")
    check_accessible(page, "never called")
    page.get_by_role("textbox", name="Record pattern").fill("*Delegate")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    check_accessible(page, "a refused pattern")
    page.locator(f"{ROWS} .switch").first.click()
    expect(page.get_by_role("menu")).to_be_visible()
    check_accessible(page, "the menu of a switch")


@pytest.fixture(scope="module")
def demo():
    """A server of its own: what is switched on here would be recorded elsewhere."""
    with serving("demo", "--rate", "60") as (url, _):
        if "protocols" not in ask(url)["features"]:
            pytest.skip("this build of inspector-server has no protocols")
        yield url


def test_a_protocol_of_the_real_program_is_recorded_and_no_longer(page, demo):
    items = ask(demo, "api/v1/protocols")["items"]
    chosen = next(each for each in items if not each["interposed"] and each["requirements"] and each["types"])
    name = chosen["protocol"]
    page.goto(demo + f"#tab=protocols&search={name}")
    toggle = switch(page, name).first
    toggle.click()
    expect(toggle).to_have_attribute("aria-checked", "true")
    patterns = lambda: [each["protocols"] for each in ask(demo, "api/v1/interposers")["items"]]
    wait_for(lambda: [name] in patterns(), "an interposer")
    row(page, chosen["name"]).first.locator("[data-column=name]").click()
    details = page.locator(".details:visible")
    expect(details.locator(".protocol__coverage").first).not_to_have_text("–")
    toggle.click()
    expect(toggle).to_have_attribute("aria-checked", "false")
    assert [name] not in patterns()
