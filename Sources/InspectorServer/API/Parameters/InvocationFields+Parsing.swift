// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension InvocationFields {
    /// Parses comma-separated names.
    ///
    /// - Throws: 400 `unknownField` with all known names; `invalidParameter` if there are no names.
    init(parsing text: String) throws(HTTPProblem) {
        var fields = InvocationFields()
        for name in text.split(separator: ",") {
            guard fields.insert(name) else {
                throw HTTPProblem(
                    400,
                    "unknownField",
                    "An invocation has no member “\(name)”.",
                    field: "fields",
                    candidates: Self.names
                )
            }
        }
        guard !fields.isEmpty else {
            throw HTTPProblem(
                400,
                "invalidParameter",
                "“fields” must be a comma-separated list of members of an invocation.",
                field: "fields",
                candidates: Self.names
            )
        }
        self = fields
    }
}

extension HTTPCall {
    /// The parameter `fields`: the requested members; all by default.
    func fields() throws(HTTPProblem) -> InvocationFields {
        guard let text = parameters["fields"] else { return .all }
        return try InvocationFields(parsing: text)
    }
}
