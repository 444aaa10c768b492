// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A property of calls that filters can test, identified by the name before the colon.
///
/// Each key is defined in a file of its own; `all` lists them.
package struct FilterKey: Sendable {
    /// All keys, most used first.
    package static let all: [FilterKey] = [
        .selector, .protocol, .owner, .target, .service, .host, .process, .thread, .priority, .task, .trace, .path,
        .state, .completion, .duration,
        .arg, .result, .error, .type, .kind, .size,
        .depth, .id, .seq, .position, .proxy, .via, .parent, .skipped,
        .rule, .held,
        .since, .time,
        .is, .has, .comment, .finding,
    ]

    /// The canonical name.
    package let name: String
    /// Alternative names. A one-letter name may also be written with a tilde: `~d >1ms`.
    package var aliases: [String] = []
    /// A one-sentence description.
    package let help: String
    /// A filter that uses the key.
    package let example: String
    /// The form of the key's values, and their meaning.
    package let form: FilterForm
    /// Describes a value in plain words; nil for the default wording.
    var says: @Sendable (FilterTerm.Test) -> FilterClause? = { _ in nil }
}

extension FilterKey: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FilterKey {
    /// The key with this name or alias, ignoring case.
    static func named(_ name: String) -> FilterKey? { byName[name.lowercased()] }

    private static let byName: [String: FilterKey] = Dictionary(
        uniqueKeysWithValues: all.flatMap { key in ([key.name] + key.aliases).map { ($0, key) } }
    )

    /// Keys whose names are similar to a mistyped one, nearest first.
    static func nearest(to name: String) -> [String] {
        let names = all.flatMap { [$0.name] + $0.aliases.filter { $0.utf8.count > 2 } }
        let found = NearestNames.near(name, among: names).compactMap { named($0)?.name }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension NearestNames {
    /// Candidates that start with `name`, then those with a small edit distance to it; at most three.
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
