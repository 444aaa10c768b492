# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The live server conforms to `/openapi.json` for every request."""
import json
import pathlib
import subprocess
import sys
import urllib.request

import pytest

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


def run(url, seconds, *arguments):
    """Runs schemathesis until it ends or the time is over; returns its exit code and output."""
    command = [
        sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()",
        "--config-file", str(CONFIGURATION), "run", f"{url}/openapi.json", "--url", url,
        "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
        # The stream is endless, and an assertion may wait for a minute; both have separate tests.
        "--exclude-path", "/api/v1/stream", "--exclude-path", "/api/v1/assert",
        "--max-time", str(seconds), "--seed", "1", "--generation-database", "none",
        # A character takes up to three bytes of the target, and the transport rejects four times as many.
        "--generation-codec", "ascii", "--no-color", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("examples, seconds", [(15, 60), pytest.param(100, 300, marks=pytest.mark.long)])
def test_what_anybody_asks_is_answered_as_the_document_says(start, examples, seconds):
    server = start("demo", "--rate", "200")
    code, output = run(server.url, seconds, "--max-examples", str(examples))
    assert code == 0, output
    with urllib.request.urlopen(server.url + "/api/v1/status", timeout=20) as reply:
        assert json.load(reply)["counters"]["calls"] >= 0
