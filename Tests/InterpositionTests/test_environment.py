# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The variable INSPECT, and `exec`, for programs that have parts of the inspector linked in."""
import os
import pathlib

import pytest

from programs import INSPECTOR, MODES, ROOT, Process, exec_command

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


def test_who_asks_for_a_protocol_that_only_its_proxy_conforms_to_is_told(programs, tmp_path):
    program = programs("proxied", options=linking(), output="proxied")
    command = exec_command("--protocol", "proxied.KettleDelegate", program=[program])
    outcome = Process(command, env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)})
    assert outcome.returncode == 0 and outcome.stdout.splitlines()[-1] == "boiled", outcome.stderr
    assert ("Only the proxy KettleDelegateProxy conforms to a protocol that matches proxied.KettleDelegate. "
            "A proxy records its calls itself.") in outcome.stderr
    assert "No type" not in outcome.stderr
