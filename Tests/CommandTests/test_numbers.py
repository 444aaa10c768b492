# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Whatever number stands in a request, it is answered or refused, and the server lives: every parameter of every route
in `/openapi.json`, and every key of a filter that takes a number, on stores in every state."""
import http.client
import itertools
import json
import subprocess
import time
import urllib.parse

import pytest

from recorded_calls import Calls

NUMBERS = [
    "0", "1", "2", "-1", "-0", "+1", "00", "1.5", "1e3", "1e400", "-1e400", "nan", "inf", "", "text", "١", "0x10",
    *(str(number) for exponent in (31, 32, 53, 56, 63, 64, 127, 128)
      for number in (2**exponent - 1, 2**exponent, -(2**exponent), -(2**exponent) - 1)),
    "9" * 400,
]
# What a parameter takes beside a bare number.
FORMS = {
    "before": ["{}", "{epoch}-{}", "{epoch}-e{}", "ffffffff-{}"],
    "after": ["{}", "{epoch}-{}", "{epoch}-e{}", "ffffffff-{}"],
    "id": ["{}", "{epoch}-{}", "ffffffff-{}"],
    "lastEventId": ["{}", "{epoch}-{}", "{epoch}-1.{}", "ffffffff-{}"],
    "count": ["{}", ">{}", "<{}", ">={}", "<={}", "0..{}", "{}..1"],
    # Nothing that is a time of more than a moment: the answer would be waited for.
    "within": ["{}", "-{}s", "{}h"],
}
# Parameters that are no number.
WORDS = {"filter", "target", "expr", "fields", "format", "order", "all", "lifecycle"}
QUANTITIES = [">{}", "<={}", "{0}..{0}", "0..{}", "{}h", "<{}h", ">{}GiB"]
FILTER_NUMBERS = [number for number in NUMBERS if len(number) < 5 or "e" in number or number[-1] in "5678"]


class Client:
    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.address = (parts.hostname, parts.port)
        self.connection = None

    def ask(self, method, target, headers=None, body=None):
        """The status; the connection is kept for the next request unless the answer is long, or has no end."""
        self.connection = self.connection or http.client.HTTPConnection(*self.address, timeout=60)
        self.connection.request(method, target, body=body, headers=headers or {})
        answer = self.connection.getresponse()
        is_short = answer.headers["Content-Length"] is not None
        answer.read() if is_short else answer.read1(4096)
        if not is_short:
            self.connection.close()
            self.connection = None
        return answer.status

    def get(self, target):
        connection = http.client.HTTPConnection(*self.address, timeout=60)
        connection.request("GET", target)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer


def when(client, condition):
    deadline = time.monotonic() + 60
    while not condition(client.get("/api/v1/status")["counters"]):
        assert time.monotonic() < deadline, client.get("/api/v1/status")
        time.sleep(0.02)


def pause(client):
    assert client.ask("PATCH", "/api/v1/recorder", {"Content-Type": "application/json"}, b'{"recording":false}') == 200


def recording(start, tmp_path):
    client = Client(start("demo").url)
    when(client, lambda counters: counters["stored"] > 20)
    return client


def evicted(start, tmp_path):
    client = Client(start("demo", "--memory", "4", "--rate", "100000").url)
    when(client, lambda counters: counters["evicted"] > 0)
    pause(client)
    return client


def kept_in_a_file(start, tmp_path):
    client = Client(start("demo", "--memory", "4", "--rate", "100000", "--store", str(tmp_path / "calls.sqlite")).url)
    when(client, lambda counters: counters["evicted"] > 0)
    pause(client)
    return client


def cleared(start, tmp_path):
    client = recording(start, tmp_path)
    pause(client)
    assert client.ask("DELETE", "/api/v1/invocations") == 204
    assert client.get("/api/v1/status")["counters"]["stored"] == 0
    return client


def cleared_and_recording(start, tmp_path):
    client = cleared(start, tmp_path)
    client.ask("PATCH", "/api/v1/recorder", {"Content-Type": "application/json"}, b'{"recording":true}')
    when(client, lambda counters: counters["stored"] > 0)
    return client


def opened(start, tmp_path, inspector, longest=500):
    lines, file = tmp_path / "calls.ndjson", tmp_path / "calls.sqlite"
    calls = Calls()
    for number, duration in enumerate([500, longest, 500]):
        calls.add(number * 1000, number * 1000 + duration)
    calls.write(lines)
    done = subprocess.run([inspector, "import", lines, file], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return Client(start("open", str(file)).url)


def state(made, every=1, marks=()):
    """A store in a state, and which part of the numbers each parameter gets: all, every second, and so on."""
    return pytest.param(made, every, id=made.__name__ + (f"-every-{every}" if every > 1 else ""), marks=marks)


STATES = [state(recording), state(cleared), state(cleared_and_recording)]
# A question to many calls takes a while, so the short form asks with a part of the numbers.
for made, every in ((evicted, 4), (kept_in_a_file, 8)):
    STATES += [state(made, every), state(made, marks=pytest.mark.long)]


def walk(client, every=1):
    """Asks everything; gives what was answered otherwise than with 2xx or 4xx."""
    wrong = []
    parts = itertools.cycle(range(every))
    epoch = client.get("/api/v1/status")["epoch"]

    def check(method, target, headers=None, body=None):
        try:
            status = client.ask(method, target, headers, body)
        except (OSError, http.client.HTTPException) as error:
            pytest.fail(f"{method} {target} {headers or ''}: {error!r}")
        if not (200 <= status < 300 or 400 <= status < 500):
            wrong.append((status, method, target))

    document = client.get("/openapi.json")

    def resolved(node):
        if "$ref" not in node:
            return node
        found = document
        for key in node["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        return found

    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "patch") or path.endswith("/recorder"):
                continue
            body = b'{"marked":false}' if method == "patch" else None
            kind = {"Content-Type": "application/json"} if body else {}
            accepted = [kind | {"Accept": accept} for accept in media_types(operation, resolved)]
            for parameter in map(resolved, [*methods.get("parameters", []), *operation.get("parameters", [])]):
                name, place = parameter["name"], parameter["in"]
                if path.endswith("/compare"):
                    forms = ["{}"]
                else:
                    forms = FORMS.get(name, ["{}"])
                numbers = NUMBERS[:5] if name in WORDS else NUMBERS[next(parts)::every]
                for value in (form.format(number, epoch=epoch) for form in forms for number in numbers):
                    if place == "header":
                        check(method.upper(), path, kind | {name: value.encode().decode("latin-1")}, body)
                        continue
                    text = urllib.parse.quote(value, safe="")
                    target = path.replace("{" + name + "}", text).replace("{id}", "1").replace("{n}", "0")
                    for headers in accepted:
                        query = f"?{name}={text}" if place == "query" else ""
                        check(method.upper(), target + query, headers, body)
                    if name in ("before", "after") and path.endswith(("/invocations", "/events")):
                        for more in ("order=asc", "order=desc&limit=1", f"before={text}&after={text}"):
                            check("GET", f"{target}?{name}={text}&{more}" if "before" not in more else f"{target}?{more}")
    return wrong


def media_types(operation, resolved):
    found = {kind for reply in operation["responses"].values() for kind in resolved(reply).get("content", {})}
    return sorted(found - {"application/problem+json"}) or ["*/*"]


@pytest.mark.parametrize("made, every", STATES)
def test_every_number_in_every_parameter_is_answered(start, tmp_path, made, every):
    assert walk(made(start, tmp_path), every) == []


@pytest.mark.parametrize("longest", [500, 2**53, 2**63 - 1])
def test_every_number_in_every_parameter_is_answered_from_a_file(start, tmp_path, inspector, longest):
    assert walk(opened(start, tmp_path, inspector, longest)) == []


def test_every_number_in_every_member_of_a_body_and_in_header_fields_is_answered(start, tmp_path):
    client = recording(start, tmp_path)
    kind = {"Content-Type": "application/json"}
    newest = client.get("/api/v1/status")["counters"]["stored"]
    for number in NUMBERS:
        # Rejected because they are not JSON numbers.
        for path, member in [("/api/v1/recorder", "recording"), ("/api/v1/recorder", "include"),
                             ("/api/v1/recorder", "exclude"), (f"/api/v1/invocations/{newest}", "marked"),
                             (f"/api/v1/invocations/{newest}", "comment")]:
            for value in (number, f"[{number}]", "[" * 40 + number + "]" * 40):
                if value == "[]" and member in ("include", "exclude"):
                    continue  # No pattern is a valid list.
                body = f'{{"{member}":{value}}}'.encode()
                assert 400 <= client.ask("PATCH", path, kind, body) < 500, (path, body)
        text = number.encode().decode("latin-1")
        for header in ({"Accept": f"application/json;q={text}"}, {"If-None-Match": f'"{text}"'}):
            assert client.ask("GET", "/api/v1/status", header) in (200, 406), header
    assert client.get("/api/v1/status")["recording"] is True


# Rules of every action whose members take numbers, with the place of the number.
RULES = [
    '{"action":"delay","milliseconds":%s}',
    '{"action":"hold","deadlineMilliseconds":%s}',
    '{"action":"mark","limits":{"times":%s}}',
    '{"action":"mark","limits":{"every":%s}}',
    '{"action":"mark","limits":{"until":%s}}',
    '{"action":"mark","limits":{"until":"%s"}}',
    '{"action":"edit","argument":%s,"value":1}',
    '{"action":"edit","argument":"%s","value":1}',
    '{"action":"edit","argument":"section","value":%s}',
    '{"action":"answer","value":%s}',
    '{"action":"comment","text":%s}',
    '{"action":"mark","enabled":%s}',
]


def test_every_number_in_every_member_of_a_rule_is_answered(start, tmp_path):
    client = recording(start, tmp_path)
    kind = {"Content-Type": "application/json"}
    # Values are made for a requirement that takes and returns a number; a rule that is switched off acts on no call.
    calls = '"filter":"selector:=tableView(_:numberOfRowsInSection:)"'
    assert client.ask("POST", "/api/v1/rules", kind, b'{"action":"mark","enabled":false}') == 201
    (known,) = (rule["id"] for rule in client.get("/api/v1/rules")["items"])
    taken = set()
    for form in RULES:
        for number in NUMBERS:
            switch = "" if "enabled" in form else '"enabled":false,'
            body = ("{" + switch + calls + "," + form[1:] % number).encode()
            for method, path in (("PUT", f"/api/v1/rules/{known}"), ("POST", "/api/v1/rules")):
                status = client.ask(method, path, kind, body)
                assert status in (200, 201) or 400 <= status < 500, (status, method, body)
                if status == 201:
                    taken.add(form)
                    (added,) = (rule["id"] for rule in client.get("/api/v1/rules")["items"] if rule["id"] != known)
                    assert client.ask("DELETE", f"/api/v1/rules/{added}") == 204
            decision = b'{"action":"answer","value":%b}' % number.encode()
            assert 400 <= client.ask("POST", f"/api/v1/held/{2**63}", kind, decision) < 500
    # The others are times in words and places without a value that takes a number.
    assert len(taken) >= 7, taken
    assert client.get("/api/v1/status")["recording"] is True


@pytest.mark.parametrize("is_live", [True, False], ids=["live", "file"])
def test_every_number_in_every_key_of_a_filter_is_answered(start, tmp_path, inspector, is_live):
    client = recording(start, tmp_path) if is_live else opened(start, tmp_path, inspector)
    forms = ("number", "duration", "bytes", "id", "age", "period", "value")
    keys = [entry["key"] for entry in client.get("/api/v1/filter/help")["items"] if entry["form"] in forms]
    assert len(keys) > 10
    for key in keys:
        for form in QUANTITIES:
            for number in FILTER_NUMBERS:
                text = f"{key}:{form.format(number)}"
                target = "/api/v1/invocations?limit=1&filter=" + urllib.parse.quote(text, safe="")
                try:
                    status = client.ask("GET", target)
                except (OSError, http.client.HTTPException) as error:
                    pytest.fail(f"{text}: {error!r}")
                assert status in (200, 400), (status, text)


def test_a_page_after_the_largest_number_is_empty_and_has_no_gap(start, tmp_path):
    client = recording(start, tmp_path)
    page = client.get(f"/api/v1/invocations?after={2**64 - 1}")
    assert (page["items"], page["gap"]) == ([], False)
    assert page["stored"] > 0
