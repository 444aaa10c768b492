# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The files that `make-test` writes and leaves alone. `ReleaseTests/test_make_test.py` compiles and runs them."""
import re
import subprocess

import pytest

from conftest import ROOT

DOCUMENT = "<list><item>one</item><item>two</item></list>"


def run(inspector, *arguments):
    return subprocess.run([inspector, *map(str, arguments)], capture_output=True, text=True, timeout=120)


@pytest.fixture
def recording(inspector, tmp_path):
    (tmp_path / "list.xml").write_text(DOCUMENT)
    done = run(inspector, "xml", tmp_path / "list.xml", "--store", tmp_path / "calls.sqlite")
    assert done.returncode == 0, done.stderr
    return tmp_path / "calls.sqlite"


def test_the_test_goes_to_standard_output_and_what_is_missing_to_standard_error(inspector, recording):
    done = run(inspector, "make-test", recording, "--module", "Outline")
    assert done.returncode == 0, done.stderr
    assert '        try replay(target.parser(fixtures.xmlParser1, foundCharacters: "one"))' in done.stdout
    assert 'didStartElement: "item", namespaceURI: nil, qualifiedName: nil, attributes: [:]))' in done.stdout
    assert "@testable import Outline" in done.stdout and "#error" not in done.stdout
    assert "Repeated: 8 calls of OutlineBuilder.\n" in done.stderr
    assert "The test needs a file of fixtures: write one with --fixtures FILE." in done.stderr


def test_the_fixtures_are_written_once(inspector, recording, tmp_path):
    test, fixtures = tmp_path / "A.swift", tmp_path / "B.swift"
    for filled in [False, True]:
        done = run(inspector, "make-test", recording, "--output", test, "--fixtures", fixtures)
        assert done.returncode == 0, done.stderr
        text = fixtures.read_text()
        if not filled:
            assert text.count("#error") == 4 and "let xmlParser1: XMLParser" in text
            fixtures.write_text("mine")
        else:
            assert text == "mine" and "exists, and is left as it is." in done.stderr
    assert "#error(\"Import the module of OutlineBuilder here" in test.read_text()


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("name", ["A.swift", "./A.swift", "folder/../A.swift", "link/A.swift"])
def test_one_file_for_the_test_and_the_fixtures_is_refused(inspector, recording, tmp_path, name, exists):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    test = tmp_path / "A.swift"
    if exists:
        test.write_text("mine")
    done = run(inspector, "make-test", recording, "--output", test, "--fixtures", f"{tmp_path}/{name}")
    assert done.returncode == 64 and "--output and --fixtures name the same file" in done.stderr
    assert test.read_text() == "mine" if exists else not test.exists()


@pytest.mark.parametrize("arguments, problem", [
    (["--target", "Nobody"], "There are no calls of a target named Nobody; the targets are OutlineBuilder."),
    (["--filter", "selector:none"], "No matching call has a target."),
    (["--filter", "selecto:x"], "(at character 1)"),
    (["--filter", "duration:>"], "--filter: "),
    (["--module", "a b"], "--module a b: not a name of Swift."),
    (["--module", "import"], "--module import: not a name of Swift."),
    (["--suite", "class"], "--suite class: not a name of Swift."),
    (["--import", "_"], "--import _: not a name of Swift."),
    (["--limit", "0"], "--limit must be from 1 to 100000."),
])
def test_a_wrong_request_says_what_is_wrong(inspector, recording, arguments, problem):
    done = run(inspector, "make-test", recording, *arguments)
    assert done.returncode in [1, 64] and problem in done.stderr and done.stdout == ""


def test_who_asks_for_a_target_of_another_run_is_told_of_the_runs(inspector, recording):
    def nobody(*arguments):
        done = run(inspector, "make-test", recording, "--target", "Nobody", *arguments)
        assert done.returncode == 1 and "There are no calls of a target named Nobody; " in done.stderr
        return done.stderr

    first = re.search(r"calls\.sqlite, run ([0-9a-f]{8}): There are", nobody())[1]
    assert "--run" not in nobody()
    again = run(inspector, "xml", recording.parent / "list.xml", "--store", recording)
    assert again.returncode == 0, again.stderr
    assert f" Another run in the file: {first}; look in it with --run {first}." in nobody()
    last = re.search(r"calls\.sqlite, run ([0-9a-f]{8}): There are", nobody())[1]
    assert last != first and f"run {first}: " in nobody("--run", first) and f"--run {last}." in nobody("--run", first)


def test_a_filter_may_begin_with_a_minus_sign(inspector, recording):
    done = run(inspector, "make-test", recording, "--filter", "-selector:*foundCharacters*")
    assert done.returncode == 0, done.stderr
    assert "Repeated: 6 calls of OutlineBuilder.\n" in done.stderr and "foundCharacters" not in done.stdout


@pytest.mark.parametrize("command", ["export", "make-test"])
def test_an_expression_that_runs_out_of_steps_is_told(inspector, tmp_path, command):
    (tmp_path / "long.xml").write_text(f"<list>{'a' * 2_000}</list>")
    assert run(inspector, "xml", tmp_path / "long.xml", "--store", tmp_path / "long.sqlite").returncode == 0
    for expression, is_told in [("/a.{0,1000}error/", True), ("/error/", False)]:
        done = run(inspector, command, tmp_path / "long.sqlite", "--filter", f"-arg.string:{expression}")
        assert done.returncode == 0, done.stderr
        assert done.stderr.count("ran out of steps for some calls") == is_told


def test_a_limit_is_told(inspector, recording):
    done = run(inspector, "make-test", recording, "--limit", "3")
    assert "Not repeated: 5 calls beyond the limit." in done.stderr
    assert "// Not repeated: 5 calls beyond the limit." in done.stdout
    assert done.stdout.count("replay(") == 3


def test_the_document_of_the_package_is_written_too(inspector, tmp_path):
    path = tmp_path / "calls.sqlite"
    document = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"
    assert run(inspector, "xml", document, "--store", path).returncode == 0
    done = run(inspector, "make-test", path, "--limit", "100000", "--module", "Outline")
    assert done.returncode == 0 and "#error" not in done.stdout and done.stdout.count("replay(") > 5_000
