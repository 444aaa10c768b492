# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Calls arrive at an OpenTelemetry receiver as spans, each once, read with OpenTelemetry's own messages."""
import json
import os
import pathlib
import random
import signal
import ssl
import subprocess
import sys
import time

import pytest

from conftest import ROOT
from recorded_calls import Calls
from span_receiver import SpanReceiver, attributes, with_base64_ids

DOCUMENT = ROOT / "Sources" / "inspector-server" / "Documents" / "reactive-api.xml"


@pytest.fixture
def receiver():
    receiver = SpanReceiver()
    yield receiver
    receiver.stop()


def run(inspector, *arguments, code=0, environment={}):
    done = subprocess.run(
        [inspector, *map(str, arguments)], capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def recording(inspector, tmp_path_factory):
    file = tmp_path_factory.mktemp("otlp") / "calls.recording"
    run(inspector, "xml", DOCUMENT, "--store", file)
    return file


def calls_of(inspector, recording, *options):
    lines = run(inspector, "export", recording, "--no-lifecycle", *options).stdout.splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("protocol", ["http/protobuf", "http/json"])
def test_a_recording_is_sent_whole_with_parents_and_times(inspector, recording, receiver, protocol):
    run(inspector, "export", recording, "--otlp", receiver.url, "--otlp-protocol", protocol, "--otlp-values")
    calls = {call["id"]: call for call in calls_of(inspector, recording)}
    spans = {attributes(span)["delegate.call.id"]: span for span in receiver.spans}
    assert len(receiver.spans) == len(spans) == len(calls) > 500
    for identity, call in calls.items():
        span = spans[identity]
        assert span.name == f'{call["protocol"]}.{call["selector"]}'
        assert span.end_time_unix_nano - span.start_time_unix_nano == call["durationNanoseconds"]
        assert len(span.trace_id) == 16 and len(span.span_id) == 8
        parent = call["parent"]
        assert span.parent_span_id == (spans[parent].span_id if parent else b"")
        assert not parent or span.trace_id == spans[parent].trace_id
        values = attributes(span)
        assert values["thread.id"] == call["thread"]["id"] and values["delegate.owner"] == call["owner"]
        assert all(f'delegate.argument.{argument["name"]}' in values for argument in call["arguments"])
    assert resources(receiver)[0]["service.name"] == "inspector-server"


def resources(receiver):
    """The attributes of the programs, text only."""
    return [
        {pair.key: pair.value.string_value for pair in group.resource.attributes}
        for request in receiver.requests for group in request.message.resource_spans
    ]


def test_the_service_of_a_recording_is_the_one_that_was_given(inspector, recording, receiver):
    run(inspector, "export", recording, "--otlp", receiver.url, "--otlp-service", "payments")
    run(inspector, "export", recording, "--otlp", receiver.url, environment={"OTEL_SERVICE_NAME": "billing"})
    assert {resource["service.name"] for resource in resources(receiver)} == {"payments", "billing"}


def test_each_process_of_a_recording_is_a_resource(inspector, recording, receiver, tmp_path):
    lines = []
    for service, version, host in [("shop", "1.4", "web-1"), ("mail", None, "web-2")]:
        file = tmp_path / f"{service}.recording"
        run(inspector, "xml", DOCUMENT, "--store", file)
        for call in calls_of(inspector, file):
            process = {"service": service, "host": host, "id": 7} | ({"version": version} if version else {})
            # The process stands after the depth.
            call = {key: value for name, item in call.items()
                    for key, value in [(name, item)] + ([("process", process)] if name == "depth" else [])}
            lines.append(json.dumps(call))
    (tmp_path / "lines.ndjson").write_text("\n".join(lines) + "\n")
    run(inspector, "import", tmp_path / "lines.ndjson", tmp_path / "fleet.recording")
    run(inspector, "export", tmp_path / "fleet.recording", "--otlp", receiver.url)
    found = resources(receiver)
    assert {(each["service.name"], each.get("service.version"), each["host.name"]) for each in found} == {
        ("shop", "1.4", "web-1"), ("mail", None, "web-2")}
    for request in receiver.requests:
        for group in request.message.resource_spans:
            epoch, = [pair.value.string_value for pair in group.resource.attributes if pair.key == "delegate.epoch"]
            spans = [span for scope in group.scope_spans for span in scope.spans]
            assert {attributes(span)["delegate.call.id"].split("-")[0] for span in spans} == {epoch}
    assert len(receiver.spans) == len(lines)
    exported = [json.loads(line) for line in run(
        inspector, "export", tmp_path / "fleet.recording", "--format", "otlp").stdout.splitlines()]
    names = {pair["value"]["stringValue"] for line in exported for group in line["resourceSpans"]
             for pair in group["resource"]["attributes"] if pair["key"] == "service.name"}
    assert names == {"shop", "mail"}


def test_the_file_has_the_same_spans(inspector, recording, receiver, tmp_path):
    from google.protobuf import json_format
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    run(inspector, "export", recording, "--otlp", receiver.url)
    file = tmp_path / "spans.jsonl"
    run(inspector, "export", recording, "--format", "otlp", "--output", file)
    spans = []
    for line in file.read_text().splitlines():
        data = json_format.Parse(with_base64_ids(line), TracesData())
        spans += [span for group in data.resource_spans for scope in group.scope_spans for span in scope.spans]
    assert spans == receiver.spans


def test_live_calls_are_sent_with_headers_and_filter(inspector, receiver):
    run(
        inspector, "xml", DOCUMENT, "--otlp", receiver.url, "--otlp-filter", "selector:*didStart*",
        "--otlp-header", "X-Tenant: t", "--otlp-service", "parsing",
        environment={"OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20x"})
    assert receiver.spans and all("didstart" in span.name.lower() for span in receiver.spans)
    headers = receiver.requests[0].headers
    assert headers["X-Tenant"] == "t" and headers["Authorization"] == "Bearer x"
    assert receiver.requests[0].path == "/v1/traces" and headers["Content-Encoding"] == "gzip"
    resource = receiver.requests[0].message.resource_spans[0].resource
    assert ("service.name", "parsing") in [(pair.key, pair.value.string_value) for pair in resource.attributes]


def test_errors_are_exceptions(inspector, receiver, tmp_path):
    lines, recording = tmp_path / "calls.ndjson", tmp_path / "calls.recording"
    calls = Calls()
    calls.add(1_000, 5_000, state="threw")
    calls.write(lines)
    run(inspector, "import", lines, recording)
    run(inspector, "export", recording, "--otlp", receiver.url)
    (span,) = receiver.spans
    assert span.status.code == 2 and [event.name for event in span.events] == ["exception"]
    assert attributes(span)["error.type"] == "Lost"
    assert attributes(span.events[0])["exception.type"] == "Lost"


def test_the_status_tells_how_far_sending_has_got(start, receiver):
    import requests

    server = start("demo", "--rate", "200", "--otlp", receiver.url)
    deadline = time.monotonic() + 20
    while True:
        status = requests.get(f"{server.url}/api/v1/status").json()["otlp"]
        if status["sent"] >= 50:
            break
        assert time.monotonic() < deadline, status
        time.sleep(0.05)
    assert status["endpoint"] == f"{receiver.url}/v1/traces"
    assert status["dropped"] == 0 and status["failure"] is None
    code, _, errors = server.stop()
    assert code == 0 and "not sent" not in errors


def test_a_receiver_that_is_away_is_said(inspector, recording, receiver):
    url = receiver.url
    receiver.refusals = [400] * 100
    done = run(inspector, "export", recording, "--otlp", url, code=1)
    assert "calls were not accepted" in done.stderr and "400" in done.stderr


def test_the_reason_is_said_while_a_request_is_repeated(inspector, recording, receiver):
    receiver.refusals = [503]
    done = run(inspector, "export", recording, "--otlp", receiver.url)
    assert done.stderr.count("waits for 127.0.0.1: it answers 503") == 1 and "1 requests repeated" in done.stderr


@pytest.mark.parametrize("arguments, words", [
    (["--otlp", "localhost:4318"], "no address of a receiver"),
    (["--otlp", "http://localhost:4318", "--format", "csv"], "can't be combined"),
    (["--otlp", "http://localhost:4318", "--otlp-header", "nothing"], "Name: value"),
    (["--otlp-values"], "require --otlp"),
    (["--otlp", "http://localhost:4318", "--otlp-filter", "is:slow"], "--filter"),
    (["--format", "csv", "--values"], "--format otlp"),
])
def test_wrong_options_say_what_would_do(inspector, recording, arguments, words):
    done = run(inspector, "export", recording, *arguments, code=64)
    assert words in done.stderr


# MARK: A receiver that is killed

RECEIVER = """
import sqlite3, sys
sys.path[:0] = {folder!r},
from span_receiver import SpanReceiver, attributes
import http.server, threading

store = sqlite3.connect({store!r}, check_same_thread=False, isolation_level=None)
store.execute("PRAGMA synchronous=OFF")
store.execute("CREATE TABLE IF NOT EXISTS span (id BLOB PRIMARY KEY, trace BLOB, parent BLOB, call TEXT)")
lock = threading.Lock()

class Kept(list):
    def append(self, request):
        rows = [(s.span_id, s.trace_id, s.parent_span_id, attributes(s)["delegate.call.id"]) for s in request.spans]
        with lock:
            store.execute("BEGIN")
            store.executemany("INSERT OR IGNORE INTO span VALUES (?, ?, ?, ?)", rows)
            store.execute("COMMIT")

receiver = SpanReceiver({port})
receiver.requests = Kept()
print(receiver.port, flush=True)
threading.Event().wait()
"""


def test_nothing_is_lost_or_doubled_when_the_receiver_is_killed_and_comes_back(start, tmp_path):
    import requests
    import sqlite3

    wanted = int(os.environ.get("OTLP_SPANS", "10000"))
    store = tmp_path / "spans.sqlite"

    def begin(port):
        code = RECEIVER.format(folder=str(pathlib.Path(__file__).parent), store=str(store), port=port)
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        return process, int(process.stdout.readline())

    receiver, port = begin(0)
    server = start("demo", "--rate", "5000", "--memory", "1000", "--otlp", f"http://127.0.0.1:{port}")
    chance = random.Random(7)
    kills = 0
    try:
        while True:
            status = requests.get(f"{server.url}/api/v1/status").json()
            if status["otlp"]["sent"] >= wanted and kills >= 3:
                break
            time.sleep(chance.uniform(0.5, 2))
            receiver.send_signal(signal.SIGKILL)
            receiver.wait()
            time.sleep(chance.uniform(0, 1))
            receiver, _ = begin(port)
            kills += 1
            time.sleep(chance.uniform(1, 3))
        requests.patch(f"{server.url}/api/v1/recorder", json={"recording": False})
        deadline = time.monotonic() + 60
        while True:
            status = requests.get(f"{server.url}/api/v1/status").json()
            # A pause leaves no new calls; what runs ends at once.
            if status["otlp"]["waiting"] == 0 and status["running"] == 0:
                break
            assert time.monotonic() < deadline, status["otlp"]
            time.sleep(0.1)
        assert status["otlp"]["dropped"] == 0 and status["otlp"]["retries"] > 0
        lines = requests.get(f"{server.url}/api/v1/export", params={"lifecycle": "none"}).text.splitlines()
    finally:
        receiver.kill()
        receiver.wait()
    calls = {call["id"]: call["parent"] for call in map(json.loads, lines)}
    rows = sqlite3.connect(store).execute("SELECT id, trace, parent, call FROM span").fetchall()
    spans = {call: (identity, trace, parent) for identity, trace, parent, call in rows}
    print(f"{len(rows)} spans, {kills} kills, {status['otlp']['retries']} requests repeated")
    assert len(rows) == len(spans) == len(calls) >= wanted and set(spans) == set(calls)
    for call, parent in calls.items():
        assert spans[call][2] == (spans[parent][0] if parent else b"")
        assert not parent or spans[call][1] == spans[parent][1]


AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"


def test_a_certificate_must_be_the_system_s(inspector, recording, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    receiver = SpanReceiver(certificate=context)
    command = [inspector, "xml", DOCUMENT, "--otlp", f"https://localhost:{receiver.port}", "--otlp-filter", "seq:<=10"]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "certificate" in done.stderr and not receiver.spans
        # For the process alone, the certificate is the only one that the system trusts.
        mounted = f'mount --bind {certificate} {AUTHORITIES} && exec "$@"'
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", mounted, "sh", *map(str, command)],
            capture_output=True, text=True, timeout=60)
        if "unshare" in done.stderr or "mount" in done.stderr:
            pytest.skip("mounting is not permitted here")
        assert done.returncode == 0, done.stderr
        assert len(receiver.spans) == 10
    finally:
        receiver.stop()
