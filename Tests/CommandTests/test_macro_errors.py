# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The compiler's message if `@Proxied` cannot see enough: one error, which suggests a solution."""
import os
import pathlib
import subprocess

import pytest

IMPORTS = "import ProxyCore\nimport ProxyMacros\n"
CASES = {
    "a parent without a proxy": (
        """
        protocol Base: AnyObject { func a(); func b() -> Int; var c: Int { get } }
        @Proxied protocol Child: Base { func d(_ n: Int); func e() }
        """,
        "'Base' may have requirements, which @Proxied cannot see; name the proxy that forwards them"),
    "a child with a parent object over a base without": (
        """
        @Proxied protocol Base: AnyObject { func a() }
        final class View { weak var delegate: (any Child)? }
        @Proxied(parent: View.self, inheriting: "BaseProxy") protocol Child: Base { func d(_ n: Int); func e() }
        """,
        "the inherited proxy has no parent object; give it one that this one's inherits from, or declare the inherited"),
    "a child with another parent object": (
        """
        final class Pane { weak var delegate: (any Base)? }
        @Proxied(parent: Pane.self) protocol Base: AnyObject { func a() }
        final class View { weak var delegate: (any Child)? }
        @Proxied(parent: View.self, inheriting: "BaseProxy") protocol Child: Base { func d(_ n: Int); func e() }
        """,
        "this parent object is no subclass of the one that the inherited proxy is for"),
}


@pytest.mark.parametrize("name", CASES)
def test_one_error_names_the_way_out(inspector, tmp_path, name):
    source, message = CASES[name]
    binaries = pathlib.Path(os.path.dirname(inspector))
    (tmp_path / "main.swift").write_text(IMPORTS + source)
    modules = [["-Xcc", f"-fmodule-map-file={binaries}/{module}.build/module.modulemap"]
               for module in ("CClock", "CRuntime", "CThread")]
    run = subprocess.run(
        ["swiftc", "-swift-version", "6", "-DDEBUG", "-typecheck", "-I", str(binaries / "Modules"), *sum(modules, []),
         "-load-plugin-executable", f"{binaries}/ProxyMacrosPlugin-tool#ProxyMacrosPlugin", "main.swift"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300)
    errors = [line for line in run.stderr.splitlines() if ": error: " in line and "`-" not in line and "|-" not in line]
    assert len(errors) == 1, run.stderr
    assert message in errors[0]
