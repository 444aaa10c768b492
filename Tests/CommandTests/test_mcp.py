# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Coding agents: the official client of the Model Context Protocol, and messages that no client should send."""
import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import time

import anyio
import jsonschema
import pytest
import requests
from mcp import Client, MCPError, StdioServerParameters

from conftest import ROOT, Server

DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"
STATELESS = "2026-07-28"
TOOLS = {
    "list_programs", "list_runs", "filter_language", "search_calls", "get_call", "wait_for_calls", "running_calls",
    "statistics", "unanswered", "explain_no_answer", "compare_runs",
}


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """Programs of other tests are not found."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return {"XDG_RUNTIME_DIR": str(tmp_path)}


@pytest.fixture
def demo(alone, start):
    server = start("demo", "--rate", "500")
    # So that each of the demo's parts has been there.
    answer = requests.get(f"{server.url}/api/v1/assert?filter=selector:numberOfSections*|protocol:XMLParser*"
                          "&count=>=200&within=60s", timeout=70)
    assert answer.json()["passed"]
    return server


@pytest.fixture
def recordings(inspector, tmp_path):
    """Two recordings of a parser, of which the second document has one other text."""
    other = tmp_path / "other.xml"
    other.write_text(DOCUMENT.read_text().replace("module=\"Reactive\"", "module=\"Passive\"", 1))
    paths = []
    for number, document in enumerate([DOCUMENT, other]):
        path = tmp_path / f"calls{number}.sqlite"
        done = subprocess.run([inspector, "xml", str(document), "--store", str(path)], capture_output=True, timeout=120)
        assert done.returncode == 0, done.stderr
        paths.append(str(path))
    return paths


async def say(client, tool, **arguments):
    """Calls a tool that answers."""
    result = await client.call_tool(tool, arguments)
    text = "\n".join(part.text for part in result.content)
    assert not result.is_error, text
    return text


async def fail(client, tool, **arguments):
    """Calls a tool that can't answer."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text


async def walk(client):
    """Calls all tools as an agent would that knows nothing of the program."""
    tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert len(tool.description) > 80 and tool.annotations.read_only_hint

    programs = await say(client, "list_programs")
    assert re.search(r"^1 program:\n\S+ {2}inspector-server", programs), programs
    assert re.search(r"run [0-9a-f]{8}: \d+ calls", programs)
    assert "key:>5" in await say(client, "filter_language")
    meaning = await say(client, "filter_language", expression="duration:>1ms -thread:main")
    assert meaning.startswith("Matches calls") and "duration:>1ms" in meaning

    found = await say(client, "search_calls", filter="selector:parser*", limit=3)
    head, *calls = found.split("\n")
    assert re.search(r"run [0-9a-f]{8}: (at least )?\d+ matching calls, 3 shown$", head), head
    assert len([line for line in calls if line.startswith("#")]) == 3
    before = re.search(r'before="([^"]+)"', found).group(1)
    older = await say(client, "search_calls", filter="selector:parser*", limit=3, before=before)
    numbers = [int(number) for number in re.findall(r"^#(\d+) ", found + "\n" + older, re.M)]
    assert len(numbers) == 6 and numbers == sorted(set(numbers), reverse=True)

    call = await say(client, "get_call", id=f"#{numbers[0]}", backtrace=True)
    assert call.startswith(f"Call #{numbers[0]} of inspector-server") and "argument 0 (_ parser: XMLParser) = " in call
    assert "backtrace: none was recorded" in call
    assert (await say(client, "get_call", id=str(numbers[0]), argument=0)).startswith("line ")

    assert (await say(client, "wait_for_calls", filter="protocol:XMLParserDelegate", seconds=20)).startswith("Yes: ")
    assert (await say(client, "wait_for_calls", filter="selector:=none*", count="0")).startswith("Yes: 0 matching")
    began = time.monotonic()
    assert (await say(client, "wait_for_calls", filter="selector:=none", seconds=2)).startswith("No: 0 matching")
    assert time.monotonic() - began >= 2
    running = await say(client, "running_calls")
    assert re.match(r"(No|\d+) calls? of inspector-server", running), running
    assert re.search(r"XMLParserDelegate\.parser\S+: \d+ calls · .*p99 ", await say(client, "statistics", order="calls"))
    missed = await say(client, "unanswered")
    assert re.search(r"parser\(_:foundComment:\) · \d+ of \d+ calls not answered.*does not implement", missed), missed

    last = re.search(r"foundComment:.*last: (\S+)", missed).group(1)
    why = await say(client, "explain_no_answer", id=last)
    assert "OutlineBuilder does not implement parser(_:foundComment:), which is optional." in why, why
    assert "Proxy " in why and "forwards to OutlineBuilder" in why
    whole = await say(client, "explain_no_answer", selector="foundComment")
    assert "Not answered by a delegate: " in whole and "Proxies with such a requirement" in whole
    assert "1 run of inspector-server" in await say(client, "list_runs")
    assert "There is no other run" in await fail(client, "compare_runs")
    return numbers[0]


async def read_resources(client, number):
    """Reads the resources: the run in the list, and a call by its template."""
    run = (await client.list_resources()).resources[0]
    text = (await client.read_resource(run.uri)).contents[0].text
    assert text.startswith("Run ") and "XMLParserDelegate.parser" in text
    templates = (await client.list_resource_templates()).resource_templates
    assert {template.name for template in templates} == {"call", "run"}
    uri = str(run.uri).split("/runs/")[0] + f"/calls/{number}"
    assert f"Call #{number}" in (await client.read_resource(uri)).contents[0].text
    for wrong in ["delegate-inspector://nobody/calls/1", uri + "999999", "file:///etc/passwd"]:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(wrong)
        assert refused.value.error.code == -32602 and refused.value.error.data == {"uri": wrong}


async def ask_wrongly(client):
    """Arguments that a model may get wrong: it reads what is wrong, and how to mend it."""
    assert "Its arguments are filter, limit" in await fail(client, "search_calls", filtre="x")
    assert "must be a whole number from 1 to 100" in await fail(client, "search_calls", limit=0)
    assert "must be a string" in await fail(client, "search_calls", filter=7)
    assert "at character" in await fail(client, "search_calls", filter="duration:>")
    assert "must be one of newest, oldest" in await fail(client, "search_calls", order="random")
    assert "needs the argument id" in await fail(client, "get_call")
    assert "has no invocation" in await fail(client, "get_call", id="99999999")
    assert "another run" in await fail(client, "get_call", id="00000000-1")
    assert "is not the number or the id of a call" in await fail(client, "get_call", id="../status")
    assert "There is no program “nobody”" in await fail(client, "statistics", program="nobody")
    assert "must be a number such as 3" in await fail(client, "wait_for_calls", filter="x", count="many")
    assert "either id or selector" in await fail(client, "explain_no_answer")
    with pytest.raises(MCPError) as refused:
        await client.call_tool("delete_everything", {})
    assert refused.value.error.code == -32602 and "search_calls" in refused.value.error.message


def local(inspector, alone, *arguments):
    return StdioServerParameters(command=inspector, args=["mcp", *arguments], env=alone)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_official_client_walks_all_tools(inspector, alone, demo, transport, mode):
    async def talk():
        place = local(inspector, alone) if transport == "stdio" else f"{demo.url}/mcp"
        async with Client(place, mode=mode, read_timeout_seconds=60) as client:
            assert client.protocol_version == (STATELESS if mode == "auto" else "2025-11-25")
            number = await walk(client)
            await read_resources(client, number)
            await ask_wrongly(client)

    asyncio.run(talk())


def test_recordings_are_compared_and_programs_are_told_apart(inspector, alone, recordings):
    async def talk():
        async with Client(local(inspector, alone, *recordings)) as client:
            programs = await say(client, "list_programs")
            assert programs.startswith("2 programs:") and "a recording" in programs
            assert "pass one as “program”:\n  calls0.sqlite" in await fail(client, "statistics")
            runs = await say(client, "list_runs", program="calls1.sqlite")
            assert runs.startswith("2 runs of calls1.sqlite")
            changed = await say(client, "compare_runs", program="calls1.sqlite")
            assert changed.startswith("1 difference between"), changed
            assert "Reactive" in changed and "Passive" in changed
            ignored = await say(client, "compare_runs", program="calls1.sqlite", ignore="selector:*didStartElement*")
            assert ignored.startswith("No difference"), ignored
            named = await say(client, "compare_runs", before="calls0.sqlite")
            assert re.match(r"1 difference between the runs \S+calls0.sqlite#\S+ and \S+ of calls1.sqlite\.\n", named)
            assert 'string: "Reactive" before' in named or "Reactive" in named.split(" before, ")[0]
            assert await say(client, "compare_runs", before="calls0.sqlite", after="calls1.sqlite") == named
            by_selector = await say(client, "compare_runs", program="calls1.sqlite", by="selectors")
            head, *rows = by_selector.split("\n")
            assert re.match(r"Different: \d of 8 selectors, between the runs ", head)
            # Times differ as they like.
            assert all(": latency · before " in row for row in rows), rows
            assert (await say(client, "filter_language", expression="thread:main")).startswith("Matches calls")

    asyncio.run(talk())


def test_an_agent_is_told_that_no_program_runs_and_sees_one_that_starts_later(inspector, alone):
    async def talk():
        async with Client(local(inspector, alone)) as client:
            assert "No inspected program is running" in await fail(client, "list_programs")
            assert "key:>5" in await say(client, "filter_language")
            server = Server(["demo"])
            try:
                assert (await say(client, "list_programs")).startswith("1 program:")
            finally:
                server.stop()
            assert "No inspected program is running" in await fail(client, "statistics")

    asyncio.run(talk())


def test_a_wait_is_cancelled_by_the_client_and_holds_up_nothing(inspector, alone, demo):
    async def talk():
        async with Client(local(inspector, alone), mode="legacy") as client:
            began = time.monotonic()
            with anyio.move_on_after(1) as scope:
                await client.call_tool("wait_for_calls", {"filter": "selector:=none", "seconds": 60})
            assert scope.cancelled_caught
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "wait_for_calls", {"filter": "selector:=none", "seconds": 60})
                assert "1 program" in await say(client, "list_programs")
                group.cancel_scope.cancel()
        # The server ends with its input, and does not sit out the minute.
        assert time.monotonic() - began < 30

    asyncio.run(talk())


def comparable(text):
    """Without what differs from run to run; that waiting took a while is only told by a busy machine."""
    text = re.sub(r" after \d+(\.\d+)? ms", "", text)
    for pattern in [r"\b(?=[0-9a-f]*\d)[0-9a-f]{8}\b", r"\d{4}-\d\d-\d\dT\S+Z", r"\d+(\.\d+)? (ns|µs|ms)"]:
        text = re.sub(pattern, "…", text)
    return text


def test_what_a_reader_would_not_see_in_an_argument_is_told_as_escapes(inspector, alone, tmp_path):
    (tmp_path / "hidden.xml").write_text("<a><!--plain\N{TAG LATIN SMALL LETTER A}\N{RIGHT-TO-LEFT OVERRIDE}end--></a>")
    subprocess.run([inspector, "xml", tmp_path / "hidden.xml", "--store", tmp_path / "hidden.sqlite"],
                   capture_output=True, timeout=60)

    async def talk():
        place = local(inspector, alone, "hidden.sqlite")
        place.cwd = tmp_path
        async with Client(place) as client:
            found = await say(client, "search_calls", filter="selector:*foundComment*", limit=1)
            number = re.search(r"^#(\d+) ", found, re.M).group(1)
            text = await say(client, "get_call", id=number, argument=1)
            assert text.startswith(r"plain\u{e0061}\u{202e}end")

    asyncio.run(talk())


def test_the_session_in_the_guide_is_what_the_tools_answer(inspector, alone, tmp_path):
    guide = (ROOT / "docs/agents.md").read_text()
    document, = re.findall(r"```xml\n(.*?)```", guide, re.S)
    for name, content in {"broken": document, "good": document.replace("titel", "title")}.items():
        (tmp_path / f"{name}.xml").write_text(content)
        subprocess.run([inspector, "xml", tmp_path / f"{name}.xml", "--store", tmp_path / f"{name}.sqlite"],
                       capture_output=True, timeout=60)
    session, = re.findall(r"```\n(> .*?)```", guide, re.S)

    async def talk():
        place = local(inspector, alone, "good.sqlite", "broken.sqlite")
        place.cwd = tmp_path
        async with Client(place) as client:
            newest = await say(client, "search_calls", program="broken.sqlite", limit=1)
            epoch = re.search(r"run ([0-9a-f]{8})", newest).group(1)
            for part in session.rstrip().removeprefix("> ").split("\n\n> "):
                head, wanted = part.split("\n", 1)
                tool, arguments = head.split(" ", 1)
                arguments = json.loads(arguments)
                if tool == "get_call":
                    arguments["id"] = f"{epoch}-{arguments['id'].split('-')[1]}"
                answer = (await client.call_tool(tool, arguments)).content[0].text
                assert comparable(answer) == comparable(wanted)

    asyncio.run(talk())
    command, answer = re.search(r"\$ echo '(.*)' \| inspector-server mcp\n(.*)\n", guide).groups()
    assert exchange(inspector, [command.encode()], alone) == [json.loads(answer)]


# Messages that no client should send


def request(id, method, **parameters):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}


def envelope(version=STATELESS):
    prefix = "io.modelcontextprotocol/"
    return {f"{prefix}protocolVersion": version, f"{prefix}clientCapabilities": {}}


def exchange(inspector, lines, environment):
    """Sends lines, ends the input, and returns the answers by id."""
    text = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    done = subprocess.run([inspector, "mcp"], input=text, capture_output=True, timeout=60,
                          env=os.environ | environment)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers


def code(answer):
    return answer["error"]["code"]


BAD = [
    (b"{", -32700, None),
    (b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}', -32700, None),
    (b"[" * 100, -32700, None),
    (b'"ping"', -32600, None),
    (b"[]", -32600, None),
    ({"jsonrpc": "1.0", "id": 7, "method": "ping"}, -32600, 7),
    ({"jsonrpc": "2.0", "id": "a", "method": 5}, -32600, "a"),
    ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600, None),
    ({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, -32600, None),
    ({"jsonrpc": "2.0", "id": 3, "method": "ping", "params": [1]}, -32600, 3),
    (request(4, "tools/destroy"), -32601, 4),
    (request(5, "tools/call"), -32602, 5),
    (request(6, "tools/call", name="rm"), -32602, 6),
    (request(8, "initialize"), -32602, 8),
    (request(9, "resources/read"), -32602, 9),
    (request(2**60, "nothing"), -32601, 2**60),
    (request(10, "tools/list", _meta=envelope("1999-01-01")), -32022, 10),
    (request(11, "tools/list", _meta=envelope(7)), -32602, 11),
    (request(12, "tools/list", _meta={"io.modelcontextprotocol/protocolVersion": STATELESS}), -32602, 12),
    (request(13, "ping", _meta=envelope()), -32601, 13),
    (request(14, "server/discover"), -32601, 14),
]


@pytest.mark.parametrize("line, error, id", BAD, ids=lambda value: str(value)[:40])
def test_a_bad_line_is_answered_with_the_specified_error_and_the_next_one_works(inspector, alone, line, error, id):
    answers = exchange(inspector, [line, request("next", "ping")], alone)
    bad, good = sorted(answers, key=lambda answer: answer["id"] == "next")  # A tool may answer after a later message.
    assert code(bad) == error and bad["id"] == id and bad["error"]["message"]
    assert good == {"jsonrpc": "2.0", "id": "next", "result": {}}


def test_a_line_of_two_megabytes_is_refused_and_the_next_one_works(inspector, alone):
    huge = json.dumps(request(1, "ping", text="x" * (2 << 20))).encode()
    bad, good = exchange(inspector, [huge, request(2, "ping")], alone)
    assert code(bad) == -32600 and f"this one has {len(huge)}" in bad["error"]["message"]
    assert good["id"] == 2 and good["result"] == {}


def test_notifications_and_answers_of_a_client_get_no_answer(inspector, alone):
    lines = [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": []}},
        {"jsonrpc": "2.0", "method": "notifications/unheard"},
        {"jsonrpc": "2.0", "id": 3, "result": {}},
        b"", b"  ",
        request(1, "ping"),
    ]
    assert [answer["id"] for answer in exchange(inspector, lines, alone)] == [1]


def test_versions_are_negotiated_and_batches_answered(inspector, alone):
    lines = [request(1, "initialize", protocolVersion="2025-06-18"), request(2, "initialize", protocolVersion="2031-01-01"),
             [request(3, "ping"), {"jsonrpc": "2.0", "method": "x"}, request(4, "tools/list")]]
    first, second, batch = exchange(inspector, lines, alone)
    assert first["result"]["protocolVersion"] == "2025-06-18"
    assert second["result"]["protocolVersion"] == "2025-11-25"
    assert [answer["id"] for answer in batch] == [3, 4]
    unsupported, = exchange(inspector, [request(1, "tools/list", _meta=envelope("2025-11-25"))], alone)
    assert STATELESS in unsupported["error"]["data"]["supported"]


def test_a_cancelled_wait_is_not_answered_and_an_id_in_use_is_refused(inspector, alone, demo):
    process = subprocess.Popen([inspector, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=os.environ | alone)

    def send(message):
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()

    wait = {"name": "wait_for_calls", "arguments": {"filter": "selector:=none", "seconds": 60}}
    send(request("wait", "tools/call", **wait))
    send(request("wait", "tools/call", **wait))
    refused = json.loads(process.stdout.readline())
    assert refused["id"] == "wait" and code(refused) == -32600
    send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "wait"}})
    send(request(2, "ping"))
    assert json.loads(process.stdout.readline())["id"] == 2
    rest, _ = process.communicate(timeout=30)
    assert rest == "" and process.returncode == 0


def test_a_wait_under_way_is_answered_when_the_input_ends(inspector, alone, demo):
    wait = {"name": "wait_for_calls", "arguments": {"filter": "selector:=none", "seconds": 60}}
    began = time.monotonic()
    answer, = exchange(inspector, [request(1, "tools/call", **wait)], alone)
    assert answer["result"]["content"][0]["text"].startswith("No: 0 matching calls")
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("ignored, status, message", [
    (False, -signal.SIGPIPE, b""),
    (True, 1, b"standard output cannot be written"),
])
def test_the_process_ends_when_nobody_reads_its_answers(inspector, alone, ignored, status, message):
    # Python itself ignores SIGPIPE, as some agents do, and by default takes that back for its children.
    process = subprocess.Popen(
        [inspector, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | alone, restore_signals=not ignored)
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(json.dumps(request(1, "ping")).encode() + b"\n")
        process.stdin.flush()
    assert process.wait(timeout=20) == status
    said = process.stderr.read()
    assert message in said and bool(said) == bool(message)
    process.stdin.close()
    process.stderr.close()


def post(server, message, **headers):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    return requests.post(f"{server.url}/mcp", data=body, headers=fields, timeout=30)


def test_bad_messages_over_http_get_the_specified_status_and_error(demo):
    for message, status, error in [
        (b"{", 400, -32700), (b"[]", 400, -32600), ({"jsonrpc": "2.0", "id": 1, "method": 1}, 400, -32600),
        (request(1, "nothing"), 200, -32601), (request(1, "tools/call", name="rm"), 200, -32602),
    ]:
        reply = post(demo, message)
        assert (reply.status_code, code(reply.json())) == (status, error), message
    assert post(demo, {"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
    assert post(demo, request(1, "ping"), MCP_Protocol_Version="2025-06-18").json()["result"] == {}
    for version in ["1999-01-01", STATELESS]:
        assert post(demo, request(1, "ping"), MCP_Protocol_Version=version).status_code == 400
    assert post(demo, request(1, "ping", text="x" * 100_000)).status_code == 413
    assert post(demo, request(1, "ping"), Content_Type="text/plain").status_code == 415
    assert post(demo, request(1, "ping"), Accept="text/html").status_code == 406
    for method in ["get", "delete"]:
        reply = getattr(requests, method)(f"{demo.url}/mcp", timeout=30)
        assert reply.status_code == 405 and reply.headers["Allow"] == "POST"


def test_header_fields_have_to_agree_with_the_body(demo):
    message = request(1, "tools/call", name="list_programs", arguments={}, _meta=envelope())
    fields = {"MCP_Protocol_Version": STATELESS, "Mcp_Method": "tools/call", "Mcp_Name": "list_programs"}
    whole = post(demo, message, **fields).json()["result"]
    assert whole["resultType"] == "complete" and not whole["isError"]
    assert post(demo, message, **fields | {"Mcp_Name": "=?base64?bGlzdF9wcm9ncmFtcw==?="}).status_code == 200
    for name, value in [("Mcp_Name", "statistics"), ("Mcp_Name", "=?base64?bGlzdA?="), ("Mcp_Method", "tools/list"),
                        ("MCP_Protocol_Version", "2025-11-25"), ("Mcp_Name", None), ("Mcp_Method", None),
                        ("MCP_Protocol_Version", None)]:
        reply = post(demo, message, **{key: text for key, text in (fields | {name: value}).items() if text})
        assert reply.status_code == 400 and code(reply.json()) == -32020, (name, value)
    unknown = request(1, "nothing", _meta=envelope())
    reply = post(demo, unknown, MCP_Protocol_Version=STATELESS, Mcp_Method="nothing")
    assert reply.status_code == 404 and code(reply.json()) == -32601


def test_other_hosts_sites_and_people_are_kept_out(alone, start, tmp_path):
    server = start("demo", "--token-file", str(tmp_path / "token"))
    server.url = server.url.split("/#")[0]
    token = (tmp_path / "token").read_text().strip()
    assert post(server, request(1, "ping")).status_code == 401
    allowed = {"Authorization": f"Bearer {token}"}
    assert post(server, request(1, "ping"), **allowed).json()["result"] == {}
    assert post(server, request(1, "ping"), Host="evil.example", **allowed).status_code == 421
    assert post(server, request(1, "ping"), Origin="http://evil.example", **allowed).status_code == 403
    assert post(server, request(1, "ping"), Sec_Fetch_Site="cross-site", **allowed).status_code == 403


def test_a_program_with_a_token_is_found_and_asked(inspector, alone, start, tmp_path):
    start("demo", "--token-file", str(tmp_path / "token"))

    async def talk():
        async with Client(local(inspector, alone)) as client:
            assert "calls" in await say(client, "list_programs")
            assert "matching calls" in await say(client, "search_calls")

    asyncio.run(talk())


def test_a_program_that_has_died_is_named_and_the_others_go_on(inspector, alone, start, tmp_path):
    async def talk():
        server = start("demo")
        address = server.url.removeprefix("http://")
        async with Client(local(inspector, alone, server.url)) as client:
            assert "matching calls" in await say(client, "search_calls")
            server.process.kill()
            server.process.communicate()
            assert f"http://{address} does not answer" in await fail(client, "search_calls")
            assert "does not answer" in await say(client, "list_programs")

    asyncio.run(talk())
