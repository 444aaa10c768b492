// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

/// The rules and held calls of a running program.
struct RuleClient {
    let address: ProgramAddress
    static let rules = "/api/v1/rules"
    static let held = "/api/v1/held"

    init(_ address: ProgramAddress) { self.address = address }

    /// Finds the program: the given one, or the user's only one.
    init(_ url: String?) throws { address = try ProgramAddress.find(url) }

    /// Sends a request.
    ///
    /// - Returns: The body of the response.
    /// - Throws: A `CommandFailure` with what the server says.
    @discardableResult
    func send(_ method: String, _ path: String, _ body: [UInt8]? = nil) async throws -> String {
        var request = address.request(path, timeout: .seconds(30))
        request.method = method
        if let body {
            request.body = body
            request.fields = [("Content-Type", "application/json")]
        }
        let answer: ProgramAnswer
        do {
            answer = try await request.answer()
        } catch {
            throw CommandFailure("\(address.description) does not answer: \(error). Is the program running?")
        }
        guard answer.status < 300 else { throw CommandFailure(address.words(of: answer.text, status: answer.status)) }
        return answer.text
    }
}

/// Parts of requests.
enum RuleJSON {
    /// - Throws: A usage error for a text that isn't JSON.
    static func check(_ text: String, of option: String) throws(UsageError) {
        guard JSONReader.read(text, { _ in true }) != true else { return }
        throw UsageError("\(option) '\(text)': not JSON; use 42, true, null, [1, 2], or '\"text\"' with its quotes.")
    }

    /// The parts of `NAME=JSON`.
    static func edit(_ text: String, of option: String) throws(UsageError) -> (name: String, json: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw UsageError("\(option) '\(text)': use NAME=JSON, such as bytes=42.")
        }
        let json = String(text[text.index(after: sign)...])
        try check(json, of: "\(option) \(text[..<sign])=")
        return (String(text[..<sign]), json)
    }

    /// A wrong text of the command line, or of a prompt.
    struct UsageError: Error {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

/// A decision about a held call.
enum CallDecision {
    case goOn
    case answer(json: String)
    case throwText(String)
    case throwCase(String)
    case skip
    case edit([(name: String, json: String)])

    /// The body of the request.
    var body: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.member("action", word)
                switch self {
                case .goOn, .skip: break
                case .answer(let value):
                    json.key("value")
                    json.raw(Array(value.utf8))
                case .throwText(let text): json.member("text", text)
                case .throwCase(let name): json.member("case", name)
                case .edit(let edits):
                    json.object("arguments") { json in
                        for edit in edits {
                            json.name(edit.name)
                            json.raw(Array(edit.json.utf8))
                        }
                    }
                }
            }
        }
    }

    private var word: String {
        switch self {
        case .goOn: "continue"
        case .answer: "answer"
        case .throwText, .throwCase: "throw"
        case .skip: "skip"
        case .edit: "edit"
        }
    }
}
