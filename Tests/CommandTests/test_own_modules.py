# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The output of `proxy-gen` for your own modules compiles, in Swift 6 with all upcoming features."""
import json
import os
import pathlib
import subprocess

import pytest

from conftest import ROOT

LIBRARY = """
public final class Worker {
    public init() {}
    public weak var delegate: (any WorkerDelegate)?
}
public protocol WorkerDelegate: AnyObject {
    func worker(_ worker: Worker, didWork count: Int)
    func workerDidRest(_ worker: Worker)
}
extension WorkerDelegate { public func workerDidRest(_ worker: Worker) {} }

final class Inner { weak var delegate: (any InnerDelegate)? }
protocol InnerDelegate: AnyObject { func inner(_ inner: Inner, didWork count: Int) }

package final class Pack { package weak var delegate: (any PackDelegate)? }
package protocol PackDelegate: AnyObject { func pack(_ pack: Pack, didWork count: Int) }

@MainActor public class Screen { public weak var delegate: (any ScreenDelegate)? }
@MainActor public protocol ScreenDelegate: AnyObject { func screen(_ screen: Screen, didTap count: Int) -> Bool }

@MainActor open class Root {}
public final class Pane: Root { public weak var paneDelegate: (any PaneDelegate)? }
public protocol PaneDelegate: AnyObject { func pane(_ pane: Pane, didTap count: Int) }

public final class Book { public weak var delegate: (any BookDelegate)? }
public protocol Titled: AnyObject { var title: String { get }; func load() throws }
public protocol Retitled: AnyObject { var title: String { get set }; func load() }
public protocol BookDelegate: Titled, Retitled { func book(_ book: Book, didOpen page: Int) }

@globalActor public actor OtherActor { public static let shared = OtherActor() }
@OtherActor public final class Engine { public weak var delegate: (any EngineDelegate)? }
public protocol EngineDelegate: AnyObject { func engineDidStart(_ engine: Engine) }
"""
FEATURES = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]


class Workshop:
    """A folder with the compiled library, the generator, and the modules required by proxies."""

    def __init__(self, folder, binaries):
        self.folder = folder
        self.binaries = binaries
        (folder / "Library.swift").write_text(LIBRARY)
        run = self.compile(
            "-module-name", "Library", "-emit-module", "-o", "Library.swiftmodule", "-emit-symbol-graph",
            "-emit-symbol-graph-dir", ".", "-symbol-graph-minimum-access-level", "internal", "Library.swift")
        assert run.returncode == 0, run.stderr

    def compile(self, *arguments):
        modules = [["-Xcc", f"-fmodule-map-file={self.binaries}/{name}.build/module.modulemap"]
                   for name in ("CClock", "CRuntime", "CThread")]
        features = [["-enable-upcoming-feature", feature] for feature in FEATURES]
        return subprocess.run(
            ["swiftc", "-swift-version", "6", "-parse-as-library", "-package-name", "own", "-warnings-as-errors",
             "-I", str(self.binaries / "Modules"), "-I", ".", *sum(modules + features, []), *arguments],
            cwd=self.folder, capture_output=True, text=True, timeout=300)

    def generate(self, protocol, into, *arguments):
        return subprocess.run(
            [self.binaries / "proxy-gen", "--module", "Library", "--protocol", protocol, "--into", into,
             "--symbol-graph", str(self.folder / "Library.symbols.json"), *arguments],
            cwd=self.folder, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def workshop(inspector, tmp_path_factory):
    return Workshop(tmp_path_factory.mktemp("own"), pathlib.Path(os.path.dirname(inspector)))


@pytest.mark.parametrize("protocol", ["Worker", "Inner", "Pack", "Screen", "Pane", "Book"])
@pytest.mark.parametrize("access", [[], ["--public"]])
def test_compiles_in_the_module_itself(workshop, protocol, access):
    if access and protocol in ("Inner", "Pack"):
        pytest.skip("cannot be public")
    run = workshop.generate(f"{protocol}Delegate", "Library", *access)
    assert run.returncode == 0, run.stderr
    assert "@retroactive" not in run.stdout and "import Library" not in run.stdout
    (workshop.folder / "Proxy.swift").write_text(run.stdout)
    compiled = workshop.compile("-module-name", "Library", "-typecheck", "Library.swift", "Proxy.swift")
    assert compiled.returncode == 0, compiled.stderr + run.stdout


@pytest.mark.parametrize("protocol", ["Worker", "Pack", "Screen", "Pane", "Book"])
@pytest.mark.parametrize("is_own_package", [True, False])
def test_compiles_in_another_module(workshop, protocol, is_own_package):
    if protocol == "Pack" and not is_own_package:
        pytest.skip("not to be seen")
    own = ["--package-module", "Library", "--package-module", "App"] if is_own_package else []
    run = workshop.generate(f"{protocol}Delegate", "App", *own)
    assert run.returncode == 0, run.stderr
    assert ("@retroactive" in run.stdout) == (not is_own_package)
    (workshop.folder / "Proxy.swift").write_text(run.stdout)
    package = [] if is_own_package else ["-package-name", "other"]
    compiled = workshop.compile("-module-name", "App", "-typecheck", *package, "Proxy.swift")
    assert compiled.returncode == 0, compiled.stderr + run.stdout


def test_forwards_the_strongest_of_inherited_requirements(workshop):
    made = workshop.generate("BookDelegate", "Library").stdout
    assert made.count("func load() {") == 1 and "func load() throws" not in made
    assert "($0 as any Retitled).load()" in made
    assert made.count("var title: String {\n") == 1 and "$0.title = newValue" in made


def test_reaches_a_property_of_the_main_actor_on_it(workshop):
    for protocol in ("Screen", "Pane"):
        made = workshop.generate(f"{protocol}Delegate", "Library").stdout
        assert "threadRule: ProxyCore::DelegateThreadRule { .mainActor }" in made
        assert "onMainActor(object)" in made
    assert "onMainActor" not in workshop.generate("WorkerDelegate", "Library").stdout


@pytest.mark.parametrize(("arguments", "message"), [
    (["EngineDelegate", "Library"], "on the main actor, not on OtherActor"),
    (["InnerDelegate", "Library", "--public"], "InnerDelegate is internal, so its proxy cannot be public"),
    (["InnerDelegate", "App"], "InnerDelegate is internal in Library, so App cannot see it"),
    (["WorkerDelegate", "App", "--header", "missing.txt"], "the header missing.txt cannot be read"),
    (["WorkerDelegate", "App", "--output", "/proc/nowhere"], "/proc/nowhere/WorkerDelegateProxy.swift cannot be written"),
])
def test_says_what_keeps_it_from_writing(workshop, arguments, message):
    run = workshop.generate(*arguments)
    assert run.returncode == 1
    assert message in run.stderr
    assert run.stdout == ""


def test_a_file_bears_nobodys_licence_but_the_one_that_is_given(workshop):
    made = workshop.generate("WorkerDelegate", "App").stdout
    assert made.startswith("// Generated by proxy-gen; a change by hand is lost. To make it again:\n//   swift run proxy-gen")
    assert "SPDX" not in made and "Delegate Inspector" not in made
    (workshop.folder / "header.txt").write_text("// Ours\n")
    made = workshop.generate("WorkerDelegate", "App", "--header", "header.txt").stdout
    assert made.startswith("// Ours\n//\n// Generated by proxy-gen;")


def test_the_plugin_needs_no_permission_and_no_terminal():
    """SwiftPM's requirements are in the manifest, which this reads, because building a package takes minutes."""
    run = subprocess.run(
        ["swift", "package", "--ignore-lock", "dump-package"], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True)
    targets = json.loads(run.stdout)["targets"]
    plugin = next(target for target in targets if target["name"] == "GenerateProxy")
    _, permissions = plugin["pluginCapability"]["command"]
    assert permissions == []
