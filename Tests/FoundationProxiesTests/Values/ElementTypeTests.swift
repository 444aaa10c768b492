// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

/// The types of elements, which are recorded once with the type of their collection.
@Suite struct ElementTypeTests {
    private struct Point: Hashable {
        var x = 1
    }

    /// The names of the types in a value, from the outermost to that of a point.
    private func types(in value: RecordedValue?) -> [String] {
        guard let value else { return [] }
        return [value.typeName] + (value.typeName.hasPrefix("Point") ? [] : types(in: value.children.last))
    }

    private func types(of value: some Any, _ probe: ValueProbe) throws -> [String] {
        types(in: try probe.record(value))
    }

    @Test func elementsOfOptionalCollectionsHaveTheirType() throws {
        let probe = try ValueProbe()
        #expect(try types(of: [Point()] as [Point]?, probe) == ["[Point]?", "Point"])
        #expect(try types(of: ["a": Point()] as [String: Point]?, probe) == ["[String: Point]?", "Point"])
        #expect(try types(of: [[Point()]] as [[Point]?], probe) == ["[[Point]?]", "[Point]?", "Point"])
        #expect(try types(of: [[Point()]] as [[Point]?]??, probe) == ["[[Point]?]??", "[Point]?", "Point"])
        #expect(try types(of: [Point()] as [Point?]?, probe) == ["[Point?]?", "Point?"])
        #expect(try probe.count("arg.x:1") == 5)
        #expect(try probe.survivesExport())
    }

    @Test func elementsOfSetsAndSlicesHaveTheirType() throws {
        let probe = try ValueProbe()
        #expect(try types(of: [Point()] as Set<Point>, probe) == ["Set<Point>", "Point"])
        #expect(try types(of: [Point()] as Set<Point>?, probe) == ["Set<Point>?", "Point"])
        #expect(try types(of: [Point()] as ArraySlice<Point>, probe) == ["ArraySlice<Point>", "Point"])
        #expect(try types(of: [[Point()]] as Set<[Point]>, probe) == ["Set<[Point]>", "[Point]", "Point"])
        #expect(try types(of: [[[Point()]]] as [Set<[Point]>?], probe).suffix(2) == ["[Point]", "Point"])
        let map = ["a": [["b": Point()]]] as [String: Set<[String: Point]>]
        let name = "[String: Set<[String: Point]>]"
        #expect(try types(of: map, probe) == [name, "Set<[String: Point]>", "[String: Point]", "Point"])
        #expect(try probe.survivesExport())
    }

    @Test func elementsHaveTheirTypeAfterATransform() throws {
        var configuration = RecorderConfiguration()
        configuration.transform = { $0 }
        let probe = try ValueProbe(configuration)
        #expect(try types(of: [[Point()]] as Set<[Point]>?, probe) == ["Set<[Point]>?", "[Point]", "Point"])
        #expect(try types(of: [[Point()]] as ArraySlice<[Point]?>, probe).suffix(2) == ["[Point]?", "Point"])
    }
}
