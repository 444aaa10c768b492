// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One range of an `Accept` header.
///
/// - SeeAlso: RFC 9110, 12.5.1 "Accept".
struct MediaRange: Sendable, Hashable {
    let type: String
    let subtype: String
    /// 0 (never) to 1.
    let quality: Double

    /// Parses the ranges of all `Accept` header fields; malformed ranges are skipped.
    static func parse(_ values: [String]) -> [MediaRange] {
        values.flatMap { $0.split(separator: ",") }.compactMap(MediaRange.init)
    }

    private init?(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        let names = parts.first?.split(separator: "/") ?? []
        guard names.count == 2 else { return nil }
        type = String(names[0])
        subtype = String(names[1])
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
        self.quality = min(max(quality ?? 1, 0), 1)
    }

    /// How specifically the range matches `mediaType`: 0 not at all, 3 exactly.
    private func closeness(to mediaType: String) -> Int {
        let names = (mediaType.split(separator: ";").first ?? "").split(separator: "/")
        guard names.count == 2 else { return 0 }
        if type == "*" && subtype == "*" { return 1 }
        guard type == names[0] else { return 0 }
        return subtype == "*" ? 2 : subtype == names[1] ? 3 : 0
    }

    /// The representation that the client prefers; the first one in a tie. Nil if none is acceptable.
    ///
    /// - Parameter offered: Media types in the server's order of preference.
    static func choose(from offered: [String], for ranges: [MediaRange]) -> String? {
        guard !ranges.isEmpty else { return offered.first }
        var best: (mediaType: String, quality: Double)?
        for mediaType in offered {
            let closest = ranges.map { ($0, $0.closeness(to: mediaType)) }.max { $0.1 < $1.1 }
            guard let closest, closest.1 > 0, closest.0.quality > best?.quality ?? 0 else { continue }
            best = (mediaType, closest.0.quality)
        }
        return best?.mediaType
    }
}
