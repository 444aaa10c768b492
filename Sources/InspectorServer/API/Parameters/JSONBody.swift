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

    /// The refusal of a member that is none of those that can be changed.
    static func unknown(_ member: JSONValue.Member, candidates: [String]) -> HTTPProblem {
        HTTPProblem(
            400,
            "unknownMember",
            "“\(member.key)” cannot be changed here.",
            field: member.key,
            candidates: candidates
        )
    }
}
