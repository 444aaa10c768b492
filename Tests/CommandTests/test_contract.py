# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The live server conforms to `/openapi.json` for every request."""
import json
import pathlib
import subprocess
import sys
import urllib.request

SECONDS = 60
CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "negative_data_rejection",
]


def run(url, *arguments):
    """Runs schemathesis until it ends or the time is over; returns its exit code and output."""
    command = [
        sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()",
        "--config-file", str(CONFIGURATION), "run", f"{url}/openapi.json", "--url", url,
        "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
        # The stream is endless, and an assertion may wait for a minute; both have separate tests.
        "--exclude-path", "/api/v1/stream", "--exclude-path", "/api/v1/assert",
        "--max-time", str(SECONDS), "--seed", "1", "--generation-database", "none",
        # A character takes up to three bytes of the target, and the transport rejects four times as many.
        "--generation-codec", "ascii", "--no-color", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS + 60)
    return done.returncode, done.stdout + done.stderr


def test_what_anybody_asks_is_answered_as_the_document_says(start):
    server = start("demo", "--rate", "200")
    code, output = run(server.url, "--max-examples", "60")
    assert code == 0, output
    with urllib.request.urlopen(server.url + "/api/v1/status", timeout=20) as reply:
        assert json.load(reply)["counters"]["calls"] >= 0
