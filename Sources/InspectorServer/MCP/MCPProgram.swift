// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// The programs that a client can ask about.
package protocol MCPPrograms: Sendable {
    /// All programs at this moment.
    var all: [MCPProgram] { get }
}

/// A program, or a recording of one, as a client of the API sees it.
package struct MCPProgram: Sendable {
    /// Sends a GET request. Blocks until the answer is there; throws `MCPToolFailure`.
    package typealias Ask = @Sendable (_ path: String, _ query: [(name: String, value: String)]) throws -> Reply

    /// The answer to a request.
    package struct Reply: Sendable {
        package let status: Int
        package let body: [UInt8]

        package init(status: Int, body: [UInt8]) {
            self.status = status
            self.body = body
        }
    }

    /// What tools call the program: unique, and the same as long as it runs.
    package let id: String
    package let name: String
    /// Where it comes from: the address of its page without a token, or the path of a file.
    package let place: String
    private let ask: Ask

    package init(id: String, name: String, place: String, ask: @escaping Ask) {
        self.id = id
        self.name = name
        self.place = place
        self.ask = ask
    }

    /// How answers name it: `Reader (4711)`.
    var title: String { name == id ? name : "\(name) (\(id))" }

    /// The row in a list: id, name and place, each once.
    var line: String {
        var parts = [id]
        for part in [name, place] where !parts.contains(part) { parts.append(part) }
        return parts.joined(separator: "  ")
    }
}

extension MCPProgram {
    /// A recorder of this process, asked without a connection.
    package init(id: String, name: String, place: String, recorder: Recorder) {
        self.init(id: id, name: name, place: place, routes: APIRoutes.all(recorder: recorder) { ServerStatus() })
    }

    /// The routes of a server of this process.
    init(id: String, name: String, place: String, routes: [HTTPRoute]) {
        let router = HTTPRouter(routes: routes)
        self.init(id: id, name: name, place: place) { path, query in
            let target = HTTPTarget(
                path: path,
                segments: path.split(separator: "/").map(String.init),
                query: query.map { HTTPTarget.QueryItem(name: $0.name, value: $0.value) }
            )
            var response = router.respond(to: HTTPRequest(.get, target))
            // The thread of a tool may wait, so what a server would put off is done at once.
            while case .deferred(let work, _) = response.body { response = work() }
            switch response.body {
            case .bytes(let bytes): return Reply(status: response.status, body: bytes)
            case .fixed(let text): return Reply(status: response.status, body: Array("\(text)".utf8))
            case .produced, .events, .deferred: throw MCPToolFailure("The answer to \(path) is a stream.")
            }
        }
    }
}

extension MCPProgram {
    /// Asks for JSON and reads it.
    ///
    /// - Parameter query: Parameters; those without a value are left out.
    func get<Answer>(
        _ path: String,
        _ query: [(name: String, value: String?)] = [],
        _ read: (JSONNode) throws -> Answer
    ) throws -> Answer {
        let reply = try reply(path, query)
        guard reply.status < 300 else { throw failure(of: reply) }
        return try self.read(reply, read)
    }

    /// Asks for a text.
    func text(_ path: String, _ query: [(name: String, value: String?)] = []) throws -> String {
        let reply = try reply(path, query)
        guard reply.status < 300 else { throw failure(of: reply) }
        return String(decoding: reply.body, as: UTF8.self)
    }

    func reply(_ path: String, _ query: [(name: String, value: String?)]) throws -> Reply {
        try ask(path, query.compactMap { item in item.value.map { (name: item.name, value: $0) } })
    }

    func read<Answer>(_ reply: Reply, _ read: (JSONNode) throws -> Answer) throws -> Answer {
        let reader = JSONReader()
        return try reply.body.withUnsafeBytes { bytes in
            guard let node = try? reader.read(bytes) else {
                throw MCPToolFailure("\(title) sent something that is not JSON. Is there another server at \(place)?")
            }
            return try withExtendedLifetime(reader) { try read(node) }
        }
    }

    /// A problem of the API in words: what, where, and what would be valid.
    func failure(of reply: Reply) -> MCPToolFailure {
        let text = try? read(reply) { problem -> String? in
            guard var text = problem["detail"]?.string else { return nil }
            if let field = problem["field"]?.string {
                text += " (argument \(field)\(ProblemPlace.words(of: problem).map { ", at \($0)" } ?? ""))"
            }
            let candidates = problem["candidates"]?.elements?.compactMap(\.string) ?? []
            if !candidates.isEmpty { text += " Possible: \(candidates.joined(separator: ", "))." }
            return text
        }
        let isRefused = reply.status == 401
        let hint = isRefused ? " Use the URL with the token that the program printed." : ""
        return MCPToolFailure((text.flatMap { $0 } ?? "\(title) answered with status \(reply.status).") + hint)
    }
}
