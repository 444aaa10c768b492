// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a comparison keeps of a call.
struct ComparedCall {
    /// Number in order of starts.
    let seq: UInt64
    /// Equal for calls of both runs that are alike.
    let key: UInt64
    let selector: Selector
    /// Whether the time for recording a value ran out: then its key differs from that of the whole value.
    let isCut: Bool

    init(seq: UInt64, selector: Selector, key: UInt64, isCut: Bool) {
        self.seq = seq
        self.selector = selector
        self.key = key
        self.isCut = isCut
    }

    /// Hashes the selector, the values and the answer, but not the thread, the proxy and the times.
    init(_ invocation: Invocation, ignoring ignored: Set<String>) {
        var hash = LikenessHash()
        hash.add(invocation.selector.protocolName)
        hash.add(invocation.selector.name)
        hash.add(invocation.target)
        hash.add(Int(invocation.state.rawValue))
        hash.add(Int(invocation.returnPath.rawValue))
        for argument in invocation.arguments where !ignored.contains(argument.name) {
            hash.add(argument.value)
            hash.add(argument.after)
        }
        if !ignored.contains("result") { hash.add(invocation.result) }
        if !ignored.contains("error") { hash.add(invocation.error) }
        self.init(seq: invocation.seq, selector: invocation.selector, key: hash.value, isCut: hash.isCut)
    }
}

/// A part in which two calls of the same selector differ.
package struct ComparedField: Sendable, Hashable {
    /// The argument's name, or `result`, `error`, `state`, `returnPath` or `target`.
    package let name: String
    package let before: String
    package let after: String

    /// Characters that are kept of a value.
    private static let limit = 400

    /// The differing parts of two calls.
    ///
    /// - Parameter ignored: Names of parts to leave out.
    package static func differing(_ before: Invocation, _ after: Invocation, ignoring ignored: Set<String>) -> [Self] {
        var fields: [Self] = []
        var values = LikenessPair()
        func compare(_ name: String, _ one: String?, _ other: String?) {
            if one != other { fields.append(Self(name: name, before: one ?? "", after: other ?? "")) }
        }
        func compare(_ name: String, _ one: RecordedValue?, _ other: RecordedValue?) {
            guard !ignored.contains(name), !values.areAlike(one, other) else { return }
            fields.append(Self(name: name, before: text(one), after: text(other)))
        }
        for place in 0..<max(before.arguments.count, after.arguments.count) {
            let sides = [before, after].map { $0.arguments.indices.contains(place) ? $0.arguments[place] : nil }
            let name = sides[0]?.name ?? sides[1]?.name ?? ""
            compare(name, sides[0]?.value, sides[1]?.value)
            compare(name, sides[0]?.after, sides[1]?.after)
        }
        compare("result", before.result, after.result)
        compare("error", before.error, after.error)
        compare("state", before.state.name, after.state.name)
        compare("returnPath", before.returnPath.name, after.returnPath.name)
        compare("target", before.target, after.target)
        return fields
    }

    private static func text(_ value: RecordedValue?) -> String {
        value.map { ValueText.line($0, limit: limit) } ?? ""
    }
}
