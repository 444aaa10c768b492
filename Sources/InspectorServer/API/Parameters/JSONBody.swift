// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Bodies of requests.
enum JSONBody {
    /// The members of a body that has to be an object.
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
            throw HTTPProblem(400, "invalidBody", "The body has to be a JSON object.")
        }
        return members
    }
}
