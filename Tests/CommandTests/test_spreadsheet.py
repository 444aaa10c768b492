# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The table for spreadsheets preserves every cell, and no cell is a formula."""

import csv
import io
import json
import subprocess

from recorded_calls import Calls

# OWASP, “CSV Injection”: the beginnings that turn a cell into a formula.
FORMULA_STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
HOSTILE = [start + "HYPERLINK(1)" for start in FORMULA_STARTS] + [
    "=cmd|' /C calc'!A0",
    'say "hello", she said',
    "two\r\nlines",
    "one;two",
    "tab\tinside",
    "'already quoted",
    '"',
    "",
    "é\u2028\U0001f600",
    "plain",
]


def table_of(inspector, calls, folder):
    lines, recording, output = folder / "calls.ndjson", folder / "calls.sqlite", folder / "calls.csv"
    calls.write(lines)
    for arguments in (["import", lines, recording], ["export", recording, "--format", "csv", "-o", output]):
        done = subprocess.run([inspector, *map(str, arguments)], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
    text = output.read_bytes().decode("utf-8")
    return text, list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_every_cell_comes_back_and_none_is_a_formula(inspector, tmp_path):
    calls = Calls()
    for index, text in enumerate(HOSTILE):
        calls.add(
            index * 10_000,
            index * 10_000 + 5_000,
            selector=text or "a()",
            owner=text,
            target=text,
            protocol=text,
            thread=text,
            arguments=[{"label": text, "name": "a", "type": "String", "kind": "string", "value": text}],
            result={"type": "String", "kind": "string", "value": text},
        )
    text, rows = table_of(inspector, calls, tmp_path)
    assert len(rows) == len(HOSTILE)
    for row, hostile in zip(rows, HOSTILE):
        safe = "'" + hostile if hostile[:1] in FORMULA_STARTS and hostile else hostile
        for column in ("owner", "target", "protocol", "thread"):
            assert row[column] == safe, (column, row[column])
        assert row["selector"] == (safe or "a()")
        assert None not in row and None not in row.values()
        for cell in row.values():
            assert cell[:1] not in FORMULA_STARTS or cell == ""
        assert row["durationNanoseconds"] == "5000" and row["depth"] == "0"
    # RFC 4180: lines end with CR LF.
    assert text.endswith("\r\n") and text.splitlines()[0].startswith("id,startedAt,")


def test_numbers_stay_numbers_also_negative_ones(inspector, tmp_path):
    calls = Calls()
    calls.add(0, 1_000, result={"type": "Int", "kind": "scalar", "value": -5})
    calls.add(2_000, None)
    _, rows = table_of(inspector, calls, tmp_path)
    assert rows[0]["outcome"] == "-5"
    assert (rows[1]["state"], rows[1]["returnPath"], rows[1]["durationNanoseconds"]) == ("running", "", "")
    assert json.loads(rows[0]["durationNanoseconds"]) == 1_000
