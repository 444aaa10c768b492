// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A Swift Testing file that repeats recorded calls on a target, and expects the recorded answers.
///
/// What a recording can't hold is asked of the developer, in a second file that is written once: objects, the target in
/// its first state, and a text for what calls without a result do.
package struct TestFile {
    package struct Options: Sendable {
        /// Where the calls are from, for the head of the file.
        package var source = ""
        /// The module of the target, imported `@testable`; nil leaves an `#error`.
        package var module: String?
        /// Other modules to import.
        package var imports: [String] = []
        /// Name of the suite; nil for the target's name with “RecordedTests”.
        package var suite: String?
        /// Whether the target belongs to the main actor.
        package var isOnMainActor = false
        /// Whether calls that can't be written are left out with a comment. Otherwise each kind is an `#error`.
        package var skipsUnwritable = false

        package init() {}
    }

    /// Calls in one function: the compiler takes far longer for one long function.
    private static let stepLength = 50

    private let recorded: RecordedCalls
    private let options: Options
    private var fixtures = FixtureNames()
    private var steps: [[String]] = [[]]
    /// Kinds of calls that can't be written, with their numbers.
    private var unwritable: [(reason: String, calls: [UInt64])] = []
    private var described: [String] = []
    private let suspending: Set<Selector>
    private let places: TypedPlaces
    private var hasLists = false

    package init(_ recorded: RecordedCalls, _ options: Options) {
        self.recorded = recorded
        self.options = options
        // The record does not say which requirements are async, but only calls in tasks can be.
        suspending = Set(recorded.calls.filter { $0.task != nil }.map(\.selector))
        places = TypedPlaces(of: recorded.calls)
        for call in recorded.calls { add(call) }
    }

    /// Number of calls that the file repeats.
    package var callCount: Int { recorded.calls.count - unwritable.reduce(0) { $0 + $1.calls.count } }

    private var suite: String { options.suite ?? "\(plainTarget)RecordedTests" }
    private var fixturesName: String { "\(plainTarget)Fixtures" }
    /// The target's name without its module.
    var plainTarget: String {
        SwiftName.identifier(from: recorded.target.split(separator: ".").last ?? "", or: "Target")
    }
    /// The target's type; a name for it if source can't spell the recorded one.
    private var targetType: String { SwiftName.isType(recorded.target) ? recorded.target : "\(plainTarget)Target" }
    /// The target in a comment.
    private var shownTarget: String { VisibleText.line(recorded.target) }

    private var isolation: String { options.isOnMainActor ? "@MainActor " : "" }

    // MARK: Calls

    private mutating func add(_ call: Invocation) {
        var writer = ValueLiteral(call: call.seq, fixtures: fixtures)
        do throws(ValueLiteral.Fault) {
            let lines = try lines(of: call, &writer)
            fixtures = writer.fixtures
            hasLists = hasLists || call.arguments.contains { ($0.edited ?? $0.value).kind == .list }
            if steps[steps.count - 1].count >= Self.stepLength { steps.append([]) }
            steps[steps.count - 1].append(lines.joined(separator: "\n"))
        } catch {
            let reason = "\(call.selector.name): \(error.reason)"
            if let index = unwritable.firstIndex(where: { $0.reason == reason }) {
                unwritable[index].calls.append(call.seq)
            } else {
                unwritable.append((reason, [call.seq]))
            }
            guard options.skipsUnwritable else { return }
            steps[steps.count - 1].append("// #\(call.seq) is left out: \(VisibleText.line(reason))")
        }
    }

    private mutating func lines(of call: Invocation, _ writer: inout ValueLiteral)
        throws(ValueLiteral.Fault) -> [String]
    {
        var before: [String] = []
        var after: [String] = []
        var arguments: [String] = []
        for (index, argument) in call.arguments.enumerated() {
            var text = ""
            let value = argument.edited ?? argument.value
            do throws(ValueLiteral.Fault) {
                // Different values have the same reason, so that they can't be told apart by fixtures.
                if let reason = call.undecodedReason(of: value) {
                    throw ValueLiteral.Fault(reason: "the recorder could not read it \(reason)")
                }
                text = try writer.expression(value, namesType: places.areOpen(index, of: call.selector))
            } catch {
                let name = argument.name.isEmpty ? "argument \(index + 1)" : "the argument \(argument.name)"
                throw ValueLiteral.Fault(reason: "\(name) can't be written: \(error.reason)")
            }
            if let changed = argument.after {
                let name = "value\(call.seq)_\(index + 1)"
                before.append("var \(name)\(places.annotation(index, of: call)) = \(text)")
                after.append("#expect(\(try answer(changed, name, isOpen: places.areOpen(index, of: call.selector))))")
                text = "&\(name)"
            }
            arguments.append(try ValueLiteral.prefix(argument.label) + text)
        }
        let expression = try self.expression(of: call, arguments)
        // A closure that suspends would leave the isolation of the test for that of the requirement.
        let suspends = suspending.contains(call.selector)
        let whole = suspends ? "try await \(expression)" : "try replay(\(expression))"
        var lines = ["// #\(call.seq)"] + before
        if let error = call.targetError ?? (call.targetResult == nil ? call.error : nil) {
            try checkIsWhole(error, "the error")
            lines += expect(error, expression, call, suspends: suspends)
        } else if let result = call.targetResult ?? call.result {
            lines += try expect(result, whole, call)
        } else {
            lines.append(whole)
        }
        return lines + after
    }

    /// The lines for a call that threw an error.
    private func expect(_ error: RecordedValue, _ expression: String, _ call: Invocation, suspends: Bool) -> [String] {
        let name = "error\(call.seq)"
        let text = RecordedText.of(error)
        let literal = ValueLiteral.quoted(text)
        let note = call.undecodedReason(of: error).map {
            "// Any error is right: the recorder could not read this one \(VisibleText.line($0))."
        }
        guard suspends else {
            let thrown = "let \(name) = replayError(try \(expression))"
            return note.map { [$0, thrown, "#expect(\(name) != nil)"] } ?? [thrown, "#expect(\(name) == \(literal))"]
        }
        return [
            "do {", "    _ = try await \(expression)",
            "    Issue.record(\(ValueLiteral.quoted("#\(call.seq) did not throw: \(text)")))",
            "} catch {", "    \(note ?? "#expect(recordedText(of: error) == \(literal))")", "}",
        ]
    }

    /// The call of a method. Accessors and operators have no name that a test could call.
    private func expression(of call: Invocation, _ arguments: [String]) throws(ValueLiteral.Fault) -> String {
        let name = call.selector.name
        let base = name.prefix { $0 != "(" }
        guard name.contains("("), SwiftName.isMember(base), base != "subscript" else {
            throw ValueLiteral.Fault(reason: "accessors and operators can't be written, only methods")
        }
        return "target.\(base)(\(arguments.joined(separator: ", ")))"
    }

    private mutating func expect(_ result: RecordedValue, _ call: String, _ invocation: Invocation)
        throws(ValueLiteral.Fault) -> [String]
    {
        if let reason = invocation.undecodedReason(of: result) {
            let note = "// Any answer is right: the recorder could not read this one \(VisibleText.line(reason))."
            return [note, "_ = \(call)"]
        }
        if result.kind == .object {
            let type = SwiftName.isType(result.typeName) ? result.typeName : "Any"
            if !described.contains(type) { described.append(type) }
            return ["notes.append(\"#\(invocation.seq) \" + fixtures.text(of: \(call)))"]
        }
        let name = "result\(invocation.seq)"
        let isOpen = places.areOpen(TypedPlaces.result, of: invocation.selector)
        return ["let \(name) = \(call)", "#expect(\(try answer(result, name, isOpen: isOpen)))"]
    }

    /// A comparison with a recorded value: plain values by a literal, others by the text with which they are recorded.
    ///
    /// - Parameter isOpen: Whether its type is unknown; only a text compares values of any type.
    private func answer(_ value: RecordedValue, _ name: String, isOpen: Bool) throws(ValueLiteral.Fault) -> String {
        try checkIsWhole(value, "the answer")
        if !isOpen {
            // Which of several optionals is nil is not recorded.
            if value.kind == .nil, !value.typeName.hasSuffix("??") { return "\(name) == nil" }
            if value.kind == .scalar || value.kind == .string, let literal = try? ValueLiteral.plain(value) {
                // Its sign and bits depend on the processor, and an optional has no isNaN.
                return literal == ".nan" ? "recordedText(of: \(name)).contains(\"nan\")" : "\(name) == \(literal)"
            }
        }
        return "recordedText(of: \(name)) == \(ValueLiteral.quoted(RecordedText.of(value)))"
    }

    private func checkIsWhole(_ value: RecordedValue, _ what: String) throws(ValueLiteral.Fault) {
        guard RecordedText.isWhole(value) else {
            throw ValueLiteral.Fault(reason: "the recording holds only a part of \(what)")
        }
        // No text of a run has the word in place of what a rule of the recorded program hid.
        guard !ValueLiteral.lacksSecrets(value) else {
            throw ValueLiteral.Fault(reason: "a rule hid a part of \(what) from the recording")
        }
    }

    // MARK: Text

    private var imports: [String] {
        var modules = ["CallTesting", "Foundation", "Testing"] + options.imports
        let protocols = Set(recorded.calls.map(\.selector.protocolName))
        if protocols.contains(where: { $0.hasPrefix("XMLParser") }) { modules.append("FoundationXML") }
        if protocols.contains(where: { $0.hasPrefix("URLSession") }) { modules.append("FoundationNetworking") }
        let lines = Set(modules).sorted().map { "import \($0)" }
        guard let module = options.module else {
            let text = "Import the module of \(recorded.target) here, or pass it with --module."
            return lines + ["#error(\(ValueLiteral.quoted(text)))"]
        }
        return lines + ["@testable import \(module)"]
    }

    /// What is not in the file, in words.
    package var omissions: [String] {
        var lines: [String] = []
        if recorded.beyondLimit > 0 { lines.append("\(Plural.text(recorded.beyondLimit, "call")) beyond the limit.") }
        if recorded.nested > 0 {
            lines.append("\(Plural.text(recorded.nested, "call")) made inside those that are repeated.")
        }
        if recorded.unanswered > 0 {
            lines.append("\(Plural.text(recorded.unanswered, "call")) that \(shownTarget) did not answer.")
        }
        for kind in unwritable {
            let numbers = kind.calls.prefix(5).map { "#\($0)" }.joined(separator: ", ")
            let more = kind.calls.count > 5 ? ", …" : ""
            let reason = VisibleText.line(kind.reason)
            let count = Plural.text(kind.calls.count, "call")
            lines.append("\(count) that can't be written (\(numbers)\(more)): \(reason).")
        }
        return lines
    }

    private static let variadicNote =
        "Take the brackets off the list of a variadic parameter: a recording has no other sign of it."

    private static let nestedNote =
        "Types are recorded without the types around them: for a nested one, add `typealias List = Screens.List` here."

    /// The file with the test.
    package var text: String {
        let about = "\(Plural.text(callCount, "call")) of \(shownTarget), \(VisibleText.line(options.source))"
        var lines = ["// Written by inspector-server make-test: \(about)."]
        lines += recorded.remarks.map { "// \($0)" }
        lines += omissions.map { "// Not repeated: \($0)" }
        if hasLists { lines.append("// \(Self.variadicNote)") }
        lines += ["", "\(imports.joined(separator: "\n"))", ""]
        if !options.skipsUnwritable {
            for kind in unwritable {
                let numbers = kind.calls.prefix(5).map { "#\($0)" }.joined(separator: ", ")
                let count = Plural.text(kind.calls.count, "call")
                let text = "\(count) can't be written, such as \(numbers): \(kind.reason)"
                lines.append("#error(\(ValueLiteral.quoted(text + ". Leave them out with --skip-unwritable.")))")
            }
        }
        lines += ["\(isolation)@Suite struct \(suite) {"]
        lines += ["    @Test func recordedCalls() async throws {"]
        lines += ["        let fixtures = \(fixturesName)()"]
        lines += ["        let target = try fixtures.makeTarget()"]
        lines += ["        var notes: [String] = []"]
        for index in steps.indices {
            lines.append("        try await step\(index + 1)(target, fixtures, &notes)")
        }
        lines += ["        notes.append(fixtures.state(of: target))"]
        lines += ["        #expect(notes.joined(separator: \"\\n\") == fixtures.expected)", "    }"]
        for (index, step) in steps.enumerated() { lines += functionLines(index + 1, step) }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func functionLines(_ number: Int, _ step: [String]) -> [String] {
        let head = "    private func step\(number)(_ target: \(targetType), _ fixtures: \(fixturesName), "
        let body = step.flatMap { $0.split(separator: "\n").map { "        \($0)" } }
        return ["", head + "_ notes: inout [String]) async throws {"] + body + ["    }"]
    }

    /// What gives the target's type a name.
    private var unspelledTarget: [String] {
        let text = "The recording has the target's type as '\(recorded.target)', which source can't name. Name it here."
        return ["#error(\(ValueLiteral.quoted(text)))", "typealias \(targetType) = Any", ""]
    }

    /// The file for the developer to fill in.
    package var fixturesText: String {
        var lines = [
            "// What a recording can't hold, for \(suite). Yours to fill in: it is not written again.",
            "// \(Self.nestedNote)", "",
            "\(imports.joined(separator: "\n"))", "",
        ]
        if targetType != recorded.target { lines += unspelledTarget }
        lines += [
            "\(isolation)struct \(fixturesName) {", "    /// The target, as it was before the first call.",
            "    func makeTarget() throws -> \(targetType) {",
            "        #error(\"Make the \(targetType) that the calls are repeated on.\")", "    }",
        ]
        for fixture in fixtures.all {
            lines += [
                "", "    /// First in call #\(fixture.firstCall), recorded as: \(fixture.text)",
                "    #error(\(ValueLiteral.quoted(fixture.request)))", "    let \(fixture.name): \(fixture.type)",
            ]
        }
        for maker in fixtures.makers { lines += [""] + maker.lines }
        for type in described {
            lines += [
                "", "    /// A text that tells one \(type) from another; it becomes a line of `expected`.",
                "    func text(of value: \(type)) -> String {", "        #error(\"Describe a \(type).\")", "    }",
            ]
        }
        lines += [
            "", "    /// What the calls did to the target, as a text; the last lines of `expected`.",
            "    func state(of target: \(targetType)) -> String {",
            "        #error(\"Describe the state of the target. An empty text checks only what calls return.\")",
            "    }", "",
            "    /// The texts above, one per line. A failure of the test shows those of the present target.",
            "    let expected = \"\"", "}",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
