# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Libraries that a program with the inspector in it loads: whose file is replaced, and that are closed."""
import shutil

import pytest

from programs import SOURCES, Process, call
from test_environment import linking


@pytest.fixture(scope="module")
def loading(programs):
    return programs("loading", options=linking())


def run(*arguments):
    outcome = Process([str(argument) for argument in arguments])
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout.splitlines()


def test_the_symbols_of_a_file_that_was_replaced_are_not_used(loading, programs, tmp_path):
    library, new = tmp_path / "libplugin.so", tmp_path / "new.so"
    shutil.copy(programs.library("plugin", "-Onone"), library)
    shutil.copy(programs.library("plugin", "-O"), new)
    assert run(loading, "replaced", library, new) == ["14", "its file was replaced since it was loaded"]


def test_a_file_that_is_the_same_after_a_copy_is_used(loading, programs, tmp_path):
    library, new = tmp_path / "libplugin.so", tmp_path / "new.so"
    for copy in [library, new]: shutil.copy(programs.library("plugin"), copy)
    assert run(loading, "replaced", library, new) == ["14", "recorded"]


@pytest.mark.parametrize("mode, used", [("-Onone", "recorded"), ("-O", "its file was replaced since it was loaded")])
def test_files_without_a_build_id_are_told_apart_by_their_code(loading, programs, tmp_path, mode, used):
    library, new = tmp_path / "libplugin.so", tmp_path / "new.so"
    for path, source in [(library, programs.library("plugin")), (new, programs.library("plugin", mode))]:
        Process(["objcopy", "--remove-section", ".note.gnu.build-id", str(source), str(path)])
    assert run(loading, "replaced", library, new) == ["14", used]


@pytest.mark.parametrize("mode, used", [("-Onone", "recorded"), ("-O", "its file was replaced since it was loaded")])
def test_a_breakpoint_is_no_other_code(loading, programs, tmp_path, mode, used):
    library, new = tmp_path / "libplugin.so", tmp_path / "new.so"
    for path, source in [(library, programs.library("plugin")), (new, programs.library("plugin", mode))]:
        Process(["objcopy", "--remove-section", ".note.gnu.build-id", str(source), str(path)])
    assert run(loading, "debugged", library, new) == ["14", used]


def test_what_a_closed_library_declared_is_left_out(loading, programs):
    # Its two types conform to its protocol.
    assert run(loading, "closed", programs.library("plugin")) == ["gone", "2 0", "1 0", "2 0", "noticed"]


def test_a_library_that_is_loaded_again_where_it_was_is_recorded(loading, programs):
    assert run(loading, "reopened", programs.library("plugin")) == ["2", "true", "4", "recorded"]


def test_types_of_another_version_of_a_library_are_not_taken_for_its_own(loading, tmp_path):
    libraries = []
    for version in ["FIRST", "SECOND"]:
        libraries.append(tmp_path / f"{version}.so")
        options = ["-emit-library", "-module-name", "versions", "-D", version]
        call(["swiftc", *options, SOURCES / "versions.swift", "-o", libraries[-1]])
    refused = "the type [Item] is found in another library with a module of this name"
    # Each has two types that conform to its protocol. The runtime finds those of the first.
    assert run(loading, "versions", *libraries) == [
        "8", "8", "read", "read", refused, refused, '[[["signed(7)"], ["signed(1)"]]]', "[[]]"]
