// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// Selects invocations, in the language of `docs/filter.md`: `selector:found* duration:>1ms -thread:main`.
///
/// The same filter works for lists, streams, counts, exports and assertions. A term about something that a call does
/// not have is false, and its negation is true.
///
/// - Invariant: A value; callable from any thread. The cost per call is bounded for every filter and every call.
public struct InvocationFilter: Sendable, Hashable, CustomStringConvertible {
    /// Maximum length of a filter text, in Unicode scalars.
    public static let lengthLimit = 4_096
    /// Maximum nesting depth of groups and negations.
    public static let nestingLimit = 64

    /// The filter that all calls pass.
    public static let everything = InvocationFilter(.everything)

    /// The syntax tree.
    package let expression: FilterExpression
    /// When the filter was created, in nanoseconds since 1970. Ages count back from this time.
    let madeAtNanoseconds: Int64
    /// The filter as questions about calls.
    package let meaning: FilterMeaning
    /// A text that this filter can be parsed from; nil if there is only the canonical form.
    let source: String?

    /// Parses a filter; empty text or white space yields `everything`.
    ///
    /// - Throws: `FilterError` with the position of the error; see `FilterError.Code` for the codes.
    public init(_ text: String) throws(FilterError) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= Self.lengthLimit else {
            let message = "A filter has at most \(Self.lengthLimit) characters."
            throw FilterProblem(code: .tooLong, range: Self.lengthLimit..<scalars.count, message: message)
                .error(in: scalars)
        }
        do {
            let expression = try FilterParser.parse(scalars)
            self.init(expression, madeAtNanoseconds: cclock_realtime_nanoseconds(), source: text)
        } catch {
            throw error.error(in: scalars)
        }
    }

    package init(_ expression: FilterExpression) {
        self.init(expression, madeAtNanoseconds: cclock_realtime_nanoseconds())
    }

    init(_ expression: FilterExpression, madeAtNanoseconds: Int64, source: String? = nil) {
        self.expression = expression
        self.madeAtNanoseconds = madeAtNanoseconds
        self.source = source
        meaning = expression.meaning(at: madeAtNanoseconds)
    }

    /// Whether all calls pass.
    public var isEverything: Bool { expression == .everything }

    /// The filter in its canonical form, or as it was written if that form is too long for a filter. Parsing it yields
    /// an equal filter.
    public var description: String {
        let canonical = FilterPrinter.text(of: expression)
        guard let source, canonical.unicodeScalars.count > Self.lengthLimit else { return canonical }
        return source
    }

    /// What the filter selects, in plain words: `calls whose selector begins with “found” and that took over 1 ms`.
    public var words: String { FilterWords.text(of: expression) }

    /// Filters are equal if their expressions are equal, regardless of when they were created.
    public static func == (left: Self, right: Self) -> Bool { left.expression == right.expression }

    /// Hashes the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(expression) }
}
