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
    package static func command(meantBy name: String, among commands: [String]) -> String? {
        guard let nearest = of(name, among: commands, limit: 1).first else { return nil }
        let mistakes = distance(Array(name.lowercased().utf8), Array(nearest.utf8))
        return mistakes <= max(2, name.utf8.count / 3) ? nearest : nil
    }

    /// The Levenshtein distance, in bytes.
    package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return row[right.count]
    }
}
