// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Suggests names for a misspelled one.
package enum NearestNames {
    /// At most `limit` candidates, nearest first, by edit distance.
    package static func of(_ name: String, among candidates: [String], limit: Int = 4) -> [String] {
        let ranked = candidates.enumerated().map { index, candidate in
            (distance: distance(Array(name.lowercased().utf8), Array(candidate.lowercased().utf8)), index: index)
        }
        return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(limit).map {
            candidates[$0.index]
        }
    }

    /// The command that a mistyped one most likely means; nil if none is near.
    ///
    /// - Parameter mistakes: How many are likely in any word; one in three letters are in a longer one.
    package static func command(meantBy name: String, among commands: [String], mistakes: Int = 2) -> String? {
        guard let nearest = of(name, among: commands, limit: 1).first else { return nil }
        let found = distance(Array(name.lowercased().utf8), Array(nearest.utf8))
        return found <= max(mistakes, name.utf8.count / 3) ? nearest : nil
    }

    /// What is said of a command that does not exist.
    package static func problem(ofCommand name: String, among commands: [String]) -> String {
        let near = command(meantBy: name, among: commands)
        let suggestion = near.map { "Did you mean “\($0)”?" } ?? "Commands: \(commands.joined(separator: ", "))."
        return "Unknown command “\(name)”. \(suggestion)"
    }

    /// The number of bytes to add, leave out, replace or exchange with their neighbour (the optimal string alignment).
    package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var earlier: [Int] = []
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var next = [i + 1]
            for (j, b) in right.enumerated() {
                var least = min(next[j] + 1, row[j + 1] + 1, row[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { least = min(least, earlier[j - 1] + 1) }
                next.append(least)
            }
            (earlier, row) = (row, next)
        }
        return row[right.count]
    }
}
