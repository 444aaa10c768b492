# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The scripts say what they do, and what they don't know, before they begin."""
import os
import subprocess

import pytest

from conftest import ROOT


def run(script, *arguments):
    # A script that begins nevertheless ends soon: it has no compiler.
    environment = {**os.environ, "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [ROOT / "scripts" / script, *arguments], capture_output=True, text=True, timeout=60, env=environment)


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("script, words", [("setup", "--fleet"), ("run", "PORT=9000"), ("test", "Runs all tests")])
def test_help_is_all_that_a_script_does(script, words, option):
    done = run(script, option)
    assert done.returncode == 0 and done.stderr == ""
    assert words in done.stdout and "#" not in done.stdout and "pipefail" not in done.stdout


@pytest.mark.parametrize("script", ["check", "run", "setup", "test"])
def test_a_script_explains_itself_from_any_folder(script):
    done = subprocess.run([f"./{script}", "--help"], cwd=ROOT / "scripts", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout and done.stderr == ""


@pytest.mark.parametrize("script, argument", [("setup", "--tests"), ("setup", "fleet"), ("test", "CommandTests")])
def test_an_argument_that_a_script_does_not_know_is_refused(script, argument):
    done = run(script, argument)
    assert done.returncode == 64 and f"'{argument}'" in done.stderr
