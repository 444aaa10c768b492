# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Access levels x conforming classes x optimisation x way to make a proxy: each cell is called and recorded, or refused
with the message that says what to do. None is silently wrong. See docs/release-builds.md."""
import subprocess

import pytest

import cells
import packages
from packages import Package

LONG = pytest.mark.long
#: The short form takes the mode in which the fault is: a release build of the package manager.
MODES = [pytest.param(mode, marks=[] if mode == "O-wmo" else LONG) for mode in packages.MODES]
CLOSED = [cell for cell in cells.CELLS if cells.access_of(cell) in cells.CLOSED]
HIDDEN = [cell for cell in cells.CELLS if cells.access_of(cell) not in cells.OPEN]
MACRO_REFUSAL = "the optimiser cannot see the macro's proxy of '{name}Delegate'"
THROWN = "refused The macro made {name}DelegateProxy in an optimised build"

#: Packages that are built.
built = {}


def package(mode):
    """The package of a mode with the ways that need no swift-syntax."""
    if mode not in built:
        built[mode] = Package("sources", mode, ["ByPlugin", "ByGenerator", "ByHand", "WhoAnswered"]).build()
    return built[mode]


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_method_of_a_public_class_is_not_taken_for_one_that_is_left_out(mode):
    assert package(mode).run("WhoAnswered", "").splitlines() == ["bellDidRing(_:) target", "bellDidBreak(_:) none"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", ["ByPlugin", "ByGenerator", "ByHand"])
def test_proxies_in_source_files_are_called_and_recorded(way, mode):
    made = package(mode)
    printed = {cell: made.run(way, cell) for cell in made.cells[way]}
    assert printed == {cell: cells.RIGHT for cell in made.cells[way]}


@pytest.mark.parametrize("cell", CLOSED)
def test_the_plugin_refuses_what_no_other_file_sees(cell, tmp_path):
    file = tmp_path / "Closed.swift"
    file.write_text(packages.source(cell, packages.attribute(cell), "ProxyAnnotations"))
    done = subprocess.run([str(packages.debug_tool("make-proxies")), str(tmp_path / "out.swift"), str(file)],
                          capture_output=True, text=True)
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if " protocol " in text)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{file}:{line}:"), done.stderr
    assert f"does not see a {cells.access_of(cell)} protocol; make it internal" in done.stderr
    assert not (tmp_path / "out.swift").exists()


@pytest.mark.parametrize("mode", MODES)
def test_the_macro_is_called_and_recorded_or_refused(mode, tmp_path):
    made = package(mode)
    allowed = cells.CELLS if mode == "Onone" else [cell for cell in cells.CELLS if cell not in HIDDEN]
    assert results(made, allowed, packages.MODES[mode], tmp_path) == {cell: cells.RIGHT for cell in allowed}
    for cell in cells.CELLS:
        if cell in allowed:
            continue
        done = made.compile_with_macro(sources([cell], tmp_path / cell), None, *packages.MODES[mode])
        assert done.returncode != 0
        assert MACRO_REFUSAL.format(name=cells.type_name(cell)) in done.stderr
        assert done.stderr.count("error: ") == done.stderr.count(" error: the optimiser") or "cannot find" in done.stderr


@pytest.mark.parametrize("mode", ["O-wmo", pytest.param("O", marks=LONG)])
def test_an_optimised_build_with_debug_set_is_refused_when_it_installs(mode, tmp_path):
    """`-DDEBUG -O`: the macro cannot know, so `proxy(for:)` throws."""
    printed = results(package(mode), cells.CELLS, packages.MODES[mode] + ["-DDEBUG"], tmp_path)
    for cell, text in printed.items():
        if cell in HIDDEN and cell.endswith("1"):
            assert text.startswith(THROWN.format(name=cells.type_name(cell))), (cell, text)
        else:
            assert text == cells.RIGHT, (cell, text)


def test_the_fault_is_still_there_without_the_checks(tmp_path):
    """Where this fails, the compiler has been mended, and the refusals can go."""
    made = package("O-wmo")
    flags = packages.MODES["O-wmo"] + ["-D", "PROXIES_WITH_ENABLE_TESTING"]
    printed = results(made, ["internal1"], flags, tmp_path)["internal1"]
    assert printed != cells.RIGHT and "refused" not in printed


@LONG
@pytest.mark.parametrize("mode", list(packages.MODES))
def test_the_macro_in_a_real_package(mode):
    """With a release build of swift-syntax."""
    made = Package("macro", mode, ["ByMacro"], everything_by_macro=mode == "Onone").build()
    printed = {cell: made.run("ByMacro", cell) for cell in made.cells["ByMacro"]}
    assert printed == {cell: cells.RIGHT for cell in made.cells["ByMacro"]}


def sources(chosen, folder):
    """The files of a program by macro."""
    for cell in chosen:
        text = packages.source(cell, packages.attribute(cell), "ProxyMacros")
        packages.write(folder / f"{cells.type_name(cell)}.swift", text)
    packages.write(folder / "Program.swift", cells.main(chosen))
    return sorted(folder.glob("*.swift"))


def results(made, chosen, flags, folder):
    """What each cell prints, of a program by macro."""
    program = folder / "program"
    done = made.compile_with_macro(sources(chosen, folder / "sources"), program, *flags)
    assert done.returncode == 0, done.stderr[-6000:]
    return {cell: packages.run(program, cell) for cell in chosen}
