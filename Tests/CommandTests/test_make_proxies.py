# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`make-proxies` and its files: what it says of those that it can't use, and what it writes to."""
import os
import subprocess

import pytest

SOURCE = "import ProxyAnnotations\n@Proxied protocol LampDelegate: AnyObject { func lampDidBurnOut() }\n"


@pytest.fixture
def make(inspector, tmp_path):
    tool = os.path.join(os.path.dirname(inspector), "make-proxies")
    (tmp_path / "Lamp.swift").write_text(SOURCE)
    return lambda *arguments: subprocess.run(
        [tool, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("arguments", "message"), [
    (["Out.swift", "Missing.swift"], "Missing.swift cannot be read: No such file or directory"),
    (["Out.swift", "."], ". cannot be read: Is a directory"),
    (["nowhere/Out.swift", "Lamp.swift"], "nowhere/Out.swift cannot be written: No such file or directory"),
    ([".", "Lamp.swift"], ". cannot be written: Is a directory"),
])
def test_names_the_file_and_the_reason_in_one_line(make, arguments, message):
    run = make(*arguments)
    assert run.returncode == 1
    assert run.stderr == f"make-proxies: {message}\n"


def test_writes_into_a_pipe_rather_than_in_its_place(make, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Open for both directions, so that nobody waits for the other side; the text fits into the pipe.
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        run = make("pipe", "Lamp.swift")
        assert run.returncode == 0, run.stderr
        assert pipe.is_fifo() and b"class LampDelegateProxy" in os.read(reader, 1 << 16)
    finally:
        os.close(reader)


@pytest.mark.parametrize("exists", [True, False])
def test_writes_what_a_link_leads_to(make, tmp_path, exists):
    file, link = tmp_path / "File.swift", tmp_path / "Link.swift"
    if exists:
        file.write_text("// older\n")
    link.symlink_to("File.swift")
    run = make("Link.swift", "Lamp.swift")
    assert run.returncode == 0, run.stderr
    assert link.is_symlink() and "class LampDelegateProxy" in file.read_text()


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--output", "Lamp.swift"]])
def test_an_option_is_no_file_to_write(make, tmp_path, arguments):
    run = make(*arguments)
    assert run.returncode == 1 and run.stderr == "usage: make-proxies OUTPUT FILE...\n"
    assert [file.name for file in tmp_path.iterdir()] == ["Lamp.swift"]
