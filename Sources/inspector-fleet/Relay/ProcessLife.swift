// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProxyCore

/// Whether a process of this machine still exists.
struct ProcessLife: Sendable {
    /// A process that began so much later than another one is not that one, although it has its ID: clocks may be set
    /// meanwhile, but seldom by more.
    private static let patienceNanoseconds: Int64 = 10_000_000_000

    /// 0 if it's unknown.
    private let processID: Int64
    /// Start of the process in ticks since the system's start, since IDs are reused; nil if it didn't exist.
    private let start: Int64?

    /// - Parameters:
    ///   - processID: 0 if it's unknown.
    ///   - instant: When the process is known to have existed, in nanoseconds since 1970; nil if it exists now. One
    ///     that began later is another one, with the same ID.
    init(_ processID: Int64, at instant: Int64? = nil) {
        self.processID = max(processID, 0)
        let start = processID > 0 ? ProcessStat(of: processID)?.start : nil
        if let start, let instant, Self.began(start, after: instant) { self.start = nil } else { self.start = start }
    }

    /// Nil if that is unknown.
    var exists: Bool? {
        guard processID > 0 else { return nil }
        guard let start, let stat = ProcessStat(of: processID) else { return false }
        return stat.start == start && !stat.isZombie
    }

    /// Whether a process began clearly later than an instant.
    ///
    /// - Parameter start: In ticks since the system's start.
    private static func began(_ start: Int64, after instant: Int64) -> Bool {
        let ticks = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard ticks > 0 else { return false }
        let began = Clock.bootNanoseconds.saturatingAdding(start * (1_000_000_000 / ticks))
        return began.saturatingSubtracting(instant) > patienceNanoseconds
    }
}
