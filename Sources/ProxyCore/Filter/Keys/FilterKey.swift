// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a term of a filter can ask about, by the name that stands before the colon.
///
/// Each key has a file of its own here, which says all that there is to know of it; `all` lists them.
package struct FilterKey: Sendable {
    /// All keys, the ones asked for most first.
    package static let all: [FilterKey] = [
        .selector, .protocol, .owner, .target, .thread, .priority, .path, .state, .duration,
        .arg, .result, .error, .type, .kind, .size,
        .depth, .id, .seq, .position, .proxy, .parent, .skipped,
        .since, .time,
        .is, .has, .comment, .finding,
    ]

    /// The name, in its canonical form.
    package let name: String
    /// Other names, the shortest of which is a letter that may be written with a tilde: `~d >1ms`.
    package var aliases: [String] = []
    /// What it asks of a call, in one sentence.
    package let help: String
    /// A filter that uses it.
    package let example: String
    /// Which values it takes, and what these ask of a call.
    package let form: FilterForm
    /// What a value means in plain words; nil for values that are said as those of most keys are.
    var says: @Sendable (FilterTerm.Test) -> FilterClause? = { _ in nil }
}

extension FilterKey: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FilterKey {
    /// The key that a name or an alias stands for, whatever its case.
    static func named(_ name: String) -> FilterKey? { byName[name.lowercased()] }

    private static let byName: [String: FilterKey] = Dictionary(
        uniqueKeysWithValues: all.flatMap { key in ([key.name] + key.aliases).map { ($0, key) } }
    )

    /// Names of the keys that a mistyped one may mean, nearest first.
    static func nearest(to name: String) -> [String] {
        let names = all.flatMap { [$0.name] + $0.aliases.filter { $0.utf8.count > 2 } }
        let found = NearestNames.near(name, among: names).compactMap { named($0)?.name }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
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
