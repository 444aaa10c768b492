# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-server xml` against an independent parser, and its errors."""
import collections
import json
import subprocess
import time
import urllib.request
import xml.parsers.expat

import pytest

from conftest import ROOT

DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"


def get(url):
    with urllib.request.urlopen(url, timeout=20) as reply:
        return json.load(reply)


def count_with_expat(path):
    """The contents of a file according to expat: events by delegate method, and characters of text."""
    counts = collections.Counter()
    characters = 0
    in_cdata = False
    parser = xml.parsers.expat.ParserCreate()

    def start_cdata():
        nonlocal in_cdata
        in_cdata = True
        counts["parser(_:foundCDATA:)"] += 1

    def end_cdata():
        nonlocal in_cdata
        in_cdata = False

    def text(data):
        nonlocal characters
        if not in_cdata:
            characters += len(data)

    def counter(name):
        def count(*_):
            counts[name] += 1
        return count

    parser.StartElementHandler = counter("parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)")
    parser.EndElementHandler = counter("parser(_:didEndElement:namespaceURI:qualifiedName:)")
    parser.CommentHandler = counter("parser(_:foundComment:)")
    parser.ProcessingInstructionHandler = counter("parser(_:foundProcessingInstructionWithTarget:data:)")
    parser.StartCdataSectionHandler = start_cdata
    parser.EndCdataSectionHandler = end_cdata
    parser.CharacterDataHandler = text
    with open(path, "rb") as file:
        parser.ParseFile(file)
    return counts, characters


def wait_for_document_end(url):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        rows = get(url + "/api/v1/selectors")["items"]
        if any(row["selector"] == "parserDidEndDocument(_:)" for row in rows):
            return {row["selector"]: row for row in rows}
    pytest.fail("the document did not end within 60 s")


def text_length(url):
    """Sum of the lengths of all `foundCharacters` texts, by paging through the whole recording."""
    total, after = 0, 0
    while True:
        page = get(f"{url}/api/v1/invocations?order=asc&limit=1000&after={after}")
        for call in page["items"]:
            if call["selector"] == "parser(_:foundCharacters:)":
                argument = call["arguments"][1]
                assert "truncated" not in argument
                total += len(argument["value"])
        after = page["continue"] or page["next"]
        if after is None:
            return total


def test_counts_per_selector_equal_those_of_expat(start):
    server = start("xml", str(DOCUMENT), "--serve")
    rows = wait_for_document_end(server.url)
    counts, characters = count_with_expat(DOCUMENT)
    seen = {name: rows[name]["calls"] for name in counts}
    assert seen == dict(counts)
    assert rows["parserDidStartDocument(_:)"]["calls"] == 1
    assert text_length(server.url) == characters
    code, output, _ = server.stop()
    assert code == 0
    assert "calls of" in output


def test_prints_a_summary_per_selector(inspector):
    run = subprocess.run([inspector, "xml", str(DOCUMENT)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0
    assert run.stdout.splitlines()[0].split() == ["selector", "calls", "p50", "p99", "total"]
    assert "parser(_:foundComment:)" in run.stdout


def test_a_missing_file_is_named_and_the_exit_code_is_1(inspector, tmp_path):
    missing = tmp_path / "nothing.xml"
    run = subprocess.run([inspector, "xml", str(missing)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert str(missing) in run.stderr and "No such file" in run.stderr


@pytest.mark.parametrize("place", ["-", "/dev/stdin"])
def test_reads_a_pipe_to_its_end(inspector, place):
    run = subprocess.run([inspector, "xml", place], input=DOCUMENT.read_bytes(), capture_output=True, timeout=60)
    assert run.returncode == 0, run.stderr
    name = "standard input" if place == "-" else place
    # The summary of the same document as a file.
    whole = subprocess.run([inspector, "xml", str(DOCUMENT)], capture_output=True, text=True, timeout=60)
    assert run.stderr.decode().replace(name, str(DOCUMENT)) == whole.stderr


def test_standard_input_can_be_a_file_that_was_read_in_part(inspector, tmp_path):
    file = tmp_path / "two.xml"
    file.write_bytes(b"not XML\n<a><b/></a>")
    with open(file, "rb", buffering=0) as rest:
        rest.seek(len(b"not XML\n"))
        run = subprocess.run([inspector, "xml", "-"], stdin=rest, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stderr.startswith("standard input: ")


def test_a_wrong_line_of_standard_input_is_named(inspector):
    run = subprocess.run([inspector, "xml", "-"], input="<a>\n</b>", capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert "standard input:2:" in run.stderr


def test_a_folder_is_said_to_be_one(inspector, tmp_path):
    run = subprocess.run([inspector, "xml", str(tmp_path)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert f"{tmp_path} is a folder, not a file." in run.stderr


def test_an_empty_device_is_as_an_empty_file(inspector, tmp_path):
    empty = tmp_path / "empty.xml"
    empty.touch()
    file, device = (subprocess.run([inspector, "xml", place], capture_output=True, text=True, timeout=60)
                    for place in (str(empty), "/dev/null"))
    assert (device.returncode, device.stderr.replace("/dev/null", str(empty))) == (file.returncode, file.stderr)
    assert "Input/output error" not in device.stderr


def test_a_broken_file_is_named_with_its_line_and_stays_inspectable(start, tmp_path):
    broken = tmp_path / "broken.xml"
    broken.write_text("<a>\n  <b>text</b>\n  <c></d>\n</a>\n")
    server = start("xml", str(broken), "--serve")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        rows = {row["selector"]: row["calls"] for row in get(server.url + "/api/v1/selectors")["items"]}
        if "parser(_:parseErrorOccurred:)" in rows:
            break
    assert rows["parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)"] == 3
    code, _, errors = server.stop()
    assert code == 1
    assert f"{broken}:3:" in errors


def test_a_wrong_command_line_exits_with_64(inspector):
    run = subprocess.run([inspector, "xml", "--nonsense"], capture_output=True, text=True, timeout=20)
    assert run.returncode == 64
