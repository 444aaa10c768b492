// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a term of a filter can ask about, by the name that stands before the colon.
package enum FilterKey: String, Sendable, CaseIterable {
    case selector, `protocol`, owner, target, thread, path, state, duration
    case arg, result, error, type, kind, size
    case depth, id, seq, position, proxy, parent, skipped
    case since, time
    case `is`, has, comment, finding

    /// Which values a key takes.
    enum Form {
        /// Text to look for, in one of the forms of `TextPattern`.
        case text
        /// Text or a number, compared with values of calls.
        case value
        /// As `text`; a number is the id of a thread, and `main` is the main one.
        case thread
        /// A number, in units of a scale.
        case number(FilterScale)
        /// The id of a call, or a number.
        case identity
        /// An instant, or an age.
        case moment
        /// Two instants, or a comparison with one.
        case period
        /// One of a few words.
        case choice([String])
    }

    var form: Form {
        switch self {
        case .selector, .protocol, .owner, .target, .type, .comment: .text
        case .thread: .thread
        case .arg, .result, .error: .value
        case .duration: .number(.time)
        case .size: .number(.bytes)
        case .depth, .position, .proxy, .skipped: .number(.plain)
        case .id, .seq, .parent: .identity
        case .since: .moment
        case .time: .period
        case .path: .choice(Invocation.ReturnPath.allCases.map(\.name))
        case .state: .choice(Invocation.State.allCases.map(\.name))
        case .kind: .choice(RecordedValue.Kind.allCases.map(\.rawValue))
        case .is: .choice(FilterTrait.allCases.map(\.rawValue))
        case .has: .choice(FilterPart.allCases.map(\.rawValue))
        case .finding: .choice(Finding.allCases.map(\.rawValue))
        }
    }

    /// Other names, the shortest of which is a letter that may be written with a tilde: `~d >1ms`.
    var aliases: [String] {
        switch self {
        case .selector: ["m", "method"]
        case .protocol: ["p", "proto"]
        case .owner: ["o"]
        case .target: ["t"]
        case .thread: ["h"]
        case .state: ["s"]
        case .duration: ["d", "dur"]
        case .arg: ["a", "argument"]
        case .result: ["r"]
        case .error: ["e"]
        default: []
        }
    }

    /// The key that a name or an alias stands for, whatever its case.
    init?(named name: String) {
        guard let key = Self.byName[name.lowercased()] else { return nil }
        self = key
    }

    private static let byName: [String: FilterKey] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { key in ([key.rawValue] + key.aliases).map { ($0, key) } }
    )

    /// Names of the keys that a mistyped one may mean, nearest first.
    static func nearest(to name: String) -> [String] {
        let names = allCases.flatMap { [$0.rawValue] + $0.aliases.filter { $0.utf8.count > 2 } }
        let found = NearestNames.near(name, among: names).compactMap { FilterKey(named: $0)?.rawValue }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// What `is:` asks.
package enum FilterTrait: String, Sendable, CaseIterable {
    case running, returned, threw, slow, main, unanswered, void, nested, truncated, marked

    /// From how many nanoseconds on a call is slow.
    static let slowNanoseconds: UInt64 = 100_000_000
}

/// What `has:` asks for.
package enum FilterPart: String, Sendable, CaseIterable {
    case arguments, result, error, target, parent, finding, comment
}

extension NearestNames {
    /// Candidates that begin with `name`, then those that are a few letters away from it; at most three.
    static func near(_ name: String, among candidates: [String]) -> [String] {
        let name = name.lowercased()
        let reach = max(2, name.utf8.count / 3)
        let ranked = of(name, among: candidates, limit: candidates.count)
        let beginning = ranked.filter { name.utf8.count > 1 && $0.lowercased().hasPrefix(name) }
        let near = ranked.filter { candidate in
            !beginning.contains(candidate)
                && distance(Array(name.utf8), Array(candidate.lowercased().utf8)) <= reach
        }
        return Array((beginning + near).prefix(3))
    }
}
