// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// Says which invocations are wanted, in the language of `docs/filter.md`: `selector:found* duration:>1ms -thread:main`.
///
/// The same filter works for lists, streams, counts, exports and assertions. What it asks of a call and the call does
/// not have is false, and the negation of that is true.
///
/// - Invariant: A value; callable from any thread. Its cost for a call is bounded, whatever the filter and the call.
public struct InvocationFilter: Sendable, Hashable, CustomStringConvertible {
    /// Longest text of a filter, in Unicode scalars.
    public static let lengthLimit = 4_096
    /// How deep groups and negations may be nested.
    public static let nestingLimit = 64

    /// The filter that every call passes.
    public static let everything = InvocationFilter(.everything)

    /// The syntax tree.
    package let expression: FilterExpression
    /// When the filter was made, in nanoseconds since 1970: ages count back from here.
    let madeAtNanoseconds: Int64
    /// What is asked of calls.
    package let meaning: FilterMeaning

    /// Reads a filter; the empty text, or white space, is `everything`.
    ///
    /// - Throws: `FilterError` with the position of what is wrong; the codes are listed there.
    public init(_ text: String) throws(FilterError) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= Self.lengthLimit else {
            let message = "A filter may have \(Self.lengthLimit) characters."
            throw FilterProblem(code: .tooLong, range: Self.lengthLimit..<scalars.count, message: message)
                .error(in: scalars)
        }
        do {
            self.init(try FilterParser.parse(scalars))
        } catch {
            throw error.error(in: scalars)
        }
    }

    package init(_ expression: FilterExpression) {
        self.init(expression, madeAtNanoseconds: cclock_realtime_nanoseconds())
    }

    init(_ expression: FilterExpression, madeAtNanoseconds: Int64) {
        self.expression = expression
        self.madeAtNanoseconds = madeAtNanoseconds
        meaning = expression.meaning(at: madeAtNanoseconds)
    }

    /// Whether every call passes.
    public var isEverything: Bool { expression == .everything }

    /// The filter in its canonical form: reading that gives the same filter.
    public var description: String { FilterPrinter.text(of: expression) }

    /// What the filter selects, in plain words: `calls whose selector begins with “found” and that took over 1 ms`.
    public var words: String { FilterWords.text(of: expression) }

    /// Two filters are equal when they ask the same, whenever they were made.
    public static func == (left: Self, right: Self) -> Bool { left.expression == right.expression }

    /// Hashes what the filter asks.
    public func hash(into hasher: inout Hasher) { hasher.combine(expression) }
}
