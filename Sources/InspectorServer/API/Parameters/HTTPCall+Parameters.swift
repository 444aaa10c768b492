// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPCall {
    /// A whole-number parameter.
    ///
    /// - Throws: 400 `invalidParameter` with the bounds.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw HTTPProblem(
                400,
                "invalidParameter",
                "“\(name)” must be an integer from \(range.lowerBound) to \(range.upperBound), not “\(text)”.",
                field: name
            )
        }
        return number
    }

    /// A Boolean parameter, `true` or `false`.
    ///
    /// - Throws: 400 `invalidParameter`.
    func truth(_ name: String) throws(HTTPProblem) -> Bool? {
        guard let text = parameters[name] else { return nil }
        if let truth = Bool(text) { return truth }
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“\(name)” must be true or false, not “\(text)”.",
            field: name,
            candidates: ["true", "false"]
        )
    }

    /// A parameter with a fixed set of values.
    ///
    /// - Throws: 400 `invalidParameter` with the values.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(HTTPProblem) -> Choice? {
        guard let text = parameters[name] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let list = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“\(name)” must be \(list), not “\(text)”.",
            field: name,
            candidates: words
        )
    }

    /// The period of the parameters `from` and `to`, in nanoseconds since 1970; nil without both.
    ///
    /// - Throws: 400 `invalidParameter`, and `missingParameter` if there is only one of them.
    func period() throws(HTTPProblem) -> Range<Int64>? {
        guard parameters["from"] != nil || parameters["to"] != nil else { return nil }
        let (from, to) = (try instant("from"), try instant("to"))
        guard from < to else {
            throw HTTPProblem(400, "invalidParameter", "“to” must be later than “from”.", field: "to")
        }
        return from..<to
    }

    private func instant(_ name: String) throws(HTTPProblem) -> Int64 {
        let text = try required(name)
        if let instant = Instant.nanoseconds(text) { return instant }
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“\(name)” must be an instant such as 2026-11-21T09:30:00Z, not “\(text)”.",
            field: name
        )
    }

    /// The parameter `order`, `asc` or `desc`.
    ///
    /// - Throws: 400 `invalidParameter`.
    func order() throws(HTTPProblem) -> InvocationQuery.Order? {
        guard let text = parameters["order"] else { return nil }
        if let order = InvocationQuery.Order(rawValue: text) { return order }
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“order” must be asc or desc, not “\(text)”.",
            field: "order",
            candidates: ["asc", "desc"]
        )
    }

    /// A parameter that identifies an invocation.
    func key(_ name: String, _ recorder: Recorder) throws(HTTPProblem) -> UInt64? {
        guard let text = parameters[name] else { return nil }
        return try InvocationReference.key(of: text, recorder, field: name)
    }

    /// A filter parameter; if it is missing, the filter matches every invocation.
    ///
    /// - Throws: 400 `invalidFilter` with the position of the error.
    func filter(_ name: String = "filter") throws(HTTPProblem) -> InvocationFilter {
        guard let text = parameters[name] else { return .everything }
        do {
            return try InvocationFilter(text)
        } catch {
            throw HTTPProblem(error, field: name)
        }
    }

    /// A required parameter.
    ///
    /// - Throws: 400 `missingParameter`.
    func required(_ name: String) throws(HTTPProblem) -> String {
        if let text = parameters[name] { return text }
        throw HTTPProblem(400, "missingParameter", "The query parameter “\(name)” is missing.", field: name)
    }
}

extension HTTPProblem {
    /// The problem for an invalid filter: `position` and `length` in UTF-16 code units, as JavaScript counts.
    init(_ error: FilterError, field: String) {
        self.init(
            400,
            "invalidFilter",
            error.message,
            field: field,
            position: error.position,
            candidates: error.candidates
        )
        extensions = [
            JSONValue.Member(key: "reason", value: .string(error.code.description)),
            JSONValue.Member(key: "length", value: .integer(Int64(error.length))),
            JSONValue.Member(key: "expected", value: .array(error.expected.map(JSONValue.string))),
        ]
    }
}
