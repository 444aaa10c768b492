// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPCall {
    /// A parameter that is a whole number.
    ///
    /// - Throws: 400 `invalidParameter` with the bounds.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw HTTPProblem(
                400,
                "invalidParameter",
                "“\(name)” is a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.",
                field: name
            )
        }
        return number
    }

    /// A parameter that is `true` or `false`.
    ///
    /// - Throws: 400 `invalidParameter`.
    func truth(_ name: String) throws(HTTPProblem) -> Bool? {
        guard let text = parameters[name] else { return nil }
        if let truth = Bool(text) { return truth }
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“\(name)” is true or false, not “\(text)”.",
            field: name,
            candidates: ["true", "false"]
        )
    }

    /// A parameter that is one of some words.
    ///
    /// - Throws: 400 `invalidParameter` with the words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(HTTPProblem) -> Choice? {
        guard let text = parameters[name] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let list = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“\(name)” is \(list), not “\(text)”.",
            field: name,
            candidates: words
        )
    }

    /// A parameter that names an invocation.
    func seq(_ name: String, epoch: String) throws(HTTPProblem) -> UInt64? {
        guard let text = parameters[name] else { return nil }
        return try InvocationReference.seq(of: text, epoch: epoch, field: name)
    }

    /// A parameter that is a filter; every invocation passes when it is not given.
    ///
    /// - Throws: 400 `invalidFilter` with the position of what is wrong.
    func filter(_ name: String = "filter") throws(HTTPProblem) -> InvocationFilter {
        guard let text = parameters[name] else { return .everything }
        do {
            return try InvocationFilter(text)
        } catch {
            throw HTTPProblem(error, field: name)
        }
    }

    /// A parameter that has to be given.
    ///
    /// - Throws: 400 `missingParameter`.
    func required(_ name: String) throws(HTTPProblem) -> String {
        if let text = parameters[name] { return text }
        throw HTTPProblem(400, "missingParameter", "The query parameter “\(name)” is missing.", field: name)
    }
}

extension HTTPProblem {
    /// The refusal of a filter: `position` and `length` in UTF-16 code units, as JavaScript counts.
    fileprivate init(_ error: FilterError, field: String) {
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
