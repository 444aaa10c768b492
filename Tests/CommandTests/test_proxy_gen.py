# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`proxy-gen` with the toolchain's modules: its files, its errors, and the committed files."""
import collections
import os
import re
import subprocess

import pytest

from conftest import ROOT

STREAM = ["--module", "Foundation", "--protocol", "StreamDelegate"]


@pytest.fixture
def generate(inspector):
    tool = os.path.join(os.path.dirname(inspector), "proxy-gen")
    return lambda *arguments: subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=120)


def test_writes_a_file_that_says_how_to_make_it_again(generate, tmp_path):
    run = generate(*STREAM, "--output", str(tmp_path))
    assert run.returncode == 0, run.stderr
    text = (tmp_path / "StreamDelegateProxy.swift").read_text()
    assert "//   swift run proxy-gen --module Foundation --protocol StreamDelegate\n" in text
    assert "class StreamDelegateProxy" in text and "extension Reactive where Base: Stream" in text


def test_a_file_is_the_same_whichever_way_options_are_written(generate, tmp_path):
    joined = generate("--module=Foundation", "--protocol=StreamDelegate", f"--output={tmp_path}", "-I=/nowhere")
    assert joined.returncode == 0, joined.stderr
    text = (tmp_path / "StreamDelegateProxy.swift").read_text()
    assert "//   swift run proxy-gen --module Foundation --protocol StreamDelegate\n" in text
    check = generate(*STREAM, "--output", str(tmp_path), "--check")
    assert check.returncode == 0, check.stderr


def test_leaves_a_file_alone_that_would_not_change(generate, tmp_path):
    generate(*STREAM, "--output", str(tmp_path))
    file = tmp_path / "StreamDelegateProxy.swift"
    before = file.stat().st_mtime_ns
    run = generate(*STREAM, "--output", str(tmp_path))
    assert run.stdout.strip().endswith("StreamDelegateProxy.swift (unchanged)")
    assert file.stat().st_mtime_ns == before
    assert generate(*STREAM, "--output", str(tmp_path), "--check").returncode == 0


def test_writes_what_a_link_leads_to(generate, tmp_path):
    file, link = tmp_path / "Shared.swift", tmp_path / "StreamDelegateProxy.swift"
    file.write_text("// older\n")
    link.symlink_to("Shared.swift")
    run = generate(*STREAM, "--output", str(tmp_path))
    assert run.returncode == 0, run.stderr
    assert link.is_symlink() and "class StreamDelegateProxy" in file.read_text()


def test_tells_a_stale_file_and_does_not_touch_it(generate, tmp_path):
    generate(*STREAM, "--output", str(tmp_path))
    file = tmp_path / "StreamDelegateProxy.swift"
    file.write_text(file.read_text() + "// changed by hand\n")
    run = generate(*STREAM, "--output", str(tmp_path), "--check")
    assert run.returncode == 1
    assert "differs from the generator's output" in run.stderr
    assert "changed by hand" in file.read_text()


@pytest.mark.parametrize(("arguments", "message"), [
    ([], "Error: --check needs --output."),
    (["--made-by", "swift package generate-proxy"], "Error: --check needs --target or --output."),
])
def test_a_check_needs_something_to_compare_with(generate, arguments, message):
    run = generate(*STREAM, "--check", *arguments)
    assert run.returncode != 0
    assert message in run.stderr
    assert run.stdout == ""


def test_files_of_an_earlier_longer_proxy_are_told_of_and_removed(generate, tmp_path):
    generate(*STREAM, "--output", str(tmp_path))
    proxy = tmp_path / "StreamDelegateProxy.swift"
    earlier, own = tmp_path / "StreamDelegateProxy+Selectors.swift", tmp_path / "StreamDelegateProxy+Reactive.swift"
    earlier.write_text("// Ours\n//\n" + proxy.read_text())
    own.write_text("// By hand.\n")
    check = generate(*STREAM, "--output", str(tmp_path), "--check")
    assert check.returncode == 1
    assert f"{earlier} belongs to an earlier, longer proxy; generate it again" in check.stderr
    assert earlier.exists()
    run = generate(*STREAM, "--output", str(tmp_path))
    assert run.returncode == 0, run.stderr
    assert "StreamDelegateProxy+Selectors.swift (removed)" in run.stdout
    assert not earlier.exists() and own.exists() and proxy.exists()
    assert generate(*STREAM, "--output", str(tmp_path), "--check").returncode == 0


@pytest.mark.parametrize(("arguments", "message"), [
    (["--module", "FoundationXLM", "--protocol", "XMLParserDelegate"],
     "there is no module FoundationXLM; nearest: FoundationXML"),
    (["--module", "FoundationXML", "--protocol", "XMLParserDelegat"],
     "FoundationXML has no protocol XMLParserDelegat; nearest: XMLParserDelegate"),
    ([*STREAM, "--answer", "stream(_:handel:)=1"],
     "StreamDelegate has no requirement stream(_:handel:); nearest: stream(_:handle:)"),
    ([*STREAM, "--answer", "stream"], "'stream': not of the form REQUIREMENT=VALUE"),
    (["--module", "Swift", "--protocol", "Equatable"], "Equatable.==(_:_:): static requirement '==' cannot be forwarded"),
])
def test_says_what_is_wrong_and_what_could_be_meant(generate, arguments, message):
    run = generate(*arguments)
    assert run.returncode == 1
    assert message in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize(("file", "reason"), [
    ("missing.json", "No such file or directory"), ("empty.json", "DecodingError"), ("folder", "Is a directory")])
def test_says_why_a_symbol_graph_cannot_be_read(generate, tmp_path, file, reason):
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "folder").mkdir()
    run = generate(*STREAM, "--symbol-graph", str(tmp_path / file))
    assert run.returncode == 1
    assert f"Error: the symbol graph {tmp_path / file} cannot be read: {reason}" in run.stderr
    assert "Domain" not in run.stderr


def test_says_that_the_toolchain_is_not_in_the_path(generate, tmp_path, monkeypatch):
    if os.path.exists("/usr/bin/swift-symbolgraph-extract"):
        pytest.skip("where it is looked for last")
    monkeypatch.setenv("PATH", str(tmp_path))
    run = generate(*STREAM)
    assert run.returncode == 1
    assert "there is no swift-symbolgraph-extract; put the folder of the Swift toolchain" in run.stderr


def test_standard_output_that_cannot_be_written_is_told_of(inspector):
    tool = os.path.join(os.path.dirname(inspector), "proxy-gen")
    with open("/dev/full", "w") as full:
        run = subprocess.run([tool, *STREAM], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert run.returncode == 1
    assert "standard output cannot be written: No space left on device" in run.stderr


def test_the_committed_proxies_are_what_the_generator_writes():
    run = subprocess.run(["scripts/check-generated"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr


SHAPES = ROOT / "Tests" / "ProxyMacrosTests" / "Shapes" / "Basics.swift"
EXPANSIONS = ROOT / "Tests" / "Fixtures" / "expansion" / "Basics.expected.swift"


def formatted(source):
    run = subprocess.run(
        ["swift", "format", "format", "--configuration", str(ROOT / ".swift-format")],
        input=source, capture_output=True, text=True, check=True)
    return run.stdout


def parts(source):
    """The lines of a source in no order, without those that only divide it into files."""
    lines = (line.strip() for line in formatted(source).splitlines())
    return collections.Counter(
        line for line in lines
        if line not in ("", "}") and not line.startswith(("import ", "//", "extension ", "nonisolated extension ")))


@pytest.fixture(scope="module")
def shapes(tmp_path_factory):
    """The symbol graph of the protocols that the macro tests expand, without the macro."""
    folder = tmp_path_factory.mktemp("shapes")
    plain = re.sub(r"@Proxied |@Default\(.*?\) |^import .*$", "", SHAPES.read_text(), flags=re.M)
    (folder / "Shapes.swift").write_text(plain)
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "Shapes", "-emit-module", "-o",
         "Shapes.swiftmodule", "-emit-symbol-graph", "-emit-symbol-graph-dir", ".",
         "-symbol-graph-minimum-access-level", "internal", "Shapes.swift"], cwd=folder, check=True)
    return folder / "Shapes.symbols.json"


@pytest.mark.parametrize(("name", "options"), [
    ("BasicShapes", []),
    ("ParameterShapes", []),
    ("ValueShapes", []),
    ("AsyncShapes", ["--answer", "rank(_:)=-1"]),
    ("PlaceShapes", []),
])
def test_writes_what_the_macro_writes(generate, shapes, name, options):
    run = generate(
        "--module", "Shapes", "--protocol", name, "--into", "Shapes", "--symbol-graph", str(shapes), *options)
    assert run.returncode == 0, run.stderr
    made = run.stdout[run.stdout.index("/// A proxy for"):]
    expanded = re.search(rf"^/// A proxy for `{name}`.*?^}}\n", EXPANSIONS.read_text(), re.S | re.M)[0]
    # Only macro expansions are hidden from the optimiser.
    expanded = re.sub(r"\n\n +/// The optimiser does not see[^\n]*\n[^\n]*isHiddenFromOptimizer[^\n]*", "", expanded)
    if "\nimport " not in made:
        assert formatted(made) == formatted(expanded)
    else:
        # A long proxy is two files, one with an extension.
        assert parts(made) == parts(expanded)


def symbol_graph(module, folder, source):
    """The path of a module's symbol graph."""
    (folder / f"{module}.swift").write_text(source)
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module, "-emit-module", "-o",
         f"{module}.swiftmodule", "-emit-symbol-graph", "-emit-symbol-graph-dir", ".", f"{module}.swift"],
        cwd=folder, check=True)
    return folder / f"{module}.symbols.json"


def test_async_methods_of_other_modules_run_on_no_actor_unless_they_say_so(generate, tmp_path):
    graph = symbol_graph(
        "Visits", tmp_path,
        "public protocol Visits: AnyObject { func a() async; nonisolated(nonsending) func b() async }")
    run = generate("--module", "Visits", "--protocol", "Visits", "--into", "Other", "--symbol-graph", str(graph))
    assert run.returncode == 0, run.stderr
    # Symbol graphs don't say what the settings of the module make of `a`.
    assert re.search(r"@concurrent\n +func a\(\) async \{\n", run.stdout)
    assert re.search(r"nonisolated\(nonsending\) func b\(\) async \{\n", run.stdout)
    assert re.findall(r"like: .*?\.self", run.stdout) == ["like: (nonisolated(nonsending) () async -> Void).self"]


def test_async_methods_with_an_isolated_parameter_run_on_its_actor(generate, tmp_path):
    graph = symbol_graph("Hosts", tmp_path, """
        public protocol Hosts: AnyObject {
            func a(_ host: isolated any Actor) async
            func b(on host: isolated (any Actor)?, _ count: Int) async throws -> Int
        }
        """)
    run = generate("--module", "Hosts", "--protocol", "Hosts", "--into", "Other", "--symbol-graph", str(graph))
    assert run.returncode == 0, run.stderr
    assert re.search(r"func a\(_ host: isolated any Actor\) async \{\n", run.stdout)
    assert re.search(r"func b\(on host: isolated \(any Actor\)\?, _ count: Int\) async throws -> Int \{\n", run.stdout)
    # The compiler allows either, not both.
    assert "@concurrent" not in run.stdout


def test_parameters_with_an_attribute_before_their_name_keep_name_and_type(generate, tmp_path):
    graph = symbol_graph("Builds", tmp_path, """
        @resultBuilder public enum Builder { public static func buildBlock(_ text: String) -> String { text } }
        public protocol Builds: AnyObject { func build(@Builder text: () -> String) -> Int }
        """)
    run = generate("--module", "Builds", "--protocol", "Builds", "--into", "Other", "--symbol-graph", str(graph))
    assert run.returncode == 0, run.stderr
    assert re.search(r"func build\(text: \(\) -> String\) -> Int \{\n", run.stdout)


def test_streams_have_other_names_than_what_the_extension_has_itself(generate, tmp_path):
    graph = symbol_graph("Lamps", tmp_path, """
        public protocol LampDelegate: AnyObject {
            func delegate(_ lamp: Lamp)
            func setDelegate(_ lamp: Lamp, again: Bool)
            var base: Int { get }
            func lamp(_ lamp: Lamp, calls count: Int)
        }
        public final class Lamp { public weak var delegate: (any LampDelegate)?; public init() {} }
        """)
    run = generate("--module", "Lamps", "--protocol", "LampDelegate", "--into", "Other", "--symbol-graph", str(graph))
    assert run.returncode == 0, run.stderr
    surface = run.stdout[run.stdout.index("extension Reactive"):]
    names = re.findall(r"(?:var|func) (\w+)", surface)
    assert len(names) == len(set(names)) and "base" not in names, names


@pytest.fixture(scope="module")
def constraints(tmp_path_factory):
    """The symbol graph of protocols with constrained associated types."""
    return symbol_graph("Lib", tmp_path_factory.mktemp("constraints"), """
        public protocol Store<Item>: AnyObject { associatedtype Item: Sendable, Hashable; func put(_ item: Item) }
        public protocol Pair<Key, Value>: AnyObject where Key: Comparable, Value: Collection<Key> {
            associatedtype Key; associatedtype Value; associatedtype Other: Sequence = [Int] where Other.Element: Hashable
            func find(_ key: Key, _ value: Value) -> Value.Index?
        }
        public protocol Fixed: Store where Item == Int {}
        public protocol Counter { mutating func count(); var total: Int { get set } }
        public protocol Numbered: Identifiable where ID == Int { var id: Int { get } }
        public protocol Named: AnyObject, Identifiable { var id: String { get } }
        public protocol Renamed: Named { func rename() }
        public protocol Keyed<ID>: Identifiable { var id: ID { get } }
        public protocol Unnamed: Identifiable { func name() }
        public protocol Starter { mutating func start() }
        public protocol Igniter { func start() }
        public protocol Engine: Starter, Igniter {}
        """)


@pytest.mark.parametrize(("name", "head"), [
    ("Store", "nonisolated class StoreProxy<Item: Hashable & Sendable>:"),
    ("Pair", "nonisolated class PairProxy<Key: Comparable, Value: Collection>:"),
    ("Pair", "where Key == Value.Element {"),
    ("Keyed", "nonisolated class KeyedProxy<ID: Hashable>:"),
])
def test_carries_constraints_of_associated_types_over(generate, constraints, name, head):
    run = generate("--module", "Lib", "--protocol", name, "--into", "Other", "--symbol-graph", str(constraints))
    assert run.returncode == 0, run.stderr
    assert head in run.stdout


@pytest.mark.parametrize(("name", "type"), [("Numbered", "Int"), ("Named", "String"), ("Renamed", "String")])
def test_forwards_what_an_identifiable_protocol_declares_again(generate, constraints, name, type):
    run = generate("--module", "Lib", "--protocol", name, "--into", "Other", "--symbol-graph", str(constraints))
    assert run.returncode == 0, run.stderr
    assert f" class {name}Proxy:" in run.stdout
    assert re.findall(r" var id: (.*) \{$", run.stdout, re.M) == [type]


def test_a_method_that_one_parent_forbids_to_change_the_delegate_does_not_change_it(generate, constraints):
    run = generate("--module", "Lib", "--protocol", "Engine", "--into", "Other", "--symbol-graph", str(constraints))
    assert run.returncode == 0, run.stderr
    assert "{ ($0 as any Igniter).start() }" in run.stdout


@pytest.mark.parametrize(("name", "message"), [
    ("Fixed", "Fixed: 'Item == Int' leaves nothing to choose"),
    ("Counter", "Counter.count(): 'count()' can change its delegate"),
    ("Counter", "Counter.total: 'total' can change its delegate"),
    ("Unnamed", "Identifiable.id: associated type 'ID' is not part of the delegate's type"),
])
def test_refuses_what_no_proxy_can_have(generate, constraints, name, message):
    run = generate("--module", "Lib", "--protocol", name, "--into", "Other", "--symbol-graph", str(constraints))
    assert run.returncode == 1
    assert message in run.stderr
