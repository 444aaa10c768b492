# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The tests of Examples/TestingExample pass, and exactly the right ones fail when its class is broken."""
import pathlib
import re
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.long
ROOT = pathlib.Path(__file__).resolve().parents[2]
CLASS = "Sources/Thermostat/Thermostat.swift"

# A change of the class, and the tests that notice it.
BROKEN = {
    "heats later": (
        ("tolerance = 0.5", "tolerance = 0.7"),
        {"heatingBeginsHalfADegreeBelowTheTarget"}),
    "heats without asking": (
        ("delegate?.thermostat(self, shouldHeatFrom: mean) ?? false", "delegate != nil"),
        {"theDelegateIsAskedBeforeHeating", "theDelegateCanRefuse"}),
    "tells the end twice": (
        ("        isHeating = false\n", ""),
        {"heatingEndsAtTheTargetAndIsToldOnce"}),
    "adds temperatures up": (
        ("readings.reduce(0, +) / Double(readings.count)", "readings.reduce(0, +)"),
        {"aColdRoomIsHeated", "heatingBeginsHalfADegreeBelowTheTarget", "theDelegateIsAskedBeforeHeating",
         "theDelegateCanRefuse", "heatingEndsAtTheTargetAndIsToldOnce"}),
    "hides failures": (
        ("delegate?.thermostat(self, didFailWith:", "_ = (self, didFailWith:"),
        {"aBrokenSensorIsReportedAndLeftOut"}),
    "confuses the temperatures": (
        ("didStartHeatingFrom: mean, to: target", "didStartHeatingFrom: target, to: mean"),
        {"aColdRoomIsHeated", "aBrokenSensorIsReportedAndLeftOut"}),
}


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    folder = tmp_path_factory.mktemp("testing") / "TestingExample"
    shutil.copytree(ROOT / "Examples/TestingExample", folder, ignore=shutil.ignore_patterns(".build"))
    manifest = folder / "Package.swift"
    manifest.write_text(manifest.read_text().replace('path: "../.."', f'path: "{ROOT}"'))
    return folder


def run(example, *options):
    """Names of the tests that passed and failed, and all that was said."""
    command = ["swift", "test", *options, "--package-path", example, "--scratch-path", ROOT / ".build/testing-example"]
    outcome = subprocess.run(command, capture_output=True, text=True)
    text = outcome.stdout + outcome.stderr
    assert "Test run with" in text or "Executed" in text, text[-4000:]
    return set(re.findall(r"✔ Test (\w+)\(\) passed", text)), set(re.findall(r"✘ Test (\w+)\(\) failed", text)), text


def test_all_tests_of_the_example_pass(example):
    passed, failed, text = run(example)
    assert not failed and len(passed) == 10, text
    assert "Executed 1 test, with 0 failures" in text


@pytest.mark.parametrize("change", BROKEN)
def test_a_broken_class_fails_the_tests_that_say_so(example, change):
    (old, new), expected = BROKEN[change]
    file = example / CLASS
    whole = file.read_text()
    assert whole.count(old) == 1
    try:
        file.write_text(whole.replace(old, new))
        passed, failed, text = run(example)
    finally:
        file.write_text(whole)
    assert failed == expected, text
    assert len(passed) + len(failed) == 10


def test_xctest_reports_a_failure_at_the_line_of_the_expectation(example):
    file = example / CLASS
    whole = file.read_text()
    (old, new), _ = BROKEN["confuses the temperatures"]
    lines = (example / "Tests/ThermostatTests/ThermostatXCTests.swift").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "expectCalls(" in text)
    try:
        file.write_text(whole.replace(old, new))
        _, _, text = run(example, "--disable-swift-testing")
    finally:
        file.write_text(whole)
    assert re.search(rf"ThermostatXCTests.swift:{line}: error: .*Expected exactly 1 call whose selector", text), text
