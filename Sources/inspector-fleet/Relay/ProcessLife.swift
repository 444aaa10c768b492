// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// Whether a process of this machine still exists.
struct ProcessLife: Sendable {
    /// A process that began so much later than another one is not that one, although it has its ID: clocks may be set
    /// meanwhile, but seldom by more.
    private static let patienceNanoseconds: Int64 = 10_000_000_000

    private let isKnown: Bool
    private let path: String
    /// Start of the process in ticks since the system's start, since IDs are reused; nil if it didn't exist.
    private let start: String?

    /// - Parameters:
    ///   - processID: 0 if it's unknown.
    ///   - instant: When the process is known to have existed, in nanoseconds since 1970; nil if it exists now. One
    ///     that began later is another one, with the same ID.
    init(_ processID: Int64, at instant: Int64? = nil) {
        isKnown = processID > 0
        path = "/proc/\(processID)/stat"
        let start = isKnown ? Self.facts(path)?.start : nil
        if let start, let instant, Self.began(start, after: instant) { self.start = nil } else { self.start = start }
    }

    /// Nil if that is unknown.
    var exists: Bool? {
        guard isKnown else { return nil }
        guard let start, let facts = Self.facts(path) else { return false }
        return facts.start == start && !facts.isZombie
    }

    /// Whether a process began clearly later than an instant.
    ///
    /// - Parameter start: In ticks since the system's start.
    private static func began(_ start: String, after instant: Int64) -> Bool {
        let ticks = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard let start = Int64(start), ticks > 0 else { return false }
        let began = Clock.bootNanoseconds.saturatingAdding(start * (1_000_000_000 / ticks))
        return began.saturatingSubtracting(instant) > patienceNanoseconds
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
