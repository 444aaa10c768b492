# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The variable INSPECT, for programs that have the inspector linked in."""
import os
import pathlib

import pytest

from programs import INSPECTOR, MODES, ROOT, Process

SWIFT = ["Interposer", "ProxyCore", "CallModel", "Reactive"]
C = ["CInterpose", "CRuntime", "CClock", "CThread"]

#: The record of the program's call.
LINE = r'bell(_:didRing:) ["signed(3)", "text(\"high\")"]'


def linking():
    """The options with which a program is linked with what the product Interposer is made of."""
    built = pathlib.Path(INSPECTOR).parent
    options = ["-I", built / "Modules"]
    for part in C:
        module = built / f"{part}.build" / "module.modulemap"
        options += ["-Xcc", f"-fmodule-map-file={module}", "-Xcc", f"-I{ROOT / 'Sources' / part / 'include'}"]
    return options + [made for part in SWIFT + C for made in sorted((built / f"{part}.build").rglob("*.o"))]


# A runtime that is linked statically sets the seed of its hashes after most constructors have run.
@pytest.mark.parametrize("runtime", [[], ["-static-stdlib"]], ids=["dynamic", "static"])
@pytest.mark.parametrize("mode", MODES)
def test_a_program_that_the_inspector_is_linked_into_is_recorded_by_a_variable(programs, mode, runtime):
    program = programs("linked", mode, options=[*linking(), *runtime], output=f"linked{len(runtime)}")
    outcome = Process([str(program)], env={**os.environ, "INSPECT": "*Delegate"})
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.splitlines() == ["7", "recorded", LINE]
