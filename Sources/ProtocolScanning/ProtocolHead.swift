// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The head of a protocol, between its name and its brace.
struct ProtocolHead {
    /// The primary associated types, between the angle brackets.
    private(set) var primary: ArraySlice<Token> = []
    /// The inherited types.
    private(set) var inherited: [ArraySlice<Token>] = []
    /// The clause after `where`.
    private(set) var constraints: ArraySlice<Token> = []

    init(_ tokens: ArraySlice<Token>) {
        var rest = tokens
        if rest.first?.text == "<" {
            primary = rest[..<rest.endOfGroup].inside
            rest = rest[rest.endOfGroup...]
        }
        constraints = rest.whereClause
        if let word = rest.topLevelIndex(where: { $0.text == "where" }) { rest = rest[..<word] }
        if rest.first?.text == ":" { inherited = rest.dropFirst().parts }
        for part in constraints.parts where part.starts(with: "Self", ":") { inherited.append(part.dropFirst(2)) }
    }
}
