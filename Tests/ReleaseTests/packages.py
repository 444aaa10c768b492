# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Builds packages that depend on this one, as users do: without -enable-testing."""
import os
import pathlib
import subprocess

import cells

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: Packages and what they build stay here from one run to the next.
FOLDER = ROOT / ".build/release-tests-of-packages"

#: The arguments of the compiler, as the package manager gives them.
MODES = {
    "Onone": ["-Onone", "-DDEBUG"],
    "O": ["-O", "-no-whole-module-optimization"],
    "O-wmo": ["-O", "-wmo"],
}
BUILD = {
    "Onone": [],
    "O": ["-c", "release", "-Xswiftc", "-no-whole-module-optimization"],
    "O-wmo": ["-c", "release"],
}


def call(*command, cwd=None):
    """Runs a command; its output, with the errors, if it failed."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))[:300]}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def write(path, text):
    """Writes a file, unless it is there with the same text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def source(cell, attribute="", module=None):
    imports = "import ProxyCore\n" + (f"import {module}\n" if module else "")
    return imports + cells.declarations(cell, attribute) + cells.run(cell)


def attribute(cell):
    return f"@Proxied(parent: {cells.type_name(cell)}Owner.self)"


class Package:
    """A package with one program per way."""

    #: What each way can do; the others are refused.
    CELLS = {
        "ByPlugin": [cell for cell in cells.CELLS if cells.access_of(cell) not in cells.CLOSED],
        "ByGenerator": [cell for cell in cells.CELLS if cells.access_of(cell) not in cells.CLOSED],
        "ByHand": cells.CELLS,
        "ByMacro": [cell for cell in cells.CELLS if cells.access_of(cell) in cells.OPEN],
    }
    #: Programs of one file, beside the ways.
    SINGLE = {"WhoAnswered": cells.WHO_ANSWERED}

    def __init__(self, name, mode, ways, everything_by_macro=False):
        self.folder = FOLDER / f"{name}-{mode}"
        self.mode = mode
        self.ways = ways
        self.cells = dict(self.CELLS)
        if everything_by_macro:
            self.cells["ByMacro"] = cells.CELLS
        write(self.folder / "Package.swift", self.manifest())
        for way in ways:
            self.write_sources(way)

    def manifest(self):
        targets = ""
        for way in self.ways:
            own = {"ByPlugin": ["ProxyAnnotations"], "ByMacro": ["ProxyMacros"], "ByGenerator": ["Reactive"]}
            products = ["ProxyCore"] + own.get(way, [])
            listed = ", ".join(f'.product(name: "{name}", package: "delegate-inspector")' for name in products)
            plugin = 'plugins: [.plugin(name: "MakeProxies", package: "delegate-inspector")]'
            plugins = ", " + plugin if way == "ByPlugin" else ""
            targets += f'        .executableTarget(name: "{way}", dependencies: [{listed}]{plugins}),\n'
        return (
            "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n    name: \"matrix\",\n"
            f'    dependencies: [.package(name: "delegate-inspector", path: "{ROOT}")],\n'
            f"    targets: [\n{targets}    ]\n)\n"
        )

    def write_sources(self, way):
        folder = self.folder / "Sources" / way
        if way in self.SINGLE:
            write(folder / "main.swift", self.SINGLE[way])
            return
        for cell in self.cells[way]:
            made = {
                "ByPlugin": lambda: source(cell, attribute(cell), "ProxyAnnotations"),
                "ByMacro": lambda: source(cell, attribute(cell), "ProxyMacros"),
                "ByHand": lambda: source(cell) + cells.by_hand(cell),
                "ByGenerator": lambda: source(cell),
            }[way]()
            write(folder / f"{cells.type_name(cell)}.swift", made)
        write(folder / "Program.swift", cells.main(self.cells[way]))
        if way == "ByGenerator":
            self.generate(folder)

    def generate(self, folder):
        """Runs proxy-gen on what it can read without the proxies: the declarations."""
        graphs = self.folder / "graphs"
        declared = self.folder / "declared/Declared.swift"
        write(declared, "".join(cells.declarations(cell) for cell in self.cells["ByGenerator"]))
        graphs.mkdir(exist_ok=True)
        call("swiftc", "-emit-module", "-module-name", "ByGenerator", "-package-name", "matrix", "-swift-version", "6",
             "-emit-module-path", graphs / "ByGenerator.swiftmodule", "-emit-symbol-graph", "-emit-symbol-graph-dir", graphs,
             "-symbol-graph-minimum-access-level", "internal", declared)
        for cell in self.cells["ByGenerator"]:
            name = cells.type_name(cell)
            call(debug_tool("proxy-gen"), "--module", "ByGenerator", "--into", "ByGenerator",
                 "--symbol-graph", graphs / "ByGenerator.symbols.json", "--protocol", f"{name}Delegate",
                 "--parent", f"{name}Owner.delegate", "--output", folder / "Generated")

    def build(self):
        # The package manager does not notice new files of a package in another folder; without its plan it looks again.
        for plan in self.folder.glob(".build/*.yaml"):
            plan.unlink()
        for way in self.ways:
            call("swift", "build", *BUILD[self.mode], "--product", way, cwd=self.folder)
        return self

    @property
    def binaries(self):
        configuration = "debug" if self.mode == "Onone" else "release"
        return self.folder / ".build" / configuration

    def run(self, way, cell):
        return run(self.binaries / way, cell)

    def compile_with_macro(self, files, program, *flags):
        """Compiles a program with the macro's plugin of the debug build: a release build of swift-syntax takes minutes."""
        built = self.binaries
        names = ["ProxyCore", "CallModel", "Reactive", "CClock", "CThread", "CRuntime"]
        objects = [made for name in names for made in sorted((built / f"{name}.build").rglob("*.o"))]
        maps = [made for made in built.glob("C*.build/module.modulemap") if "-tool" not in str(made)]
        own = [made.parent for made in (ROOT / "Sources").glob("*/include/module.modulemap")]
        plugin = ROOT / ".build/debug/ProxyMacrosPlugin-tool"
        return subprocess.run(
            [str(word) for word in [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-package-name", "matrix",
                "-module-name", "ByMacro", "-I", built / "Modules", "-I", ROOT / ".build/debug/Modules",
                *[option for made in maps for option in ("-Xcc", f"-fmodule-map-file={made}")],
                *[option for folder in own for option in ("-I", folder)],
                "-load-plugin-executable", f"{plugin}#ProxyMacrosPlugin", *flags, *files, *(objects if program else []),
                *(["-o", program] if program else ["-typecheck"]),
            ]],
            capture_output=True, text=True)


def debug_tool(name):
    return ROOT / ".build/debug" / name


def run(program, cell):
    done = subprocess.run([str(program), cell], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
    return done.stdout.strip() if done.returncode == 0 else f"status {done.returncode}: {done.stderr.strip()[-600:]}"
