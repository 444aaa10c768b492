# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-server make-test` on recordings of a parser's delegate and of a table's data source: the tests compile, pass,
and notice changes of the class."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

pytestmark = pytest.mark.long
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build/make-test"
BINARIES = ROOT / ".build/debug"

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let inspector = [Target.Dependency.product(name: "ProxyCore", package: "delegate-inspector"),
                 .product(name: "Reactive", package: "delegate-inspector")]
let testing = Target.Dependency.product(name: "CallTesting", package: "delegate-inspector")
let package = Package(
    name: "made",
    dependencies: [.package(name: "delegate-inspector", path: "%s")],
    targets: [
        .target(name: "Views", dependencies: inspector, swiftSettings: [
            .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        ]),
        .target(name: "Atlas", dependencies: ["Views"]),
        .executableTarget(name: "rows", dependencies: ["Atlas"]),
        .target(name: "Outline"),
        .target(name: "Shop"),
        .executableTarget(name: "orders", dependencies: ["Shop"]),
        .testTarget(name: "AtlasTests", dependencies: ["Atlas", "Views", testing]),
        .testTarget(name: "OutlineTests", dependencies: ["Outline", testing]),
        .testTarget(name: "ShopTests", dependencies: ["Shop", testing]),
    ]
)
"""

# Shows rows, deletes some of them, and scrolls, like a user. All capitals refuse to be deleted.
DRIVE = """\
import Foundation
import Views

public func drive() {
    let table = TableView()
    table.register(TableViewCell.self, forCellReuseIdentifier: "city")
    let cities = DemoCities()
    table.dataSource = cities
    for row in [1, 0, 2, 4, 4, 6, 0, 5, 5, 7, 8, 3] {
        table.reloadData()
        try? table.edit(.delete, rowAt: IndexPath(indexes: [0, row]))
    }
    for step in 0..<20 { table.contentOffset = CGPoint(x: 0, y: Double(step) * 44) }
    withExtendedLifetime(cities) {}
}
"""

SHOP = """\
public struct Item { var name: String; var price: Int; var note: String? }
public struct SoldOut: Error { let name: String }
public final class Order { weak var delegate: (any OrderDelegate)? }

public protocol OrderDelegate: AnyObject {
    func order(_ order: Order, add item: Item) throws -> Int
    func order(_ order: Order, deliver items: [Item], to street: String) async throws -> String
}

public final class Warehouse: OrderDelegate {
    var left = 3
    public func order(_ order: Order, add item: Item) throws -> Int {
        if left == 0 { throw SoldOut(name: item.name) }
        left -= 1
        return item.note == nil ? item.price : item.price + 1
    }
    public func order(_ order: Order, deliver items: [Item], to street: String) async throws -> String {
        await Task.yield()
        if street.isEmpty { throw SoldOut(name: "van") }
        return "\\(items.count) to \\(street)"
    }
}

public func sell() async {
    let (order, warehouse) = (Order(), Warehouse())
    order.delegate = warehouse
    let items = [Item(name: "tea", price: 3, note: nil), Item(name: "cup", price: 5, note: "blue")]
    for item in items + items { _ = try? order.delegate?.order(order, add: item) }
    for street in ["Main Street", ""] { _ = try? await order.delegate?.order(order, deliver: items, to: street) }
    withExtendedLifetime(warehouse) {}
}
"""

DOCUMENT = """\
<shelf name="first"><book year="1884" title="Flatland"><page>Yes</page><page>No "quotes"</page></book>
<book year="1865">Alice &amp; co</book><!-- empty --><box><book/><box><book>\u00e9t\u00e9</book></box></box></shelf>
"""

OUTLINE_MUTANTS = [
    ("characterCount += string.count", "characterCount += 1"),
    ("        elementCount += 1\n", ""),
    ("if path.count > 1 { path.removeLast() }", ""),
    ("if path.count > 1 {", "if path.count > 2 {"),
    ("max(deepest, path.count - 1)", "max(deepest, path.count)"),
    ("if let known = children[name] { return known }", ""),
    ("        path.append(node)\n", ""),
    ("            children[name] = new\n", ""),
    ("path[path.count - 1].child", "path[0].child"),
    ("        callCount += 1\n        characterCount", "        characterCount"),
]

SHOP_MUTANTS = [
    ("var left = 3", "var left = 4"),
    ("SoldOut(name: item.name)", 'SoldOut(name: "")'),
    ("item.price + 1", "item.price"),
    ("if street.isEmpty {", "if items.isEmpty {"),
    ('SoldOut(name: "van")', 'SoldOut(name: "car")'),
    ("items.count) to", "items[0].price) to"),
]

CITY_MUTANTS = [
    ("return listed.count", "return listed.count + 1"),
    ("!struckOut.contains($0.name)", "struckOut.contains($0.name)"),
    ("listed[indexPath.row].name :", "listed[indexPath.row].name.uppercased() :"),
    ('        cell.text = listed.indices.contains(indexPath.row) ? listed[indexPath.row].name : ""\n', ""),
    ("        if city.isCapital { throw CapitalStays(city: city.name) }\n", ""),
    ("CapitalStays(city: city.name)", 'CapitalStays(city: "")'),
    ("struckOut.count > 5", "struckOut.count > 4"),
    ("struckOut.union([city.name])", "struckOut"),
    ("let city = listed[indexPath.row]", "let city = Self.all[indexPath.row]"),
    ('withIdentifier: "city"', 'withIdentifier: "row"'),
]


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A package with the two classes, without tests."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "Package.swift").write_text(MANIFEST % ROOT)
    shutil.copytree(ROOT / "Examples/Gallery", folder / "Sources/Views")
    for name in ["Atlas", "Outline", "Shop", "orders", "rows"]:
        (folder / "Sources" / name).mkdir()
    cities = (ROOT / "Sources/inspector-server/Demo/DemoCities.swift").read_text()
    assert "import Gallery\n" in cities
    # Under another name: targets of all packages of a build have different ones.
    (folder / "Sources/Atlas/DemoCities.swift").write_text(cities.replace("import Gallery\n", "import Views\n"))
    (folder / "Sources/Atlas/Drive.swift").write_text(DRIVE)
    (folder / "Sources/rows/main.swift").write_text("import Atlas\n\ndrive()\n")
    shutil.copy(ROOT / "Sources/inspector-server/XML/OutlineBuilder.swift", folder / "Sources/Outline")
    (folder / "Sources/Shop/Shop.swift").write_text(SHOP)
    (folder / "Sources/orders/main.swift").write_text("import Shop\n\nawait sell()\n")
    for name in ["AtlasTests", "OutlineTests", "ShopTests"]:
        (folder / "Tests" / name).mkdir(parents=True)
        (folder / "Tests" / name / "Empty.swift").write_text("\n")
    return folder


def passes(made, suite):
    """Whether the suite's test passed, and what was said. A crash is a failure."""
    done = subprocess.run(
        ["swift", "test", "--package-path", made, "--scratch-path", SCRATCH, "--filter", suite],
        capture_output=True, text=True, timeout=900)
    text = done.stdout + done.stderr
    assert "Build complete!" in text, text[-6000:]
    return done.returncode == 0 and "Test run with 1 test" in text, text


def make(inspector, recording, folder, *options):
    """The file of fixtures as it is written."""
    test, fixtures = folder / "RecordedTests.swift", folder / "Fixtures.swift"
    run(inspector, "make-test", recording, "--output", test, "--fixtures", fixtures, *options)
    assert "#error" not in test.read_text(), test.read_text()[:4000]
    return fixtures


def fill(fixtures, **answers):
    """Answers each #error of the file, as a developer would: the line after it goes with it if the answer replaces it."""
    text = fixtures.read_text()
    for place, answer in answers.items():
        pattern = {
            "target": r'#error\("Make the .*"\)',
            "state": r'#error\("Describe the state .*"\)',
            "text": r'#error\("Describe a .*"\)',
            "expected": r'let expected = ""',
        }.get(place, rf'#error\("Give {place} a value."\)\n +let {place}: \w+')
        text, count = re.subn(pattern, lambda _: answer, text)
        assert count == 1, f"{place}: {count} times in\n{text}"
    assert "#error" not in text, text
    fixtures.write_text(text)


def killed(made, file, mutants, suite):
    """The changes of a class that the test does not notice."""
    whole = file.read_text()
    survivors = []
    for old, new in mutants:
        assert whole.count(old) == 1, old
        try:
            file.write_text(whole.replace(old, new))
            if passes(made, suite)[0]:
                survivors.append(old)
        finally:
            file.write_text(whole)
    print(f"\n{suite}: {len(mutants) - len(survivors)} of {len(mutants)} changes noticed; not {survivors}")
    return survivors


def outline():
    """What the class counts in the document, by another parser."""
    kinds, elements, characters, deepest = set(), 0, 0, 0

    def visit(node, path):
        nonlocal elements, characters, deepest
        path = path + (node.tag,)
        kinds.add(path)
        elements, deepest = elements + 1, max(deepest, len(path))
        characters += len(node.text or "")
        for child in node:
            visit(child, path)
            characters += len(child.tail or "")

    visit(ElementTree.fromstring(DOCUMENT), ())
    return f"{elements} elements of {len(kinds)} kinds, {deepest} deep, {characters} characters of text"


def test_a_parsers_delegate(made, tmp_path):
    inspector = BINARIES / "inspector-server"
    document, recording = tmp_path / "shelf.xml", tmp_path / "shelf.sqlite"
    document.write_text(DOCUMENT)
    run(inspector, "xml", document, "--store", recording)
    folder = made / "Tests/OutlineTests"
    fixtures = make(inspector, recording, folder, "--module", "Outline")
    calls = (folder / "RecordedTests.swift").read_text().count("replay(")
    fill(fixtures, target="OutlineBuilder()", xmlParser1="let xmlParser1 = XMLParser(data: Data())",
         state='"\\(target.summary), \\(target.callCount) calls"', expected=f'let expected = "{outline()}, {calls} calls"')
    passed, text = passes(made, "OutlineBuilderRecordedTests")
    assert passed, text[-6000:]
    survivors = killed(made, made / "Sources/Outline/OutlineBuilder.swift", OUTLINE_MUTANTS, "OutlineBuilderRecordedTests")
    assert len(survivors) <= 1, survivors


def cities(recording, inspector):
    """The notes that the recorded calls have to give, by another implementation of the list."""
    source = (ROOT / "Sources/inspector-server/Demo/DemoCities.swift").read_text()
    every = re.findall(r'City\("([^"]+)", [^)]*?(, isCapital: true)?\)', source)
    assert len(every) == 30
    struck, notes, repeated = set(), [], set()
    for line in run(inspector, "export", recording).splitlines():
        call = json.loads(line)
        if "selector" not in call or call["target"] != "DemoCities":
            continue
        if call["parent"] in repeated:
            repeated.add(call["id"])
            continue
        listed = [city for city in every if city[0] not in struck]
        if "commit" in call["selector"]:
            repeated.add(call["id"])
            name, capital = listed[call["arguments"][2]["children"][1]["value"]]
            assert (call["error"] is not None) == bool(capital)
            if not capital:
                struck = set() if len(struck) > 5 else struck | {name}
        elif "cellForRowAt" in call["selector"]:
            notes.append(f"#{call['seq']} city {listed[call['arguments'][1]['children'][1]['value']][0]}")
    return notes + ["\\n".join(sorted(struck))]


def test_a_tables_data_source(made, tmp_path):
    inspector, recording = BINARIES / "inspector-server", tmp_path / "rows.sqlite"
    run("swift", "build", "--package-path", made, "--scratch-path", SCRATCH, "--product", "rows")
    program = SCRATCH / "debug/rows"
    run(inspector, "exec", "--protocol", "*DataSource", "--store", recording, "--", program,
        env=os.environ | {"INSPECTOR_PORT": "0"})
    fixtures = make(inspector, recording, made / "Tests/AtlasTests", "--module", "Atlas", "--import", "Views",
                    "--target", "DemoCities")
    notes = "\\n".join(cities(recording, inspector))
    fill(fixtures, target="DemoCities()", tableView1="let tableView1 = TableView()",
         text='"\\(value.reuseIdentifier ?? "none") \\(value.text ?? "nothing")"',
         state='Set(DemoCities.all.map(\\.name)).subtracting(target.listed.map(\\.name)).sorted().joined(separator: "\\n")',
         expected=f'let expected = "{notes}"')
    passed, text = passes(made, "DemoCitiesRecordedTests")
    assert passed, text[-6000:]
    survivors = killed(made, made / "Sources/Atlas/DemoCities.swift", CITY_MUTANTS, "DemoCitiesRecordedTests")
    assert len(survivors) <= 1, survivors


def test_structs_errors_and_calls_that_suspend(made, tmp_path):
    inspector, recording = BINARIES / "inspector-server", tmp_path / "orders.sqlite"
    run("swift", "build", "--package-path", made, "--scratch-path", SCRATCH, "--product", "orders")
    run(inspector, "exec", "--protocol", "*OrderDelegate", "--store", recording, "--", SCRATCH / "debug/orders",
        env=os.environ | {"INSPECTOR_PORT": "0"})
    fixtures = make(inspector, recording, made / "Tests/ShopTests", "--module", "Shop")
    assert "func makeItem(name: String, price: Int, note: String?) -> Item {" in fixtures.read_text()
    fill(fixtures, target="Warehouse()", order1="let order1 = Order()", state='""')
    passed, text = passes(made, "WarehouseRecordedTests")
    assert passed, text[-6000:]
    survivors = killed(made, made / "Sources/Shop/Shop.swift", SHOP_MUTANTS, "WarehouseRecordedTests")
    assert not survivors
