// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Request bodies.
enum JSONBody {
    /// The members of a body, which must be an object.
    ///
    /// - Throws: 400 `malformedJSON` with the position, or `invalidBody`.
    static func members(of body: [UInt8]) throws(HTTPProblem) -> [JSONValue.Member] {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body)
        } catch {
            throw HTTPProblem(400, "malformedJSON", "The body is not JSON: \(error.reason).", position: error.offset)
        }
        guard case .object(let members) = value else {
            throw HTTPProblem(400, "invalidBody", "The body must be a JSON object.")
        }
        return members
    }

    /// The refusal of a member that is none of those that a body may have.
    static func unknown(_ member: JSONValue.Member, candidates: [String]) -> HTTPProblem {
        HTTPProblem(
            400,
            "unknownMember",
            "“\(member.key)” is unknown in this request; its members are \(candidates.joined(separator: ", ")).",
            field: member.key,
            candidates: candidates
        )
    }

    private static let patternCountLimit = 256
    private static let patternBytesLimit = 512

    /// The patterns of a member, without repetitions.
    ///
    /// - Throws: 400 `invalidMember` with the item that is wrong.
    static func patterns(_ member: JSONValue.Member) throws(HTTPProblem) -> [String] {
        let field = member.key
        guard case .array(let items) = member.value else { throw refusal(field, "must be a list of patterns") }
        guard items.count <= patternCountLimit else {
            throw refusal(field, "may have \(patternCountLimit) patterns, not \(items.count)")
        }
        var patterns: [String] = []
        for (index, item) in items.enumerated() {
            guard case .string(let text) = item else { throw refusal(field, "must have texts only", at: index) }
            guard !text.isEmpty else { throw refusal(field, "has an empty pattern", at: index) }
            guard text.utf8.count <= patternBytesLimit else {
                let count = text.utf8.count
                throw refusal(field, "may have patterns of \(patternBytesLimit) bytes, not \(count)", at: index)
            }
            if !patterns.contains(text) { patterns.append(text) }
        }
        return patterns
    }

    /// - Parameter index: The item of a list that is wrong, from 0.
    static func refusal(_ field: String, _ text: String, at index: Int? = nil) -> HTTPProblem {
        let place = index.map { " (item \($0))" } ?? ""
        var problem = HTTPProblem(400, "invalidMember", "“\(field)” \(text)\(place).", field: field)
        if let index { problem.extensions = [JSONValue.Member(key: "index", value: .integer(Int64(index)))] }
        return problem
    }
}
