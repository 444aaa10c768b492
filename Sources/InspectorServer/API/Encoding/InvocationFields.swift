// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Members of an invocation's JSON that a client wants.
struct InvocationFields: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let id = InvocationFields(rawValue: 1 << 0)
    static let seq = InvocationFields(rawValue: 1 << 1)
    static let position = InvocationFields(rawValue: 1 << 2)
    static let parent = InvocationFields(rawValue: 1 << 3)
    static let depth = InvocationFields(rawValue: 1 << 4)
    static let proxy = InvocationFields(rawValue: 1 << 5)
    static let owner = InvocationFields(rawValue: 1 << 6)
    static let target = InvocationFields(rawValue: 1 << 7)
    static let `protocol` = InvocationFields(rawValue: 1 << 8)
    static let selector = InvocationFields(rawValue: 1 << 9)
    static let arguments = InvocationFields(rawValue: 1 << 10)
    static let thread = InvocationFields(rawValue: 1 << 11)
    static let startedAt = InvocationFields(rawValue: 1 << 12)
    static let durationNanoseconds = InvocationFields(rawValue: 1 << 13)
    static let targetNanoseconds = InvocationFields(rawValue: 1 << 14)
    static let state = InvocationFields(rawValue: 1 << 15)
    static let returnPath = InvocationFields(rawValue: 1 << 16)
    static let result = InvocationFields(rawValue: 1 << 17)
    static let error = InvocationFields(rawValue: 1 << 18)
    static let findings = InvocationFields(rawValue: 1 << 19)
    static let marked = InvocationFields(rawValue: 1 << 20)
    static let comment = InvocationFields(rawValue: 1 << 21)
    static let skipped = InvocationFields(rawValue: 1 << 22)
    static let targetResult = InvocationFields(rawValue: 1 << 23)
    static let targetError = InvocationFields(rawValue: 1 << 24)

    static let all = InvocationFields(rawValue: .max)

    /// The names, in the order of the bits.
    static let names = [
        "id", "seq", "position", "parent", "depth", "proxy", "owner", "target", "protocol", "selector", "arguments",
        "thread", "startedAt", "durationNanoseconds", "targetNanoseconds", "state", "returnPath", "result", "error",
        "findings", "marked", "comment", "skipped", "targetResult", "targetError",
    ]
}

extension InvocationFields {
    /// Reads names with commas between them.
    ///
    /// - Throws: 400 `unknownField` with all names there are; `invalidParameter` when there is none.
    init(parsing text: String) throws(HTTPProblem) {
        var fields: InvocationFields = []
        for name in text.split(separator: ",") {
            guard let bit = Self.names.firstIndex(of: String(name)) else {
                throw HTTPProblem(
                    400,
                    "unknownField",
                    "An invocation has no member “\(name)”.",
                    field: "fields",
                    candidates: Self.names
                )
            }
            fields.insert(InvocationFields(rawValue: 1 << UInt32(bit)))
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
