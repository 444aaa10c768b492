# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Programs as people have them, which know nothing of the inspector: what they do is the same, and their calls are
legible."""
import collections
import fcntl
import http.client
import http.server
import json
import os
import pathlib
import pty
import random
import re
import shutil
import signal
import struct
import subprocess
import termios
import threading
import urllib.error
import urllib.request
import xml.parsers.expat

import pytest

from programs import (
    INSPECTOR, MODES, ROOT, SECONDS, SOURCES, WHOLE_MODULES, Pair, Process, end_group, exec_command, is_undecoded, plain,
    recorded, same)


def arguments(call):
    return [plain(argument) for argument in call["arguments"]]


def named(calls, text):
    return [call for call in calls if text in call["selector"]]


# MARK: XML


NAMES = ["feed", "entry", "title", "länge", "日付"]


def document(seed=7, elements=1500):
    source = random.Random(seed)
    text, open_names = ["<?xml version='1.0' encoding='UTF-8'?>\n<root>"], ["root"]
    for _ in range(elements):
        kind = source.randrange(10)
        if kind < 4 or len(open_names) < 2:
            name = source.choice(NAMES)
            open_names.append(name)
            attributes = {source.choice(NAMES): source.choice(["1", "", "ä &amp; b", "x" * 40])
                          for _ in range(source.randrange(3))}
            text.append("<" + name + "".join(f' {key}="{value}"' for key, value in attributes.items()) + ">")
        elif kind < 7:
            text.append(f"</{open_names.pop()}>")
        elif kind < 8:
            text.append("<!-- a comment -->")
        elif kind < 9:
            text.append("<?target some data?>")
        else:
            text.append(source.choice(["words", " ", "&lt;&#228;", "日本語"]))
    text += [f"</{name}>" for name in reversed(open_names)]
    return "".join(text)


def expected(text):
    """What expat tells of a document."""
    found = {"start": [], "end": [], "comment": [], "instruction": [], "characters": ""}

    def characters(part):
        found["characters"] += part

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: found["start"].append((name, len(attributes)))
    parser.EndElementHandler = lambda name: found["end"].append(name)
    parser.CommentHandler = lambda comment: found["comment"].append(comment)
    parser.ProcessingInstructionHandler = lambda target, data: found["instruction"].append((target, data))
    parser.CharacterDataHandler = characters
    parser.Parse(text.encode(), True)
    return found


@pytest.mark.parametrize("mode", [*MODES, WHOLE_MODULES])
def test_a_parser_s_calls_are_those_that_expat_makes_of_the_document(programs, tmp_path, mode):
    text = document()
    file = tmp_path / "document.xml"
    file.write_text(text, encoding="utf-8")
    calls = Pair(
        programs("document", mode), file, folder=tmp_path, options=["--protocol", "XMLParserDelegate"]).check()
    wanted = expected(text)
    started = [arguments(call) for call in named(calls, "didStartElement")]
    # Keys and values alternate. On a busy machine, the time to record some of them may run out.
    counted = [[name, ... if attributes is ... else len(attributes) // 2] for _, name, *_, attributes in started]
    assert same(list(map(list, wanted["start"])), counted)
    assert [arguments(call)[1] for call in named(calls, "didEndElement")] == wanted["end"]
    assert [arguments(call)[1] for call in named(calls, "foundComment")] == wanted["comment"]
    assert [tuple(arguments(call)[1:]) for call in named(calls, "foundProcessing")] == wanted["instruction"]
    assert "".join(arguments(call)[1] for call in named(calls, "foundCharacters")) == wanted["characters"]
    assert {(call["proxy"], call["target"], call["returnPath"]) for call in calls} == {(0, "Reader", "target")}


# MARK: URLSession


@pytest.fixture
def server():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = b"hello " * 1000
            self.send_response(404 if self.path == "/missing" else 200)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("mode", [*MODES, WHOLE_MODULES])
def test_a_session_s_calls_have_addresses_statuses_and_errors(programs, tmp_path, server, mode):
    addresses = [f"{server}/hello", f"{server}/missing", "http://127.0.0.1:1/closed"]
    calls = Pair(
        programs("download", mode), *addresses, folder=tmp_path, options=["--protocol", "URLSession*Delegate"]).check()
    responses = [str(call["arguments"]) for call in named(calls, "didReceive:completionHandler:")]
    assert len(responses) == 2
    assert f"{server}/hello" in responses[0] and "200" in responses[0]
    assert f"{server}/missing" in responses[1] and "404" in responses[1]
    ends = named(calls, "didCompleteWithError:")
    assert [arguments(call)[2] is None for call in ends] == [True, True, False]
    assert "127.0.0.1:1/closed" in str(ends[2]["arguments"])


# MARK: Protocols that refine others


@pytest.mark.parametrize("mode", MODES)
def test_the_calls_of_a_protocol_are_also_those_of_the_protocols_that_it_refines(programs, tmp_path, mode):
    def selectors(*options):
        folder = tmp_path / "-".join(options[1::2]).replace("*", "all")
        folder.mkdir()
        calls = Pair(programs("bases", mode), folder=folder, options=options).check()
        return collections.Counter(call["selector"] for call in calls)

    all_calls = {"greet(_:)": 2, "age(_:)": 2, "name(_:)": 2}
    assert selectors("--protocol", "PersonDelegate") == all_calls
    assert selectors("--protocol", "PersonDelegate", "--exclude", "Named") == {"greet(_:)": 2, "age(_:)": 2}
    assert selectors("--protocol", "Aged") == {"age(_:)": 2, "name(_:)": 2}
    assert selectors("--protocol", "*") == all_calls, "each call once"


# MARK: Modules


@pytest.mark.parametrize("mode", MODES)
def test_types_of_other_modules_are_recorded_whose_tables_the_runtime_makes(programs, tmp_path, mode):
    linking = programs.linking(programs.library("greeting", mode, ["-enable-library-evolution"]))
    program = programs("retroactive", mode, options=linking)
    calls = Pair(program, folder=tmp_path, options=["--protocol", "Greeter"]).check()
    found = {call["target"]: (arguments(call), plain(call["result"])) for call in calls}
    # The tables of generic types are made when they are needed.
    assert found == {
        "Own": ([5], 5), "Data": ([5], 8), "Guest": ([5], 6), "Int": ([5], 12), "Thread": ([5], 7)}
    listed = Process([INSPECTOR, "protocols", "--json", "--requirements", "--protocol", "Greeter", str(program)])
    (item,) = json.loads(listed.stdout)["items"]
    assert set(item["types"]) == {"Array", *found}
    entries = {entry["type"]: (entry["limitation"], entry["refusal"]) for entry in item["entries"]}
    assert entries == {name: (None, None) for name in found}


@pytest.mark.parametrize("mode", MODES)
def test_calls_of_distributed_actors_are_those_of_their_requirements(programs, tmp_path, mode):
    calls = Pair(programs("distributed", mode), folder=tmp_path, options=["--protocol", "Speaker"]).check()
    found = [(call["selector"], call["state"], arguments(call)) for call in calls]
    assert found == [
        ("say(_:)", "returned", [3]),
        ("count(_:_:_:)", "returned", ["text", 4, 0.5]),
        ("count(_:_:_:)", "threw", ["", 4, 0.5]),
        ("volume.get", "returned", []),
    ]
    assert [plain(call["result"]) for call in calls[:2]] == ["said 3", 8]
    assert calls[2]["error"]["type"] == "Refusal"
    assert is_undecoded(calls[3]["result"])


def build(package, options, name):
    command = ["swift", "build", "--package-path", str(package), *options]
    outcome = subprocess.run(command, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return pathlib.Path(Process([*command, "--show-bin-path"]).stdout.strip()) / name


@pytest.fixture(scope="module")
def restaurant(tmp_path_factory):
    """Built as a release build is: whole modules, optimised across them."""
    folder = tmp_path_factory.mktemp("modules") / "modules"
    shutil.copytree(SOURCES / "modules", folder)
    return build(folder, ["--configuration", "release"], "restaurant")


def test_calls_from_one_module_to_another_are_recorded_in_a_release_build(restaurant, tmp_path):
    calls = Pair(restaurant, folder=tmp_path, options=["--protocol", "CookDelegate"]).check()
    will, has = named(calls, "willCook"), named(calls, "hasCooked")
    assert (len(will), len(has), len(named(calls, "cookIsIdle"))) == (30, 20, 1)
    assert same([["Curry", 1, True], ["Soup", 2, False]], [arguments(call)[1] for call in will[:2]])
    assert [call["state"] for call in will[:3]] == ["returned", "threw", "returned"]
    assert plain(will[2]["result"]) == 2 and "soldOut" in str(will[1]["error"])
    assert same([["Curry", 1, True], 1.0], arguments(has[0])[1:])
    assert plain(named(calls, "cookIsIdle")[0]["result"]) is True


# MARK: A web server


@pytest.fixture(scope="module")
def shop():
    """Stays where it is built: its framework takes minutes."""
    folder = ROOT / ".build" / "shop"
    shutil.copytree(SOURCES / "shop", folder, dirs_exist_ok=True)
    return build(folder, ["--configuration", "release"], "shop")


def answers(command, environment, paths):
    """The statuses and bodies of a server that prints its port and is then told to end."""
    process = subprocess.Popen(
        [str(word) for word in command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        url = f"http://127.0.0.1:{int(process.stdout.readline())}"
        found = []
        for path in paths:
            try:
                with urllib.request.urlopen(url + path, timeout=SECONDS) as answer:
                    found.append((answer.status, answer.read().decode()))
            except urllib.error.HTTPError as error:
                found.append((error.code, error.read().decode()))
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=SECONDS)[1]
        assert process.returncode == 0, errors[-4000:]
        return found
    finally:
        end_group(process)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_web_server_answers_as_alone_and_its_own_protocols_are_recorded(shop, tmp_path):
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    paths = [f"/sell/{item}/{count}" for count in (1, 7, 100) for item in ("bread", "tea")] * 20
    alone = answers([shop], environment, paths)
    assert [status for status, _ in alone[:6]] == [200, 200, 200, 200, 409, 409]
    store = tmp_path / "calls.recording"
    options = ["--protocol", "Orders.*", "--store", store]
    assert answers(exec_command(*map(str, options), program=[shop]), environment, paths) == alone
    calls = recorded(store)
    placed, told, priced = named(calls, "place(_:)"), named(calls, "wasPlaced:"), named(calls, "price(of:)")
    assert (len(placed), len(told), len(priced)) == (120, 80, 80)
    wanted = [[item, count] for count in (1, 7, 100) for item in ("bread", "tea")] * 20
    assert same(wanted, [arguments(call)[0] for call in placed])
    assert [call["state"] for call in placed[:6]] == ["returned"] * 4 + ["threw"] * 2
    assert [plain(call["result"]) for call in placed[:4]] == [1, 2, 3, 4]
    assert "soldOut" in str(placed[4]["error"]) and "bread" in str(placed[4]["error"])
    assert same([[1, ["bread", 1]], [2, ["tea", 1]]], [arguments(call) for call in told[:2]])
    assert [plain(call["result"]) for call in priced[:2]] == [2.5, 1.5]
    assert {call["target"] for call in calls} == {"Shelf", "Till"}


# MARK: Default bodies


@pytest.mark.parametrize("mode", MODES)
def test_calls_that_reach_a_default_body_say_so_and_no_others(programs, tmp_path, mode):
    options = ["--protocol", "BellDelegate", "--protocol", "Ärger"]
    calls = Pair(programs("defaults", mode), folder=tmp_path, options=options).check()
    assert len(calls) == 6 * 8 + 1
    paths = collections.defaultdict(dict)
    for call in calls: paths[call["target"]].setdefault(call["selector"], set()).add(call["returnPath"])
    for implementing in ["Loud", "Forwarder", "Box", "Sub"]:
        assert set.union(*paths[implementing].values()) == {"target"}, implementing
    told = {"bellDidRing(_:)": {"none"}, "bellVolume(_:)": {"default"}, "title.get": {"default"}}
    rest = {"bellDidStop(_:)": {"none"}, "bellShouldRing(_:)": {"default"}, "bellPause(_:)": {"default"},
            "bell(_:nameAt:)": {"default"}}
    # What the optimiser has inlined and refers to anything else can't be told from a method of the type.
    if mode != "-Onone": rest = {selector: {"target"} for selector in rest}
    assert paths["Silent"] == {**told, **rest}
    # It has one of the overloads, and names do not tell them apart.
    assert paths["Named"] == {**told, **rest, "bell(_:nameAt:)": {"target"}}
    assert paths["Österreich"] == {"ärgern(_:)": {"none" if mode == "-Onone" else "target"}}


# MARK: The demo's classes


# How a package is built: optimised or not, and by module or by file.
BUILDS = {
    "debug": ["--configuration", "debug"],
    "release by file": ["--configuration", "release", "-Xswiftc", "-no-whole-module-optimization"],
    "release by module": ["--configuration", "release"],
}
GALLERY = ROOT / "Examples" / "Gallery"
DEMO = ROOT / "Sources" / "inspector-server" / "Demo"
# What exists for proxies only, and a class that has no delegate.
PROXIES = re.compile(r"Proxy|\+Rx|\+Items|ReactiveDataSource|DelegateAnswers|Control/")


def copy_without_proxies(source, folder):
    text = re.sub(r"^(public )?import (ProxyCore|Reactive)\n", "", source.read_text(), flags=re.MULTILINE)
    (folder / source.name).write_text(text)


@pytest.mark.parametrize("mode", BUILDS)
def test_the_demo_s_classes_are_recorded_without_their_proxies(tmp_path, mode):
    package = tmp_path / "atlas"
    shutil.copytree(SOURCES / "atlas", package)
    for source in GALLERY.rglob("*.swift"):
        if not PROXIES.search(str(source.relative_to(GALLERY))):
            copy_without_proxies(source, package / "Sources" / "Gallery")
    for source in ["DemoCities.swift", "DemoGuide.swift"]:
        copy_without_proxies(DEMO / source, package / "Sources" / "atlas")
    options = ["--protocol", "*Delegate", "--protocol", "*DataSource"]
    pair = Pair(build(package, BUILDS[mode], "atlas"), folder=tmp_path, options=options)
    calls = pair.check()
    own = collections.Counter(call["target"] for call in calls if call["returnPath"] == "target")
    assert f"{own['DemoCities']} of cities, {own['DemoGuide']} of guide, {own['Librarian']} of librarian" \
        in pair.alone.stdout
    others = [(call["selector"], call["returnPath"]) for call in calls if call["returnPath"] != "target"]
    assert others == [
        ("numberOfSections(in:)", "default"), ("numberOfSections(in:)", "default"),
        ("searchBarCancelButtonClicked(_:)", "none"), ("tabBarController(_:didSelect:)", "none"),
    ]
    check_values(calls)


def check_values(calls):
    """Whether the demo's calls have their values: numbers, text, structs, enums, index paths, inout, errors, results.
    On a busy machine, the time to record one of them may run out."""
    assert same([[0, row] for row in range(10)], [arguments(call)[1] for call in named(calls, "cellForRowAt")][:10])
    [drag] = named(calls, "withVelocity")
    assert same([[0.0, 300.0], [0.0, 205.0]], arguments(drag)[1:])
    assert same([[0, 4], [0, 6]], [plain(call["result"]) for call in named(calls, "willSelectRowAt")])
    deletions = named(calls, "commit")
    assert same([["delete", [0, 0]], ["delete", [0, 1]]], [arguments(call)[1:] for call in deletions])
    assert [call["state"] for call in deletions] == ["threw", "returned"]
    assert same(["Amsterdam"], plain(deletions[0]["error"]))
    assert [(arguments(call)[1], plain(call["result"])) for call in named(calls, "shouldChangeTextTo")] == \
        [("K", True), ("Ky", True), ("Kyo", False)]
    assert [plain(call["result"]) for call in named(calls, "shouldSelect")] == [False, True]
    assert same(
        [["Emmy", None], [["Ada", "+44 1815 1210"], "phone", "+44 1815 1210"]],
        [arguments(call)[1] for call in named(calls, "contactPicker(")])
    assert same([[[35.01, 135.77], 3.0]], arguments(named(calls, "didUpdateLocations")[0])[1])
    assert same([2], arguments(named(calls, "didFailWithError")[0])[1])
    # A tap on a row opens a screen, which moves the map.
    names = {call["id"]: call["selector"] for call in calls}
    [moved, again, located] = named(calls, "regionDidChange")
    assert [names[call["parent"]] for call in [moved, again, located]] == [
        "navigationController(_:willShow:animated:)"] * 2 + ["locationManager(_:didUpdateLocations:)"]


# MARK: swift-format


FORMATTER = shutil.which("swift-format")


@pytest.fixture(scope="module")
def sources():
    """Files of different kinds, of middling size."""
    files = sorted((ROOT / "Sources").rglob("*.swift"), key=lambda file: (file.stat().st_size, file))
    return files[-400::20]


@pytest.mark.skipif(FORMATTER is None, reason="the toolchain has no swift-format")
def test_a_formatter_s_output_is_the_same_with_every_protocol_recorded(tmp_path, sources):
    assert len(sources) == 20
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "INSPECTOR_MEMORY": "64"}
    for file in sources:
        # Formatting changes nothing of our own sources but this.
        text = file.read_text().replace("    ", "  ")
        options = [FORMATTER, "format", "--configuration", str(ROOT / ".swift-format")]
        alone = Process(options, env=environment, input=text)
        inspected = Process(exec_command("--protocol", "Swift*.*", program=options), env=environment, input=text)
        assert alone.returncode == 0 and alone.stdout != text
        assert inspected.returncode == 0, inspected.stderr[:4000]
        assert inspected.stdout == alone.stdout, file


@pytest.mark.skipif(FORMATTER is None, reason="the toolchain has no swift-format")
def test_no_call_of_a_formatter_is_passed_in_another_way_than_expected(tmp_path, sources, report):
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "INSPECTOR_MEMORY": "64"}
    command = [FORMATTER, "lint", "--configuration", str(ROOT / ".swift-format"), *map(str, sources[:5])]
    process = subprocess.Popen(
        exec_command("--stay", "--protocol", "*", program=command), env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        url = process.stderr.readline().strip()
        for line in process.stderr:
            if "has ended" in line:
                break
        with urllib.request.urlopen(f"{url}api/v1/interposers", timeout=SECONDS) as answer:
            [interposer] = json.load(answer)["items"]
        with urllib.request.urlopen(f"{url}api/v1/selectors", timeout=SECONDS) as answer:
            rows = json.load(answer)["items"]
        calls = sum(row["calls"] for row in rows)
        assert interposer["unread"] == 0 and calls > 10_000
        with urllib.request.urlopen(f"{url}api/v1/invocations?limit=1000&order=asc", timeout=SECONDS) as answer:
            values = [value for call in json.load(answer)["items"] for value in call["arguments"] or []]
        # A value that is not decoded says why.
        unknown = [value for value in values if is_undecoded(value)]
        assert len(unknown) < len(values) / 2
        report(f"swift-format: {calls} calls of {len(rows)} requirements, none passed in another way; "
               f"{len(unknown)} of {len(values)} values not decoded")
    finally:
        end_group(process)


def switch(command, environment, output, limit):
    """Runs a command under the inspector, and inspects and leaves all of its protocols until it ends. Returns how often."""
    process = subprocess.Popen(
        exec_command("--protocol", "Nothing", program=command), stdin=subprocess.DEVNULL, stdout=output,
        stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment)
    try:
        url = process.stderr.readline().strip()
        count = 0
        while count < limit:
            try:
                body = json.dumps({"protocols": ["Swift*.*"]}).encode()
                headers = {"Content-Type": "application/json"}
                added = urllib.request.Request(f"{url}api/v1/interposers", body, headers)
                with urllib.request.urlopen(added) as answer:
                    number = json.load(answer)["id"]
                    count += 1
                left = urllib.request.Request(f"{url}api/v1/interposers/{number}", method="DELETE")
                urllib.request.urlopen(left).close()
            except urllib.error.HTTPError as error:
                assert error.code == 503, error.read()  # The program is about to end.
                break
            except (urllib.error.URLError, ConnectionError, http.client.HTTPException):
                break  # The program has ended.
        errors = process.communicate(timeout=SECONDS)[1]
        assert process.returncode == 0, errors[:4000]
        return count
    finally:
        end_group(process)


@pytest.mark.skipif(FORMATTER is None, reason="the toolchain has no swift-format")
def test_a_formatter_goes_on_while_its_protocols_are_switched(tmp_path, request, report):
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "INSPECTOR_MEMORY": "64"}
    command = [FORMATTER, "format", "--configuration", str(ROOT / ".swift-format"), "--recursive", str(ROOT / "Sources")]
    alone = Process(command, env=environment)
    wanted, done, runs = request.config.getoption("switches"), 0, 0
    while done < wanted:
        with open(tmp_path / "output", "w+") as output:
            count = switch(command, environment, output, wanted - done)
            assert count > 0
            done, runs = done + count, runs + 1
            output.seek(0)
            assert output.read() == alone.stdout
    report(f"protocols of swift-format switched {done} times in {runs} runs")


@pytest.mark.skipif(FORMATTER is None, reason="the toolchain has no swift-format")
def test_protocols_with_hundreds_of_types_are_listed_in_a_few_lines_on_a_terminal():
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    command = [INSPECTOR, "protocols", "--protocol", "SyntaxHashable", FORMATTER]
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 65536):
            text += part
    except OSError:
        pass  # The other end is closed.
    os.close(ours)
    assert process.wait() == 0
    lines = text.decode().splitlines()
    assert len(lines) == 6 and "ABIAttributeArgumentsSyntax" in lines[1] and lines[-1].endswith(" more")
