# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-server filter`: meanings and errors of filters."""
import json
import subprocess
import urllib.request

import pytest


def run(inspector, *arguments):
    return subprocess.run([inspector, *arguments], capture_output=True, text=True, timeout=60)


def test_a_filter_is_told_canonically_in_words_and_with_its_cost(inspector):
    done = run(inspector, "filter", "dur:>1ms and (selector:found* or path:NONE)")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines() == [
        "duration:>1ms (selector:found* | path:none)",
        "calls that took more than 1ms and (whose selector begins with “found” or that reached nobody)",
        "looks at: header",
    ]


@pytest.mark.parametrize("arguments", [["-thread:main"], ["--", "-thread:main"]])
def test_a_filter_may_begin_with_a_minus_sign(inspector, arguments):
    done = run(inspector, "filter", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("-thread:main\n")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["-thread:main", "--help"]])
def test_the_help_is_no_filter(inspector, arguments):
    done = run(inspector, "filter", *arguments)
    assert done.returncode == 0 and "USAGE: inspector-server filter <expression>\n" in done.stdout


def test_a_second_filter_is_refused(inspector):
    done = run(inspector, "filter", "dur:>1ms", "-thread:main")
    assert done.returncode == 64
    assert "Unexpected argument '-thread:main'. Put a filter with spaces in quotes." in done.stderr


def test_what_is_wrong_is_underlined(inspector):
    refused = run(inspector, "filter", "a sellector:x")
    assert refused.returncode == 64 and refused.stdout == ""
    lines = refused.stderr.splitlines()
    assert lines[:2] == ["a sellector:x", "  ^^^^^^^^^"]
    assert "Did you mean selector?" in lines[2] and "(at character 3)" in lines[2]


def test_the_help_lists_what_the_api_lists(start, inspector):
    text = run(inspector, "filter", "--help").stdout
    server = start("demo")
    with urllib.request.urlopen(server.url + "/api/v1/filter/help", timeout=20) as reply:
        listed = json.load(reply)
    words = " ".join(text.split())
    for entry in listed["items"] + listed["syntax"]:
        assert entry["example"] in words and entry["description"] in words, entry
    for entry in listed["items"]:
        assert ", ".join([entry["key"], *entry["aliases"]]) in words, entry
