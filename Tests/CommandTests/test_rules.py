# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Rules from the command line act on the calls of a running program, and held calls wait for the person who decides."""
import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import time
import urllib.parse
import urllib.request

import pytest

from conftest import Server

SECONDS = 20
# Calls of one thread of the demo, which waits while one of them is held: there is never a second one. Other owners than the
# table have no target.
HOLDABLE = "selector:*shouldScrollToTop* owner:TableView"
# Calls of another thread, whose proxy can give its target another text.
TEXTS = "selector:parser*foundCharacters*"


def run(inspector, *arguments, text=None, **environment):
    return subprocess.run(
        [inspector, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=60,
        env={**os.environ, **environment})


def get(url):
    with urllib.request.urlopen(url, timeout=60) as reply:
        return json.load(reply)


def eventually(condition, what="it did not come true in time", seconds=SECONDS):
    """The first true value of a condition."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, what
        time.sleep(0.02)
    return value


class Program:
    """A running program, with the command `rules` for it."""

    def __init__(self, inspector, url):
        self.inspector = inspector
        self.url = url

    def rules(self, *arguments, text=None):
        return run(self.inspector, "rules", *arguments, self.url, text=text)

    def done(self, *arguments, text=None):
        done = self.rules(*arguments, text=text)
        assert done.returncode == 0, done.stderr
        return done

    def add(self, *arguments, text=None):
        """Adds a rule; returns its number."""
        lines = self.done("add", *arguments, text=text).stdout.splitlines()
        assert len(lines) == 2 and lines[0].split()[:3] == ["ID", "POINT", "ACTION"], lines
        return int(lines[1].split()[0])

    def rule(self, number):
        return next(rule for rule in json.loads(self.done("list", "--json").stdout)["items"] if rule["id"] == number)

    def held(self):
        return get(f"{self.url}/api/v1/held")["items"]

    def holds(self, count=1):
        """The held calls, as soon as there are so many."""
        return eventually(lambda: held if len(held := self.held()) == count else None, f"not {count} calls are held")

    def connected(self):
        """Waits for a client. The last one counts a moment longer than it is there, and then held calls go on."""
        eventually(lambda: get(f"{self.url}/api/v1/status")["clients"] > 0, "no client connects")

    def call(self, terms):
        """The newest call that passes a filter; waits for the first one."""
        query = urllib.parse.urlencode({"filter": terms, "count": ">=1", "within": f"{SECONDS}s"})
        get(f"{self.url}/api/v1/assert?{query}")
        return get(f"{self.url}/api/v1/invocations?" + urllib.parse.urlencode({"filter": terms, "limit": 1}))["items"][0]


@pytest.fixture(scope="module")
def demo():
    server = Server(["demo", "--rate", "2000"], stderr=subprocess.DEVNULL)
    yield server
    assert server.stop()[0] == 0


@pytest.fixture
def program(demo, inspector):
    """The demo, without rules."""
    program = Program(inspector, demo.url)
    yield program
    program.done("remove", "--all")
    eventually(lambda: not program.held(), "calls stay held without a rule")


# What rules do


def test_a_rule_answers_in_place_of_the_target(program):
    number = program.add("--action", "answer", "--value", "false", "--filter", "selector:*shouldScrollToTop*")
    call = program.call(f"rule:{number}")
    assert (call["returnPath"], call["result"]["value"], call["targetNanoseconds"]) == ("stub", False, None)


def test_a_rule_throws_in_place_of_the_target(program):
    number = program.add("--action", "throw", "--text", "no ink", "--filter", "selector:*commit*")
    call = program.call(f"rule:{number}")
    assert (call["state"], call["returnPath"], call["error"]["value"]) == ("threw", "stub", "no ink")
    assert call["error"]["type"] == "RuleError" and call["targetNanoseconds"] is None


def test_a_rule_leaves_a_call_out(program):
    number = program.add("--action", "skip", "--filter", "selector:*didHighlight*")
    call = program.call(f"rule:{number}")
    assert (call["state"], call["returnPath"], call["targetNanoseconds"]) == ("returned", "stub", None)


def test_a_rule_delays_a_call_which_then_reaches_its_target(program):
    number = program.add("--action", "delay", "--milliseconds", "1.5", "--filter", HOLDABLE)
    call = program.call(f"rule:{number}")
    assert call["heldNanoseconds"] >= 1_500_000 and call["targetNanoseconds"] is not None
    assert program.rule(number)["milliseconds"] == 1.5


@pytest.mark.parametrize("argument", ["string", "foundCharacters", "1"])
def test_a_rule_gives_the_target_another_argument_by_name_label_or_number(program, argument):
    number = program.add("--action", "edit", "--argument", argument, "--value", '"Atlantis"', "--filter", TEXTS)
    text = program.call(f"rule:{number}")["arguments"][1]
    assert text["edited"]["value"] == "Atlantis" and text["value"] != "Atlantis"


@pytest.mark.parametrize("options", [["--action", "answer"], ["--action", "edit"],
                                     ["--action", "edit", "--argument", "result"]])
def test_a_rule_after_the_target_replaces_its_answer(program, options):
    number = program.add("--after", *options, "--value", "false", "--filter", f"{HOLDABLE} result:true")
    call = program.call(f"rule:{number}")
    assert (call["result"]["value"], call["targetResult"]["value"]) == (False, True)


def test_a_rule_marks_comments_and_says(inspector, start):
    server = start("demo", "--rate", "2000", "--log-level", "notice")
    program = Program(inspector, server.url)
    calls = "selector:parser*foundCharacters*"
    marks = program.add("--action", "mark", "--filter", calls)
    says = program.add("--action", "comment", "--text", "found “it”", "--filter", calls)
    logs = program.add("--before", "--action", "log", "--text", "a line of a rule", "--times", "1", "--filter", calls)
    eventually(lambda: program.rule(logs)["applied"] == 1)
    # `rule` is the last rule that acted on a call.
    call = program.call(f"rule:{says}")
    assert (call["marked"], call["comment"]) == (True, "found “it”") and program.rule(marks)["applied"] > 0
    code, _, errors = server.stop()
    assert code == 0 and errors.count("a line of a rule") == 1, errors


# How often they do


def test_a_rule_acts_a_number_of_times_on_one_call_in_a_few(program):
    number = program.add("--action", "mark", "--times", "4", "--every", "3", "--filter", "selector:*didScroll*")
    assert program.rule(number)["limits"] == {"times": 4, "every": 3}
    rule = eventually(lambda: rule if (rule := program.rule(number))["applied"] == 4 else None)
    assert rule["seen"] >= 10
    # The other calls went by.
    seen = rule["seen"]
    program.call(f"selector:*didScroll* seq:>{get(program.url + '/api/v1/status')['position']} -rule:{number}")
    assert program.rule(number)["applied"] == 4 and program.rule(number)["seen"] >= seen
    assert "4 times, one in 3" in program.done("list").stdout


def test_a_rule_ends_at_its_time(program):
    past = program.add("--action", "mark", "--until", "2020-01-01T00:00:00Z")
    future = program.add("--action", "mark", "--until", "2120-01-01T00:00:00Z")
    program.call(f"rule:{future}")
    assert program.rule(past)["applied"] == 0
    assert "until 2120-01-01T00:00:00" in program.done("list").stdout


def test_a_rule_that_is_switched_off_does_nothing(program):
    off = program.add("--action", "mark", "--disabled")
    program.call(f"rule:{program.add('--action', 'mark')}")
    assert program.rule(off)["applied"] == 0 and not program.rule(off)["enabled"]
    assert "(off) mark" in program.done("list").stdout


def test_threads_that_may_be_blocked_are_named(program):
    number = program.add("--action", "delay", "--milliseconds", "1", "--allow-main-thread", "--allow-task-threads",
                         "--filter", "selector:nothing")
    rule = program.rule(number)
    assert (rule["allowMainThread"], rule["allowTaskThreads"]) == (True, True)


def test_what_a_rule_can_never_see_is_said(program):
    done = program.done("add", "--action", "mark", "--filter", "duration:>1s")
    assert re.search(r"Rule \d+: Its filter asks for the result, the error or the duration", done.stderr)
    assert program.done("list").stderr == done.stderr
    assert program.done("add", "--action", "mark", "--filter", "duration:>1s", "--after").stderr == ""


def test_a_removed_rule_acts_no_more(program):
    number, other = program.add("--action", "mark"), program.add("--action", "mark", "--filter", "selector:nothing")
    program.call(f"rule:{number}")
    assert program.done("remove", number).stderr == f"Rule {number} is removed.\n"
    assert [rule["id"] for rule in json.loads(program.done("list", "--json").stdout)["items"]] == [other]
    assert program.done("remove", "--all").stderr == "All rules are removed.\n"
    assert "There are no rules." in program.done("list").stderr


def test_a_list_is_the_default_and_has_a_line_for_each_rule(program):
    number = program.add("--action", "edit", "--argument", "string", "--value", '"x"', "--filter", TEXTS)
    everything = program.add("--action", "throw", "--text", "t", "--filter", "selector:*commit*")
    assert run(program.inspector, "rules", program.url).stdout.splitlines()[0].split() == [
        "ID", "POINT", "ACTION", "LIMITS", "SEEN", "APPLIED", "FAILED", "FILTER"]
    lines = program.done("list").stdout.splitlines()
    assert re.match(rf'{number} +before +edit string = "x" +- +\d+ +\d+ +0 +{re.escape(TEXTS)}$', lines[1]), lines
    assert re.match(rf"{everything} +before +throw “t” +- ", lines[2]), lines


# Files


def test_rules_that_the_page_has_saved_are_added_in_their_order(program, tmp_path):
    file = tmp_path / "rules.json"
    # As the page writes it: numbers keep their text.
    file.write_text("""{
      "version": 1,
      "rules": [
        {"enabled": true, "filter": "selector:*shouldScrollToTop*", "point": "before", "action": "answer", "value": false},
        {"enabled": false, "filter": "selector:*numberOfRows*", "point": "after", "action": "answer", "value": 1e1},
        {"enabled": true, "filter": "", "point": "before", "action": "delay", "milliseconds": 0.25,
         "allowMainThread": true, "allowTaskThreads": false, "limits": {"every": 7, "connectedOnly": true}}
      ]
    }""")
    lines = program.done("add", "--json", file).stdout.splitlines()
    assert [line.split()[2] for line in lines] == ["ACTION", "answer", "(off)", "delay"]
    rules = json.loads(program.done("list", "--json").stdout)["items"]
    assert [rule["id"] for rule in rules] == [int(line.split()[0]) for line in lines[1:]]
    assert '"value":1e1' in program.done("list", "--json").stdout
    assert rules[2]["limits"] == {"every": 7, "connectedOnly": True} and rules[2]["filter"] == ""


def test_a_listed_rule_can_be_added_again_from_standard_input(program):
    number = program.add("--action", "mark", "--filter", "selector:nothing", "--times", "2")
    listed = program.rule(number)
    again = program.rule(program.add("--json", "-", text=json.dumps(listed)))
    assert again == {**listed, "id": again["id"]} and again["id"] > number


def test_a_file_that_ends_in_a_mistake_tells_what_was_added(program, tmp_path):
    file = tmp_path / "rules.json"
    file.write_text('{"version":1,"rules":[{"action":"mark"},{"action":"mark"},{"action":"bark"},{"action":"mark"}]}')
    done = program.rules("add", "--json", file)
    assert done.returncode == 1
    assert "2 rules were added; then: “action” must be hold, answer" in done.stderr
    assert "Possible: hold, answer, throw," in done.stderr
    assert len(json.loads(program.done("list", "--json").stdout)["items"]) == 2


# Refusals


@pytest.mark.parametrize("options, words", [
    (["--action", "bark"], ["“action” must be hold", "Possible: hold, answer, throw, delay, skip, edit, mark"]),
    (["--action", "mark", "--filter", "selecto:x"], ["There is no key", "Did you mean", "(at character 1)", "Possible: selector."]),
    (["--action", "mark", "--filter", "thread:main (selector:x"], ["This parenthesis is not closed. (at character 13)"]),
    (["--action", "answer", "--filter", "selector:*shouldScrollToTop*"], ["The action answer needs “value”."]),
    (["--action", "answer", "--value", "3", "--filter", "selector:*shouldScrollToTop*"],
     ["3 is not a Bool; give true or false. (at byte 1)"]),
    (["--action", "answer", "--value", '{"indexes": [0, "no"]}', "--filter", "selector:*willSelect*"],
     ["Int", "(at byte 17)"]),
    (["--action", "answer", "--value", "99999999999999999999", "--filter", "selector:*numberOfRows*"],
     ["99999999999999999999 is not an Int; give -9223372036854775808 to 9223372036854775807."]),
    (["--action", "answer", "--value", "true", "--filter", "selector:*didScroll*"],
     ["scrollViewDidScroll(_:) returns nothing; use “skip”"]),
    (["--action", "skip", "--filter", "selector:*shouldScrollToTop*"], ["returns a value", "use “answer”"]),
    (["--action", "skip", "--after", "--filter", "selector:*didHighlight*"], ["can be skipped before it, not after it"]),
    (["--action", "throw", "--text", "x", "--filter", "selector:*didScroll*"], ["does not throw."]),
    (["--action", "throw", "--case", "noInk", "--filter", "selector:*commit*"], ["throws any error; give a “text”"]),
    (["--action", "throw", "--text", "x", "--case", "y"], ["Give “text” or “case”, not both."]),
    (["--action", "throw"], ["needs a “text”, or a “case”", "Possible: text, case."]),
    (["--action", "edit", "--value", "1", "--filter", TEXTS], ["The action edit needs “argument”."]),
    (["--action", "edit", "--argument", "result", "--value", "true", "--filter", "selector:*shouldScrollToTop*"],
     ["The result can be edited after the call; before it, use “answer”."]),
    (["--action", "edit", "--after", "--argument", "string", "--value", '"x"', "--filter", TEXTS],
     ["After the call only “result” can be edited"]),
    (["--action", "edit", "--argument", "searchText", "--value", '"x"', "--filter", "selector:*didSelectRowAt*"],
     ["no argument “searchText”"]),
    (["--action", "delay"], ["The action delay needs “milliseconds”."]),
    (["--action", "delay", "--milliseconds", "0"], ["more than 0 and at most 60 000 ms"]),
    (["--action", "delay", "--milliseconds", "60001"], ["more than 0 and at most 60 000 ms"]),
    (["--action", "hold", "--deadline-milliseconds", "99"], ["between 100 ms and 10 minutes"]),
    (["--action", "comment"], ["The action comment needs “text”."]),
    (["--action", "log", "--text", "x" * 5000], ["at most 4096 bytes"]),
    (["--action", "mark", "--value", "1"], ["The action mark has no “value”."]),
    (["--action", "hold", "--milliseconds", "5"],
     ["The action hold has no “milliseconds”.", "Possible: allowMainThread, allowTaskThreads, deadlineMilliseconds."]),
    (["--action", "mark", "--until", "tomorrow"], ['“limits.until” must be a time such as "2026-11-24T12:00:00Z", from']),
    (["--action", "mark", "--every", "0"], ["“limits.every” must be a whole number from 1"]),
    (["--action", "mark", "--times", "0"], ["“limits.times” must be a whole number from 1"]),
])
def test_a_rule_that_can_not_be_is_refused_with_the_reason(program, options, words):
    done = program.rules("add", *options)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("Error: ") and all(word in done.stderr for word in words), done.stderr
    assert "There are no rules." in program.done("list").stderr


@pytest.mark.parametrize("argument, value, words", [
    ("stirng", "1", "has no argument “stirng”; it has “parser”, “string”."), ("2", "1", "has no argument “2”"),
    ("-1", "1", "has no argument “-1”"), ("string", "1", "1 is not a String"), ("parser", "{}", "XMLParser can't be made"),
])
def test_an_argument_that_can_not_be_is_refused_with_the_reason(program, argument, value, words):
    # Values are checked for proxies that live; between two documents, the parser has none.
    program.add("--action", "hold", "--filter", TEXTS, "--deadline-milliseconds", "600000")
    program.holds()
    done = program.rules("add", "--action", "edit", f"--argument={argument}", "--value", value, "--filter", TEXTS)
    assert done.returncode == 1 and words in done.stderr, done.stderr


@pytest.mark.parametrize("arguments, words", [
    (["add"], "Give --action, such as --action hold, or --json."),
    (["add", "--action", "answer", "--value", "[1"], "--value '[1': not JSON; use 42, true, null, [1, 2], or '\"text\"'"),
    (["add", "--action", "answer", "--value", "yes"], "--value 'yes': not JSON"),
    (["add", "--action", "delay", "--milliseconds", "nan"], "--milliseconds must be a number."),
    (["add", "--action", "delay", "--milliseconds", "soon"], "'soon' is invalid for '--milliseconds <n>'"),
    (["add", "--action", "mark", "--times", "1.5"], "'1.5' is invalid for '--times <n>'"),
    (["add", "--json", "-", "--action", "mark"], "--json has the whole rule; leave out the other options."),
    (["remove"], "Give the number of a rule, or --all."),
    (["remove", "x"], "Give the number of a rule, or --all."),
    (["remove", "0"], "Give the number of a rule, or --all."),
    (["remove", "--all", "3"], "Give a number or --all, not both."),
    (["release"], "Give the number of a held call, or --all."),
    (["release", "--all", "--skip"], "With --all, calls can only go on."),
    (["release", "1", "--skip", "--answer", "3"], "Give one decision, not 2."),
    (["release", "1", "--answer", "{"], "--answer '{': not JSON"),
    (["release", "1", "--edit", "bytes"], "--edit 'bytes': use NAME=JSON, such as bytes=42."),
    (["release", "1", "--edit", "bytes=x"], "'x': not JSON"),
])
def test_a_mistake_on_the_command_line_needs_no_program(inspector, arguments, words):
    done = run(inspector, "rules", *arguments)
    assert done.returncode == 64 and words in done.stderr and "Usage: " in done.stderr, done.stderr


def test_numbers_that_nothing_has_are_refused(program):
    done = program.rules("remove", "999999")
    assert (done.returncode, done.stderr) == (1, "Error: No rule has the number 999999.\n")
    done = program.rules("release", "999999")
    assert (done.returncode, done.stderr) == (1, "Error: No call was held with the number 999999.\n")


def test_files_that_are_no_rules_are_refused(program, tmp_path):
    done = program.rules("add", "--json", tmp_path / "missing")
    assert done.returncode == 1 and "missing cannot be read." in done.stderr
    done = program.rules("add", "--json", "-", text="rules: none")
    assert (done.returncode, done.stderr) == (1, "Error: standard input is not JSON: a value is expected (at character 1).\n")
    done = program.rules("add", "--json", "-", text="[]")
    assert done.returncode == 1 and "The body must be a JSON object." in done.stderr
    done = program.rules("add", "--json", "-", text='{"action":"mark","action":"mark"}')
    assert done.returncode == 1 and "given twice" in done.stderr and "(at byte 18)" in done.stderr
    done = program.rules("add", "--json", "-", text='{"action":"mark","tmies":3}')
    assert done.returncode == 1 and "There is no member “tmies” here." in done.stderr


def test_a_program_that_is_not_there_is_said(inspector):
    for command in (["list"], ["add", "--action", "mark"], ["held"], ["release", "1"], ["remove", "1"]):
        done = run(inspector, "rules", *command, "http://127.0.0.1:1/")
        assert done.returncode == 1 and "does not answer: " in done.stderr and "Is the program running?" in done.stderr


@pytest.mark.parametrize("option, variable", [("--no-allow-rules", None), (None, "0"), ("--no-allow-rules", "1")])
def test_a_program_that_does_not_allow_rules_says_how_it_would(start, inspector, monkeypatch, option, variable):
    if variable:
        monkeypatch.setenv("INSPECTOR_ALLOW_RULES", variable)
    program = Program(inspector, start("demo", *([option] if option else [])).url)
    listed = program.done("list")
    assert "lets no client set rules; it would with --allow-rules." in listed.stderr
    assert json.loads(program.done("list", "--json").stdout)["allowed"] is False
    assert "No call is held." in program.done("held").stderr
    for command in (["add", "--action", "mark"], ["remove", "1"], ["remove", "--all"], ["release", "1"], ["release", "--all"]):
        done = program.rules(*command)
        assert done.returncode == 1 and "INSPECTOR_ALLOW_RULES=1" in done.stderr and "--allow-rules" in done.stderr


def test_an_option_wins_over_the_environment(start, inspector, monkeypatch):
    monkeypatch.setenv("INSPECTOR_ALLOW_RULES", "0")
    program = Program(inspector, start("demo", "--allow-rules").url)
    program.add("--action", "mark")
    refused = run(inspector, "demo", "--port", "0", INSPECTOR_ALLOW_RULES="perhaps")
    assert refused.returncode != 0 and "INSPECTOR_ALLOW_RULES=perhaps" in refused.stderr and "0 or 1" in refused.stderr


def test_a_recording_has_no_calls_to_act_on(start, inspector, tmp_path):
    file = tmp_path / "calls.recording"
    recorded = start("demo", "--store", str(file), "--rate", "500")
    Program(inspector, recorded.url).call("selector:*")
    assert recorded.stop()[0] == 0
    program = Program(inspector, start("open", str(file)).url)
    done = program.rules("add", "--action", "mark")
    assert (done.returncode, done.stderr) == (1, "Error: A recording has no live calls; only a running program has.\n")
    assert json.loads(program.done("list", "--json").stdout)["allowed"] is False


# Held calls


def test_a_held_call_is_listed_with_what_can_be_decided(program):
    number = program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000")
    (held,) = program.holds()
    header, line = program.done("held").stdout.splitlines()
    assert header.split() == ["ID", "RULE", "POINT", "LEFT", "CAN", "CALL"]
    assert re.match(
        rf"{held['id']} +{number} +before +[\d.]+ s +continue,answer +scrollViewShouldScrollToTop\(_: ", line)
    listed = json.loads(program.done("held", "--json").stdout)
    assert listed["count"] == 1 and listed["limit"] == 16 and listed["items"][0]["id"] == held["id"]
    assert listed["items"][0]["answerType"] == "Bool" and listed["items"][0]["can"] == ["continue", "answer"]
    assert program.done("release", held["id"]).stderr == f"Held call {held['id']}: continue.\n"
    call = program.call(f"rule:{number}")
    assert (call["returnPath"], call["heldNanoseconds"] > 0) == ("target", True)
    late = program.rules("release", held["id"])
    assert (late.returncode, late.stderr) == (
        1, f"Error: The held call {held['id']} has gone on: somebody decided before.\n")


def test_a_decision_that_can_not_be_leaves_the_call_waiting(program):
    program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000")
    (held,) = program.holds()
    for options, words in [
        (["--answer", "3"], "3 is not a Bool; give true or false. (at byte 1)"), (["--skip"], "use “answer” to give one"),
        (["--throw", "x"], "does not throw."), (["--case", "x"], "does not throw."),
        (["--edit", "offset=1"], "has no argument “offset”; it has “scrollView”."),
    ]:
        done = program.rules("release", held["id"], *options)
        assert done.returncode == 1 and words in done.stderr, done.stderr
        assert [still["id"] for still in program.held()] == [held["id"]]


@pytest.mark.parametrize("calls, options, expected", [
    (HOLDABLE, ["--answer", "false"], lambda call: call["result"]["value"] is False),
    ("selector:*commit*", ["--throw", "no ink"], lambda call: call["error"]["value"] == "no ink"),
    ("selector:*didHighlight*", ["--skip"], lambda call: call["targetNanoseconds"] is None),
], ids=["answers", "throws", "skips"])
def test_a_person_answers_throws_or_skips_a_held_call(program, calls, options, expected):
    number = program.add("--action", "hold", "--filter", calls, "--deadline-milliseconds", "600000", "--times", "1")
    (held,) = program.holds()
    program.done("release", held["id"], *options)
    call = program.call(f"rule:{number} path:intercept")
    assert expected(call), call


def test_a_person_edits_all_or_none_of_the_arguments(program):
    number = program.add(
        "--action", "hold", "--filter", "selector:*didStartElement*", "--times", "1",
        "--deadline-milliseconds", "600000")
    (held,) = program.holds()
    done = program.rules("release", held["id"], "--edit", 'elementName="a"', "--edit", "attributes=3")
    assert done.returncode == 1 and program.held(), done.stderr
    assert "3 is not a value of [String: String]; give an object." in done.stderr
    program.done("release", held["id"], "--edit", 'elementName="a"', "--edit", 'attributes={"b":"c"}')
    arguments = program.call(f"rule:{number} has:edit")["arguments"]
    assert [argument["name"] for argument in arguments if "edited" in argument] == ["elementName", "attributeDict"]
    assert arguments[1]["edited"]["value"] == "a"


def test_a_person_replaces_the_answer_of_a_call_held_after_its_target(program):
    number = program.add(
        "--action", "hold", "--after", "--filter", f"{HOLDABLE} result:true", "--times", "1",
        "--deadline-milliseconds", "600000")
    (held,) = program.holds()
    assert held["answerJSON"] is True
    assert " → true" in program.done("held").stdout
    late = program.rules("release", held["id"], "--edit", "scrollView=1")
    assert late.returncode == 1 and "The target has got its arguments; edit “result”." in late.stderr
    program.done("release", held["id"], "--edit", "result=false")
    call = program.call(f"rule:{number}")
    assert (call["result"]["value"], call["targetResult"]["value"]) == (False, True)


def test_all_held_calls_go_on_at_once(program):
    # A second call of a released thread would be held anew.
    for calls in (HOLDABLE, TEXTS):
        program.add("--action", "hold", "--filter", calls, "--deadline-milliseconds", "600000", "--times", "1")
    program.holds(2)
    assert program.done("release", "--all").stderr == "2 calls go on.\n"
    eventually(lambda: not program.held())


def test_a_call_goes_on_at_its_deadline(program):
    number = program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "100", "--times", "1")
    call = program.call(f"rule:{number} held:>=100ms")
    assert call["returnPath"] == "target"
    assert program.rule(number)["applied"] == 1 and program.held() == []


def test_removing_a_rule_lets_its_call_go_on(program):
    number = program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000")
    (held,) = program.holds()
    program.done("remove", number)
    eventually(lambda: not program.held())
    late = program.rules("release", held["id"])
    assert late.returncode == 1 and "its rule was removed" in late.stderr


# tail --hold


class Terminal:
    """A command on a terminal of its own, whose Ctrl-C reaches it."""

    def __init__(self, *command):
        self.ours, theirs = pty.openpty()
        # A shell ignores Ctrl-C in what it runs in the background, and its children inherit that.
        self.process = subprocess.Popen(
            ["setsid", "--ctty", "env", "--default-signal=INT,QUIT", *command], stdin=theirs, stdout=theirs, stderr=theirs,
            env={**os.environ, "NO_COLOR": "1"})
        os.close(theirs)
        self.text = ""
        self.read = 0

    def shows(self, pattern):
        """Waits until a pattern is shown behind the last one."""
        deadline = time.monotonic() + SECONDS
        while not (found := re.compile(pattern).search(self.text, self.read)):
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self.ours], [], [], max(left, 0))
            assert ready, f"{pattern} is not shown: {self.text[self.read:]!r}"
            try:
                self.text += os.read(self.ours, 65536).decode(errors="replace")
            except OSError:
                raise AssertionError(f"it ended without {pattern}: {self.text[self.read:]!r}") from None
        self.read = found.end()
        return found

    def types(self, line):
        os.write(self.ours, f"{line}\n".encode())

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.fixture
def tail(program):
    """Begins `tail --hold`, which shows only calls that rules acted on."""
    with contextlib.ExitStack() as terminals:
        def begin():
            terminal = Terminal(program.inspector, "tail", "--hold", "--no-lifecycle", "--filter", "has:rule", program.url)
            terminals.callback(terminal.end)
            program.connected()
            return terminal
        yield begin


def asked(terminal):
    """The number of the call that the prompt asks about."""
    return int(terminal.shows(r"held (\d+) \(c, JSON, t, s or e\)> ")[1])


def test_a_held_call_is_shown_and_goes_on(program, tail):
    terminal = tail()
    number = program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000")
    shown = terminal.shows(
        rf"── held (\d+) by rule {number}, (\d+) s: scrollViewShouldScrollToTop\(.*\) \(continue, answer\)")
    assert int(shown[2]) > 500
    assert asked(terminal) == int(shown[1])
    terminal.types("c")
    terminal.shows(rf"── released {shown[1]}: continue, by client")
    # The thread makes such a call again, and the person is asked again.
    assert int(terminal.shows(rf"── held (\d+) by rule {number}")[1]) > int(shown[1])


@pytest.mark.parametrize("calls, line, action, expected", [
    (HOLDABLE, "false", "answer", lambda call: call["result"]["value"] is False),
    ("selector:*willSelect*", " null ", "answer", lambda call: call["returnPath"] == "intercept"),
    ("selector:*commit*", "t no more ink", "throw", lambda call: call["error"]["value"] == "no more ink"),
    ("selector:*commit*", "throw no ink", "throw", lambda call: call["error"]["value"] == "no ink"),
    ("selector:*didHighlight*", "s", "skip", lambda call: call["targetNanoseconds"] is None),
    (TEXTS, 'e string="a = b"', "edit", lambda call: call["arguments"][1]["edited"]["value"] == "a = b"),
], ids=["answer", "null", "throw", "throw in full", "skip", "edit"])
def test_a_line_at_the_prompt_decides(program, tail, calls, line, action, expected):
    terminal = tail()
    number = program.add("--action", "hold", "--filter", calls, "--deadline-milliseconds", "600000", "--times", "1")
    held = asked(terminal)
    terminal.types(line)
    terminal.shows(rf"── released {held}: {action}, by client")
    call = program.call(f"rule:{number}")
    assert expected(call), call


def test_nonsense_at_the_prompt_decides_nothing_and_is_asked_again(program, tail):
    terminal = tail()
    program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000", "--times", "1")
    held = asked(terminal)
    for line, words in [
        ("yes please", r"yes please: no decision; use c continue, JSON answer"), ("e x", r"e 'x': use NAME=JSON"),
        ("e x=y", r"'y': not JSON"), ("3", r"3 is not a Bool; give true or false\."), ("t x", r"does not throw\."),
        ("t .noInk", r"does not throw\."), ("s", r"use “answer” to give one"), ("e a=1", r"has no argument “a”"),
        ("", ""),
    ]:
        terminal.types(line)
        terminal.shows(words)
        assert asked(terminal) == held
        assert [call["id"] for call in program.held()] == [held]
    terminal.types("true")
    terminal.shows(rf"── released {held}: answer, by client")


def test_the_prompt_fits_a_line_and_explains_its_choices_once_for_each_call(program, tail):
    terminal = tail()
    program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000")
    for number in (1, 2):
        held = asked(terminal)
        for _ in range(2):
            terminal.types("")
            assert asked(terminal) == held
        # What a terminal clears is the line from its beginning.
        assert all(len(line) < 80 for line in re.split(r"[\r\n]", terminal.text) if line.startswith("held "))
        help = "c continue, JSON answer, t TEXT or t .CASE throw, s skip, e NAME=JSON edit\r\n"
        assert terminal.text.count(help) == number
        terminal.types("c")
        terminal.shows(rf"── released {held}: continue, by client")


def test_the_prompt_goes_to_the_next_call_when_somebody_else_decides(program, tail):
    terminal = tail()
    for calls in (HOLDABLE, TEXTS):
        program.add("--action", "hold", "--filter", calls, "--deadline-milliseconds", "600000", "--times", "1")
    first, second = (held["id"] for held in program.holds(2))
    assert asked(terminal) == first
    terminal.shows(rf"── held {second} by rule")
    program.done("release", first)
    terminal.shows(rf"── released {first}: continue, by client")
    assert asked(terminal) == second
    terminal.types("continue")
    terminal.shows(rf"── released {second}: continue, by client")


@pytest.mark.parametrize("ending", ["Ctrl-C", "SIGTERM", "SIGKILL"])
def test_calls_go_on_soon_when_the_last_tail_ends(program, tail, ending):
    terminal = tail()
    number = program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000", "--connected-only")
    held = asked(terminal)
    if ending == "Ctrl-C":
        os.write(terminal.ours, b"\x03")
    else:
        terminal.process.send_signal(getattr(signal, ending))
    eventually(lambda: not program.held())
    late = program.rules("release", held)
    assert late.returncode == 1 and "no client was left" in late.stderr
    terminal.process.wait(timeout=SECONDS)
    # Nobody is there who could decide, so calls go by.
    seen = program.rule(number)["seen"]
    eventually(lambda: program.rule(number)["seen"] > seen + 2)
    assert program.rule(number)["applied"] == 1 and not program.held()


def test_without_a_terminal_held_calls_are_shown_and_nobody_is_asked(program):
    following = subprocess.Popen(
        [program.inspector, "tail", "--hold", "--no-lifecycle", "--filter", "has:rule", "--count", "1", program.url],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        program.connected()
        number = program.add(
            "--action", "hold", "--filter", HOLDABLE, "--connected-only", "--times", "1",
            "--deadline-milliseconds", "600000")
        (held,) = program.holds()
        program.done("release", held["id"], "--answer", "true")
        output, errors = following.communicate(timeout=SECONDS)
    finally:
        following.kill()
        following.communicate()
    assert following.returncode == 0, errors
    lines = output.splitlines()
    assert lines[0].startswith(f"── held {held['id']} by rule {number}, ")
    # The call goes on before its end is told of: its record, with which tail ends here, may be faster.
    told = [line for line in lines[1:] if "intercept" not in line]
    assert len(lines) == 2 + len(told) and told in ([], [f"── released {held['id']}: answer, by client"])
    assert ")> " not in output


def test_a_program_that_ends_lets_its_calls_go_and_ends_the_prompt(start, inspector):
    server = start("demo", "--rate", "2000")
    program = Program(inspector, server.url)
    program.add("--action", "hold", "--filter", HOLDABLE, "--deadline-milliseconds", "600000")
    terminal = Terminal(inspector, "tail", "--hold", "--no-lifecycle", "--filter", "has:rule", server.url)
    try:
        held = asked(terminal)
        assert server.stop()[0] == 0
        terminal.shows(rf"── released {held}: continue, by stopped|── the program says goodbye")
    finally:
        terminal.end()


@pytest.mark.parametrize("arguments, meant", [
    (["lst"], "list"), (["hold"], "held"), (["ad", "--action", "mark"], "add"), (["relase", "--all"], "release"),
    (["lsit"], "list"),
])
def test_a_mistyped_command_is_not_taken_for_a_machine(inspector, arguments, meant):
    done = run(inspector, "rules", *arguments)
    assert done.returncode == 64
    assert f"Unknown command “{arguments[0]}”. Did you mean “{meant}”?" in done.stderr


@pytest.mark.parametrize("address", ["build1.invalid", "build1", "test", "db", "lst:1", "localhost:1", "127.0.0.1:1"])
def test_the_name_of_a_machine_is_not_taken_for_a_command(inspector, address):
    done = run(inspector, "rules", address)
    assert done.returncode == 1
    assert f"http://{address}" in done.stderr and "does not answer" in done.stderr
