// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A closure that makes one call.
struct SourceClosure {
    /// The label of a trailing closure after the first one.
    var label: String?
    /// The signature up to `in`; nil for none.
    var signature: String?
    /// Statements before the call.
    var statements: [String] = []
    /// The call.
    var body: SourceCall
    /// The text after the call.
    var suffix = ""

    /// The text up to the body: `{`, `edited: {`, `{ target throws(E) in`.
    fileprivate var opening: String {
        (label.map { "\($0): " } ?? "") + "{" + (signature.map { " \($0)" } ?? "")
    }
}

extension SourceText {
    /// Adds `head(arguments) { body } label: { body }`, with the line breaks that the formatter requires: where the
    /// width does, and around the bodies of several closures.
    ///
    /// - Parameter closures: The trailing closures, at least one.
    mutating func call(_ head: String, _ arguments: [String], closures: [SourceClosure], tail: String) {
        let (opening, body, suffix) = (closures[0].opening, closures[0].body, closures[0].suffix)
        let short = "\(head)(\(arguments.joined(separator: ", "))) \(opening) \(body.oneLine)\(suffix) }\(tail)"
        if closures.count == 1, fits(short) { return line(short) }
        list(head, arguments, " \(opening)")
        for (index, closure) in closures.enumerated() {
            if index > 0 { line("} \(closure.opening)") }
            indented { $0.contents(of: closure) }
        }
        line("}\(tail)")
    }

    private mutating func contents(of closure: SourceClosure) {
        for statement in closure.statements { line(statement) }
        guard let brackets = closure.body.brackets else { return line(closure.body.oneLine + closure.suffix) }
        list(closure.body.head, closure.body.items, closure.body.tail + closure.suffix, brackets: brackets)
    }
}
