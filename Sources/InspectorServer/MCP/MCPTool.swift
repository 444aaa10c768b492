// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// What a tool can't do, in words for the model that asked: it is a result with `isError`, and not an error of the
/// protocol.
package struct MCPToolFailure: Error, Sendable, Hashable {
    let text: String

    package init(_ text: String) { self.text = text }
}

/// A tool that clients can call. All tools only read.
struct MCPTool: Sendable {
    let name: String
    let title: String
    /// For a model that can't see the page: what the tool answers, and when to use it.
    let description: String
    let parameters: [MCPParameter]
    /// Returns the answer; throws `MCPToolFailure`.
    let run: @Sendable (MCPToolCall) throws -> String

    init(
        _ name: String,
        title: String,
        _ description: String,
        _ parameters: [MCPParameter] = [],
        run: @escaping @Sendable (MCPToolCall) throws -> String
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.parameters = parameters
        self.run = run
    }

    /// The entry in `tools/list`.
    var json: JSONValue {
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema: [JSONValue.Member] = [
            JSONValue.Member(key: "type", value: "object"),
            JSONValue.Member(
                key: "properties",
                value: .object(parameters.map { JSONValue.Member(key: $0.name, value: $0.schema) })
            ),
            JSONValue.Member(key: "additionalProperties", value: false),
        ]
        if !required.isEmpty { schema.append(JSONValue.Member(key: "required", value: .array(required))) }
        return [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": .object(schema), "annotations": ["readOnlyHint": true, "openWorldHint": false],
        ]
    }

    /// Checks the arguments of a call.
    ///
    /// - Returns: The arguments by name, without those that are null.
    func check(_ arguments: JSONValue) throws(MCPToolFailure) -> [String: JSONValue] {
        guard case .object(let members) = arguments else {
            throw MCPToolFailure("The arguments of \(name) must be an object.")
        }
        var values: [String: JSONValue] = [:]
        for member in members where member.value != .null {
            guard let parameter = parameters.first(where: { $0.name == member.key }) else {
                let names = parameters.map(\.name).joined(separator: ", ")
                throw MCPToolFailure(
                    "\(name) has no argument “\(member.key)”. "
                        + (names.isEmpty ? "It takes none." : "Its arguments are \(names).")
                )
            }
            guard parameter.accepts(member.value) else {
                throw MCPToolFailure("The argument \(parameter.name) of \(name) must be \(parameter.form.words).")
            }
            values[member.key] = member.value
        }
        for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
            throw MCPToolFailure("\(name) needs the argument \(parameter.name): \(parameter.description)")
        }
        return values
    }
}

/// An argument of a tool.
struct MCPParameter: Sendable {
    enum Form: Sendable, Hashable {
        case text
        case integer(ClosedRange<Int>)
        case truth
        case choice([String])

        var words: String {
            switch self {
            case .text: "a string"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .truth: "true or false"
            case .choice(let words): "one of " + words.joined(separator: ", ")
            }
        }
    }

    let name: String
    let form: Form
    let description: String
    var isRequired = false

    init(_ name: String, _ form: Form, _ description: String, isRequired: Bool = false) {
        self.name = name
        self.form = form
        self.description = description
        self.isRequired = isRequired
    }

    var schema: JSONValue {
        switch form {
        case .text: ["type": "string", "description": .string(description)]
        case .truth: ["type": "boolean", "description": .string(description)]
        case .integer(let range):
            [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)), "description": .string(description),
            ]
        case .choice(let words):
            [
                "type": "string", "enum": .array(words.map { .string($0) }), "description": .string(description),
            ]
        }
    }

    func accepts(_ value: JSONValue) -> Bool {
        switch (form, value) {
        case (.text, .string), (.truth, .boolean): true
        case (.choice(let words), .string(let text)): words.contains(text)
        case (.integer(let range), _): value.wholeNumber.flatMap(Int.init(exactly:)).map(range.contains) ?? false
        default: false
        }
    }

    // MARK: Common ones

    static let program = MCPParameter(
        "program",
        .text,
        "Which program, by the id or name that list_programs shows. May be left out if there is only one."
    )

    static func filter(_ use: String) -> MCPParameter {
        MCPParameter("filter", .text, "\(use) In the filter language, see filter_language. Default: all calls.")
    }
}

/// A call of a tool, with checked arguments.
struct MCPToolCall: Sendable {
    let arguments: [String: JSONValue]
    let programs: [MCPProgram]
    /// Whether the client no longer wants the answer.
    let isCancelled: @Sendable () -> Bool

    func text(_ name: String) -> String? { arguments[name]?.text }

    func truth(_ name: String) -> Bool? {
        guard case .boolean(let truth)? = arguments[name] else { return nil }
        return truth
    }

    func integer(_ name: String) -> Int? { arguments[name]?.wholeNumber.flatMap(Int.init(exactly:)) }

    /// The program that the call is about.
    func program() throws(MCPToolFailure) -> MCPProgram {
        guard !programs.isEmpty else {
            throw MCPToolFailure(
                "No inspected program is running. Start one that serves its calls with InspectorServer, one under "
                    + "“inspector-server exec”, or pass a recording to “inspector-server mcp”."
            )
        }
        guard let wanted = text("program") else {
            if programs.count == 1 { return programs[0] }
            throw MCPToolFailure("There are \(programs.count) programs; pass one as “program”:\n\(list)")
        }
        let found = programs.filter { $0.id == wanted }
        let named = found.isEmpty ? programs.filter { $0.name == wanted } : found
        if named.count == 1 { return named[0] }
        let problem =
            named.isEmpty ? "There is no program “\(wanted)”." : "“\(wanted)” is the name of several programs."
        throw MCPToolFailure("\(problem) Pass one of these as “program”:\n\(list)")
    }

    private var list: String {
        programs.map { VisibleText.line("  \($0.line)") }.joined(separator: "\n")
    }
}
