// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ExpansionTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let fixtures = tests.deletingLastPathComponent().appendingPathComponent("Fixtures/expansion")
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"

    /// Expands the shapes that other tests compile and call, so that changes to the text are visible.
    @Test(arguments: ["Basics", "Edits", "MainActors", "Parents", "Protocols", "PublicShapes"])
    func writesWhatIsStored(name: String) throws {
        let source = try String(
            contentsOf: Self.tests.appendingPathComponent("Shapes/\(name).swift"),
            encoding: .utf8
        )
        let expanded = try MacroSource(source)
        #expect(expanded.remarks.isEmpty)
        let head = """
            // What @Proxied makes of Tests/ProxyMacrosTests/Shapes/\(name).swift. RECORD_FIXTURES=1 rewrites it.
            // swift-format-ignore-file


            """
        let text = head + expanded.expansion.joined(separator: "\n")
        let file = Self.fixtures.appendingPathComponent("\(name).expected.swift")
        if Self.isRecording {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.lastPathComponent); run again without RECORD_FIXTURES")
        } else {
            let stored = try String(contentsOf: file, encoding: .utf8)
            #expect(stored == text, "\(Self.firstDifference(stored, text))")
        }
    }

    @Test(arguments: [
        ("public extension O { @Proxied protocol P {} }", "nonisolated open class PProxy"),
        ("extension O { @Proxied protocol P {} }", "nonisolated class PProxy"),
        ("public extension O { @Proxied package protocol P {} }", "nonisolated package class PProxy"),
        ("public extension O { enum E { @Proxied protocol P {} } }", "nonisolated class PProxy"),
        ("enum E { @Proxied private protocol P {} }", "nonisolated private class PProxy"),
        ("enum E { @Proxied fileprivate protocol P {} }", "nonisolated fileprivate class PProxy"),
        ("private extension O { @Proxied protocol P {} }", "nonisolated fileprivate class PProxy"),
        ("extension O { @Proxied private protocol P {} }", "nonisolated private class PProxy"),
        ("@Proxied private protocol P {}", "nonisolated fileprivate class PProxy"),
    ]) func aProxyHasTheAccessOfItsProtocol(source: String, head: String) throws {
        let made = try MacroSource(source, conditions: ["DEBUG"])
        #expect(made.remarks.isEmpty)
        #expect(made.expansion.first?.contains("\n\(head):") == true, "\(made.expansion)")
    }

    @Test(arguments: [
        ("public extension O { @Proxied protocol P { @Optional func f() } }", "public func f() {"),
        ("package extension O { @Proxied protocol P { @Optional func f() } }", "package func f() {"),
        ("extension O { @Proxied protocol P { @Optional func f() } }", "func f() {"),
        ("public extension O { @Proxied package protocol P { @Optional func f() } }", "package func f() {"),
        ("fileprivate extension O { @Proxied protocol P { @Optional func f() } }", "fileprivate func f() {"),
    ]) func defaultBodiesHaveTheAccessOfTheirProtocolInAnExtension(source: String, head: String) throws {
        let made = try MacroSource(source, conditions: ["DEBUG"])
        #expect(made.remarks.isEmpty)
        #expect(made.expansion.last?.contains("\n    \(head)") == true, "\(made.expansion)")
    }

    /// A macro doesn't see what the enclosing types declare.
    @Test func hintsAtNamesThatDefaultBodiesDoNotSee() throws {
        let inside = try MacroSource("enum O { enum E { @Proxied protocol P { @Optional func f() } } }")
        let hint = "    // Is a name unknown here? In the protocol, write O.E.Name for what O.E declares.\n"
        #expect(inside.expansion.last?.contains("extension O.E.P {\n\(hint)") == true, "\(inside.expansion)")
        let outside = try MacroSource("@Proxied protocol P { @Optional func f() }")
        #expect(outside.expansion.last?.contains("// Is a name") == false, "\(outside.expansion)")
    }

    @Test func readsTheAliasesAndTypeParametersOfAProtocol() throws {
        let made = try MacroSource(
            """
            @Proxied protocol P<T>: AnyObject {
                associatedtype T
                typealias Number = Int
                typealias Visitor = (T) -> Void
                func f<let count: Int>(_ x: InlineArray<count, Self.T>, _ n: Number, _ v: Visitor)
            }
            """,
            conditions: ["DEBUG"]
        )
        #expect(made.remarks.isEmpty)
        let text = made.expansion.joined()
        #expect(text.contains("func f<let count: Int>(_ x: InlineArray<count, T>, _ n: Number, _ v: Visitor) {"))
        #expect(text.contains("(x as Any, n as Any, .nonescapingClosure)"))
    }

    private static func firstDifference(_ stored: String, _ made: String) -> String {
        let stored = stored.split(separator: "\n", omittingEmptySubsequences: false)
        let made = made.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(stored, made).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        guard let line else { return "one is longer: \(stored.count) and \(made.count) lines" }
        return "line \(line + 1):\nstored \(stored[line])\nmade   \(made[line])"
    }
}
