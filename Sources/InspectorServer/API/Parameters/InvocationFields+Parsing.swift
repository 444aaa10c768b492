// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension InvocationFields {
    /// Reads names with commas between them.
    ///
    /// - Throws: 400 `unknownField` with all names there are; `invalidParameter` when there is none.
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
                "“fields” names members of an invocation, with commas between them.",
                field: "fields",
                candidates: Self.names
            )
        }
        self = fields
    }
}

extension HTTPCall {
    /// The parameter `fields`: the members that are wanted, all when it is not given.
    func fields() throws(HTTPProblem) -> InvocationFields {
        guard let text = parameters["fields"] else { return .all }
        return try InvocationFields(parsing: text)
    }
}
