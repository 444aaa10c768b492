// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether a process of this machine still exists.
struct ProcessLife: Sendable {
    private let isKnown: Bool
    private let path: String
    /// Start of the process in ticks since the system's start, since IDs are reused; nil if it didn't exist.
    private let start: String?

    /// - Parameter processID: 0 if it's unknown.
    init(_ processID: Int64) {
        isKnown = processID > 0
        path = "/proc/\(processID)/stat"
        start = isKnown ? Self.facts(path)?.start : nil
    }

    /// Nil if that is unknown.
    var exists: Bool? {
        guard isKnown else { return nil }
        guard let start, let facts = Self.facts(path) else { return false }
        return facts.start == start && !facts.isZombie
    }

    /// - SeeAlso: proc_pid_stat(5), fields 3 and 22. The name before them may contain anything.
    private static func facts(_ path: String) -> (start: String, isZombie: Bool)? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        guard let name = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: bytes[(name + 1)...], as: UTF8.self).split(separator: " ")
        guard fields.count > 19 else { return nil }
        return (String(fields[19]), ["Z", "X"].contains(fields[0]))
    }
}
