// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import ProxyCore

/// Calls and runs as resources, which a user of a client can attach to a conversation:
/// `delegate-inspector://4711/calls/9f2c11ab-12`, `delegate-inspector://4711/runs/9f2c11ab`.
enum MCPResources {
    private static let scheme = "delegate-inspector://"

    static let templates: JSONValue = [
        [
            "uriTemplate": "delegate-inspector://{program}/calls/{id}", "name": "call", "title": "A recorded call",
            "description": "Arguments, result, time, thread, and the calls made inside it.", "mimeType": "text/plain",
        ],
        [
            "uriTemplate": "delegate-inspector://{program}/runs/{run}", "name": "run", "title": "A run of a program",
            "description": "When it ran, and what it called how often.", "mimeType": "text/plain",
        ],
    ]

    /// The runs of all programs. A program that does not answer has none.
    static func list(_ programs: [MCPProgram]) -> [JSONValue] {
        programs.flatMap { program -> [JSONValue] in
            let runs = (try? program.get("/api/v1/runs") { RunFacts.all($0) }) ?? []
            return runs.map { run in
                [
                    "uri": .string("\(scheme)\(encoded(program.id))/runs/\(encoded(run.name))"),
                    "name": .string(run.name), "title": .string("\(program.title), run \(run.name)"),
                    "description": .string(run.words), "mimeType": "text/plain",
                ]
            }
        }
    }

    static func read(_ parameters: JSONValue, _ programs: [MCPProgram]) throws(MCPError) -> JSONValue {
        guard let uri = parameters["uri"]?.text else {
            throw MCPError(.invalidParams, "resources/read needs “uri”, a string.")
        }
        do {
            let text = try text(of: uri, programs)
            return ["contents": [["uri": .string(uri), "mimeType": "text/plain", "text": .string(text)]]]
        } catch {
            let reason = (error as? MCPToolFailure)?.text ?? "\(error)"
            throw MCPError(.invalidParams, "Resource not found: \(reason)", data: ["uri": .string(uri)])
        }
    }

    private static func text(of uri: String, _ programs: [MCPProgram]) throws -> String {
        let encodedParts = uri.hasPrefix(scheme) ? uri.dropFirst(scheme.count).split(separator: "/") : []
        let parts = encodedParts.compactMap { String($0).removingPercentEncoding }
        guard parts.count == 3, parts[1] == "calls" || parts[1] == "runs" else {
            throw MCPToolFailure("resources look like \(scheme)4711/calls/9f2c11ab-12 and \(scheme)4711/runs/9f2c11ab")
        }
        guard let program = programs.first(where: { $0.id == parts[0] }) else {
            throw MCPToolFailure("there is no program “\(parts[0])”")
        }
        if parts[1] == "calls" { return try GetCallTool.text(of: parts[2], program, withBacktrace: false) }
        let runs = try program.get("/api/v1/runs") { RunFacts.all($0) }
        guard let run = runs.first(where: { $0.name == parts[2] }) else {
            throw MCPToolFailure("\(program.title) has no run “\(parts[2])”")
        }
        var text = MCPText("Run \(run.name) of \(program.title): \(run.words)")
        if run.isPresent { try StatisticsTool.add(to: &text, program, filter: nil, order: .time, limit: 100) }
        return text.whole
    }

    /// A text as one part of a URI: names of runs and recordings may be paths of files.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    /// What stands for itself: RFC 3986, 2.3 "Unreserved Characters", and the colon before a port.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:"
    )
}

/// A run as a line of text.
struct RunFacts {
    let name: String
    let isPresent: Bool
    let words: String

    /// The runs in an answer of `/api/v1/runs`.
    static func all(_ reply: JSONNode) -> [RunFacts] {
        reply["items"]?.elements?.compactMap(RunFacts.init) ?? []
    }

    private init?(_ node: JSONNode) {
        guard let name = node["name"]?.string else { return nil }
        self.name = name
        isPresent = node["isPresent"]?.bool ?? false
        var words = "\(node["stored"]?.integer(UInt64.self) ?? 0) stored calls"
        if let program = node["program"]?.string { words += " of \(program)" }
        if let processes = node["processes"]?.integer(Int.self), processes > 1 { words += ", \(processes) processes" }
        if let start = node["startedAt"]?.string { words += ", from \(start)" }
        words += node["endedAt"]?.string.map { " to \($0)" } ?? (isPresent ? "" : ", end unknown")
        if let file = node["file"]?.string { words += ", in \(file)" }
        self.words = isPresent ? words + " (the run that the other tools read)" : words
    }
}
