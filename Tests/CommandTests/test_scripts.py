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
@pytest.mark.parametrize("script, words", [
    ("setup", "--fleet"), ("run", "PORT=9000"), ("test", "Runs all tests"), ("bench", "metrics scale stress"),
    ("fuzz", "merge"), ("survey-protocols", "FOLDER")])
def test_help_is_all_that_a_script_does(script, words, option):
    done = run(script, option)
    assert done.returncode == 0 and done.stderr == ""
    assert words in done.stdout and "#" not in done.stdout and "pipefail" not in done.stdout


@pytest.mark.parametrize("script", ["check", "run", "setup", "test"])
def test_a_script_explains_itself_from_any_folder(script):
    done = subprocess.run([f"./{script}", "--help"], cwd=ROOT / "scripts", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout and done.stderr == ""


@pytest.mark.parametrize("script, argument", [
    ("setup", "--tests"), ("setup", "fleet"), ("test", "CommandTests"), ("bench", "calsl"), ("bench-http", "calls"),
    ("fuzz", "merg"), ("fuzz", "0"), ("survey-protocols", "--folder")])
def test_an_argument_that_a_script_does_not_know_is_refused(script, argument):
    done = run(script, argument)
    assert done.returncode == 64 and f"'{argument}'" in done.stderr


def test_a_build_is_planned_anew_when_a_file_of_the_page_came_or_went(tmp_path):
    for folder in ["scripts", "public", ".build", "Benchmarks", "Fuzz"]:
        (tmp_path / folder).mkdir()
    manifests = [tmp_path / folder / "Package.swift" for folder in ["", "Benchmarks", "Fuzz"]]
    (tmp_path / "scripts" / "setup").write_bytes((ROOT / "scripts" / "setup").read_bytes())
    page = [tmp_path / "public" / name for name in ["index.html", "page.js"]]
    for file in [*manifests, *page]:
        file.touch()

    def is_planned_anew():
        for manifest in manifests:
            os.utime(manifest, (1, 1))
        done = subprocess.run(["bash", "scripts/setup"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return [manifest.stat().st_mtime > 1 for manifest in manifests]

    assert is_planned_anew() == [True] * 3
    assert is_planned_anew() == [False] * 3
    page[1].unlink()
    assert is_planned_anew() == [True] * 3
    (tmp_path / "public" / "other.js").touch()
    assert is_planned_anew() == [True] * 3
