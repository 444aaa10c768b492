// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// Request bodies whose values keep their source text: a number of any size and precision reaches the program as it was
/// sent, and a position in a value is one in the client's text.
enum ExactBody {
    /// A member of an object in the body.
    struct Member {
        /// With the names of the objects around it: `limits.times`.
        let path: String
        let key: String
        let value: JSONNode
    }

    /// Calls `body` with the members of a body, which must be an object. They are valid until it returns.
    ///
    /// - Throws: 400 `malformedJSON` with the position, or `invalidBody`; errors of `body`.
    static func read<Answer>(_ bytes: [UInt8], _ body: ([Member]) throws -> Answer) throws -> Answer {
        let reader = JSONReader()
        return try withExtendedLifetime(reader) {
            try bytes.withUnsafeBytes { text in
                let root: JSONNode
                do throws(JSONNode.Fault) {
                    root = try reader.read(text)
                } catch {
                    throw malformed(error.reason, at: error.offset)
                }
                if let key = firstRepeatedKey(in: root) {
                    throw malformed("a member is given twice", at: key.offset)
                }
                guard let members = members(of: root) else {
                    throw HTTPProblem(400, "invalidBody", "The body must be a JSON object.")
                }
                return try body(members)
            }
        }
    }

    /// The members of an object; nil for other values.
    static func members(of node: JSONNode, in path: String = "") -> [Member]? {
        guard var nodes = node.members else { return nil }
        var members: [Member] = []
        while let key = nodes.next(), let value = nodes.next() {
            let name = key.string ?? ""
            members.append(Member(path: path.isEmpty ? name : "\(path).\(name)", key: name, value: value))
        }
        return members
    }

    /// A JSON text without white space between its values, in one line; nil if it isn't JSON.
    static func compact(_ json: String) -> [UInt8]? {
        guard JSONReader.read(json, { _ in true }) == true else { return nil }
        var compact: [UInt8] = []
        compact.reserveCapacity(json.utf8.count)
        var isString = false
        var isEscape = false
        for byte in json.utf8 {
            if isString {
                if isEscape {
                    isEscape = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscape = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isString = true
            } else if byte <= 0x20 {
                continue
            }
            compact.append(byte)
        }
        return compact
    }

    private static func malformed(_ reason: String, at offset: Int) -> HTTPProblem {
        HTTPProblem(400, "malformedJSON", "The body is not JSON: \(reason).", position: offset)
    }

    /// The first key that its object has had before.
    private static func firstRepeatedKey(in node: JSONNode) -> JSONNode? {
        if let elements = node.elements {
            for element in elements {
                if let key = firstRepeatedKey(in: element) { return key }
            }
        } else if var nodes = node.members {
            var known: Set<String> = []
            while let key = nodes.next(), let value = nodes.next() {
                guard known.insert(key.string ?? "").inserted else { return key }
                if let key = firstRepeatedKey(in: value) { return key }
            }
        }
        return nil
    }
}

extension JSONNode {
    /// The value as it stands in the text; a string with its quotes.
    package var source: String {
        let text = String(decoding: bytes, as: UTF8.self)
        return kind == .string || kind == .escaped ? "\"\(text)\"" : text
    }
}

// MARK: - Values of members

extension ExactBody.Member {
    /// - Throws: 400 `invalidRule` for all but a string.
    func text() throws(HTTPProblem) -> String {
        if let text = value.string { return text }
        throw refusal("must be a string")
    }

    /// - Throws: 400 `invalidRule` for all but true and false.
    func truth() throws(HTTPProblem) -> Bool {
        if let truth = value.bool { return truth }
        throw refusal("must be true or false")
    }

    /// A word of a list.
    ///
    /// - Throws: 400 `invalidRule` with all words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(HTTPProblem) -> Choice {
        if let word = value.string, let choice = Choice(rawValue: word) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let list = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
        throw HTTPProblem(ofRule: path, "“\(path)” must be \(list).", candidates: words)
    }

    /// The largest whole number that every client can represent.
    private static let countLimit = 9_007_199_254_740_991

    /// A whole number from 1.
    ///
    /// - Throws: 400 `invalidRule` with the bounds.
    func count() throws(HTTPProblem) -> Int {
        if value.kind == .number, let number = value.integer(Int.self), (1...Self.countLimit).contains(number) {
            return number
        }
        throw refusal("must be a whole number from 1 to \(Self.countLimit)")
    }

    /// A time in milliseconds, limited to a day; whoever uses it has narrower bounds.
    ///
    /// - Throws: 400 `invalidRule` for all but a number.
    func milliseconds() throws(HTTPProblem) -> Duration {
        guard value.kind == .number, let number = Double(String(decoding: value.bytes, as: UTF8.self)) else {
            throw refusal("must be a number of milliseconds")
        }
        return .microseconds(Int64(min(max(number, -86_400_000), 86_400_000) * 1_000))
    }

    /// A time of day, such as `2026-11-24T12:00:00Z`, in nanoseconds since 1970.
    ///
    /// - Throws: 400 `invalidRule`.
    func instant() throws(HTTPProblem) -> Int64 {
        if let text = value.string, let instant = Instant.nanoseconds(text) { return instant }
        throw refusal("must be a time such as \"2026-11-24T12:00:00Z\", from 1678 to 2261")
    }

    /// - Throws: 400 `invalidFilter` with the position of the error.
    func filter() throws(HTTPProblem) -> InvocationFilter {
        let text = try text()
        do {
            return try InvocationFilter(text)
        } catch {
            var problem = HTTPProblem(error, field: path)
            problem.extensions.append(JSONValue.Member(key: "member", value: .string(path)))
            throw problem
        }
    }

    func refusal(_ text: String) -> HTTPProblem { HTTPProblem(ofRule: path, "“\(path)” \(text).") }

    /// The refusal of a member that nothing knows.
    func unknown(candidates: [String]) -> HTTPProblem {
        var problem = HTTPProblem(
            400,
            "unknownMember",
            "There is no member “\(path)” here.",
            field: path,
            candidates: candidates
        )
        problem.extensions = [JSONValue.Member(key: "member", value: .string(path))]
        return problem
    }
}
