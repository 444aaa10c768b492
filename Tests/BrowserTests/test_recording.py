# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The page with a recording: served by `open`, and exported as a page that opens from disk."""

import json
import subprocess
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import ask, built_server, serving, wait_for

ROWS = "#traffic .grid__row[aria-rowindex]:not(.grid__row--header):not([data-kind]):visible"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A recording of the demo, and the page exported from it."""
    folder = tmp_path_factory.mktemp("recording")
    with serving("demo", "--rate", "200", "--store", folder / "demo.sqlite") as (url, _):
        wait_for(lambda: ask(url)["counters"]["recorded"] > 300, "300 calls")
    export(folder / "demo.sqlite", folder / "demo.html", "html")
    export(folder / "demo.sqlite", folder / "demo.ndjson", "ndjson")
    return folder


def export(recording, output, form):
    command = [built_server(), "export", recording, "--format", form, "--output", output]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


@pytest.fixture(scope="module")
def opened(folder):
    with serving("open", folder / "demo.sqlite") as (url, _):
        yield url


def test_a_recording_is_not_live_and_nothing_is_switched_off(page, opened):
    page.goto(opened)
    expect(page.locator(ROWS).first).to_be_visible()
    connection = page.locator(".connection")
    expect(connection).to_have_text("Recording")
    assert "demo.sqlite" in connection.get_attribute("title")
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator(".totals [data-item=uptime]")).to_be_hidden()
    expect(page.locator(".totals [data-item=rate]")).to_be_hidden()
    page.get_by_role("tab", name="Running").click()
    expect(page.locator(".running .table__words")).to_have_text("No call was running at the end.")


def test_a_recording_shows_its_proxies_with_their_calls_and_history(page, opened):
    page.goto(opened + "#tab=proxies")
    row = page.locator("#proxies .grid__row:visible", has_text="XMLParserDelegate").first
    expect(row.locator("[data-column=target]")).to_have_text("OutlineBuilder")
    row.click()
    details = page.locator(".details:visible")
    expect(details.get_by_role("table")).to_contain_text("parser(_:foundCharacters:)")
    expect(details.locator(".history")).to_contain_text("installed")
    expect(details).not_to_contain_text("target alive")
    for proxy in ask(opened, "api/v1/proxies")["items"]:
        path = f"api/v1/invocations?limit=1&filter=proxy:{proxy['id']}"
        # On a busy machine, the time to count may run out.
        found = wait_for(lambda: (reply := ask(opened, path))["matched"] is not None and reply, "an exact count")
        assert found["matched"] == proxy["calls"] == sum(each["calls"] for each in proxy["requirements"])
        one = ask(opened, f"api/v1/proxies/{proxy['id']}")
        assert one["history"] and {event["proxy"] for event in one["history"]} == {proxy["id"]}


@pytest.mark.parametrize(("item", "form", "ending"), [
    ("NDJSON", "ndjson", ".ndjson"),
    ("CSV", "csv", ".csv"),
    ("Trace", "trace", ".trace.json"),
    ("This page", "html", ".html"),
])
def test_the_server_exports_what_the_list_shows(page, opened, item, form, ending):
    page.goto(opened + "#filter=selector:foundCharacters")
    expect(page.locator(ROWS).first).to_be_visible()
    page.get_by_role("button", name="Export what the list shows").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=item).click()
    assert download.value.suggested_filename.endswith(ending)
    address = opened + f"api/v1/export?format={form}&filter=selector:foundCharacters"
    with urllib.request.urlopen(address, timeout=30) as reply:
        assert Path(download.value.path()).read_bytes() == reply.read()


def saved_files(page, click):
    """The two files that a click saves, by name."""
    def named(part):
        return page.expect_download(lambda download: part in download.suggested_filename)

    with named("Tests") as test, named("Fixtures") as fixtures:
        click()
    return {file.value.suggested_filename: Path(file.value.path()).read_text() for file in [test, fixtures]}


def test_a_swift_test_is_saved_for_the_list_and_for_one_selector(page, opened):
    page.goto(opened + "#filter=selector:foundCharacters")
    row = page.locator(ROWS).first
    expect(row).to_be_visible()
    page.get_by_role("button", name="Export what the list shows").click()
    item = page.get_by_role("menuitem", name="Swift test that repeats them")
    files = saved_files(page, item.click)
    assert set(files) == {"OutlineBuilderTests.swift", "OutlineBuilderFixtures.swift"}
    calls = [line for line in files["OutlineBuilderTests.swift"].splitlines() if "replay(" in line]
    assert calls and all("foundCharacters: " in line for line in calls)
    assert "func makeTarget() throws -> OutlineBuilder {" in files["OutlineBuilderFixtures.swift"]

    page.goto(opened + "#filter=protocol:XMLParserDelegate")
    page.reload()
    # At the start of the list, where rows stay in their places while it loads.
    expect(page.locator(ROWS).first).to_be_visible()
    page.locator("#traffic").focus()
    page.keyboard.press("Home")
    expect(page.locator('#traffic .grid__row[aria-rowindex="2"]')).to_be_visible()
    row = page.locator(ROWS).filter(has_text="didStartElement").first
    row.click(button="right")
    files = saved_files(page, page.get_by_role("menuitem", name="Save a Swift test of this selector").click)
    calls = [line for line in files["OutlineBuilderTests.swift"].splitlines() if "replay(" in line]
    assert calls and all("didStartElement: " in line for line in calls)


def test_an_exported_page_opens_from_disk_and_offers_no_way_to_a_server(page, folder):
    page.goto((folder / "demo.html").as_uri())
    expect(page.locator(ROWS).first).to_be_visible()
    lines = (folder / "demo.ndjson").read_text().splitlines()
    calls = len([line for line in lines if "what" not in json.loads(line)])
    assert calls < len(lines)
    # The events of proxies between the calls, and the header.
    expect(page.locator("#traffic")).to_have_attribute("aria-rowcount", str(len(lines) + 1))
    # The first ones are those of the installations.
    page.locator("#traffic").focus()
    page.keyboard.press("Home")
    expect(page.locator("#traffic .grid__row[data-kind=event]")).not_to_have_count(0)
    banner = page.locator("[data-banner=file]")
    expect(banner).to_contain_text(f"This page contains {calls:,} calls of run ")
    expect(banner.get_by_role("button")).to_have_count(0)
    expect(page.locator(".connection")).to_have_text("File")
    for name, words in [
        ("Proxies", "A file of exported calls has no list of proxies."),
        ("Running", "No call was running at the end."),
        ("Compare", "A file of exported calls has no comparison of runs."),
    ]:
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tabpanel")).to_contain_text(words)
    page.get_by_role("tab", name="Selectors").click()
    expect(page.locator("#selectors .grid__row:visible", has_text="foundCharacters")).to_have_count(1)
    expect(page.get_by_text("Live", exact=True)).to_have_count(0)


def test_an_exported_page_opens_another_file_and_goes_back_to_its_own_calls(page, folder, tmp_path):
    other = tmp_path / "other.ndjson"
    lines = (folder / "demo.ndjson").read_text().splitlines(keepends=True)
    lines = [line for line in lines if "what" not in json.loads(line)]
    other.write_text("".join(lines[:7]))
    assert json.loads(lines[0])["seq"] == 1
    page.goto((folder / "demo.html").as_uri())
    expect(page.locator(ROWS).first).to_be_visible()
    page.get_by_role("button", name="Export what the list shows").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Open an exported file…").click()
    chooser.value.set_files(other)
    banner = page.locator("[data-banner=file]")
    expect(banner).to_contain_text("You look at 7 calls of the file “other.ndjson”.")
    banner.get_by_role("button", name="Back to the calls in this page").click()
    expect(banner).to_contain_text(f"This page contains {len(lines):,} calls")
    expect(banner.get_by_role("button")).to_have_count(0)
