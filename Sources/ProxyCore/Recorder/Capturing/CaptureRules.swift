// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Patterns that select which calls a recorder records.
///
/// ```swift
/// Recorder.shared.captureRules.exclude = ["XMLParserDelegate", "*didScroll*"]
/// ```
///
/// A pattern stands for a protocol, a requirement, or both: `XMLParserDelegate`, `parser(_:foundCharacters:)`,
/// `XMLParserDelegate.parser*`. A requirement also answers to its base name and to each of its labels:
/// `foundCharacters`. Patterns match whole names, ignoring case; `*` matches any run of characters.
///
/// A call is recorded if a pattern of `include` matches, or `include` is empty, and no pattern of `exclude` matches.
/// Every other call is forwarded as usual and counted as suppressed. It costs hardly more than a call while recording is
/// off.
public struct CaptureRules: Sendable, Hashable {
    /// Only calls that one of these patterns matches are recorded; empty for all. Default empty.
    public var include: [String]
    /// Calls that one of these patterns matches are not recorded, even if `include` matches them too. Default empty.
    public var exclude: [String]

    /// Creates rules; by default, rules that select every call.
    public init(include: [String] = [], exclude: [String] = []) {
        self.include = include
        self.exclude = exclude
    }

    /// Whether every call is selected.
    public var isEmpty: Bool { include.isEmpty && exclude.isEmpty }

    /// Whether the calls of a requirement are selected.
    ///
    /// - Complexity: Compares the names with every pattern.
    public func selects(_ selector: Selector) -> Bool { CompiledRules(self).selects(selector) }
}

/// Rules in the form in which they are compared.
struct CompiledRules: Sendable {
    private let include: [TextPattern]
    private let exclude: [TextPattern]

    init(_ rules: CaptureRules) {
        include = rules.include.map(TextPattern.glob)
        exclude = rules.exclude.map(TextPattern.glob)
    }

    func selects(_ selector: Selector) -> Bool {
        var scratch = MatchScratch()
        func isNamed(by patterns: [TextPattern]) -> Bool {
            patterns.contains { pattern in
                pattern.matches(selector.protocolName, &scratch)
                    || pattern.matches(anyOf: pattern.texts(of: selector), &scratch)
            }
        }
        return (include.isEmpty || isNamed(by: include)) && !isNamed(by: exclude)
    }
}
