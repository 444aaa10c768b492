// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc
internal import ProxyCore

/// What tells a process from another one that gets its ID later.
enum ProcessIdentity {
    /// A process that began so much later than an instant did not exist then. Less may be due to the kernel's ticks, or to
    /// a clock that was set.
    private static let patienceNanoseconds: Int64 = 10_000_000_000

    /// When a process began, in ticks since the system's start; nil if the system doesn't tell.
    ///
    /// - SeeAlso: proc_pid_stat(5), field 22. The name before it may contain anything.
    static func startTicks(of processID: Int32) -> Int64? {
        guard let bytes = DirectoryListing.read("/proc/\(processID)/stat"),
            let name = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(name + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19 else { return nil }
        return Int64(String(decoding: fields[19], as: UTF8.self))
    }

    /// Whether a number is the ID of a thread other than the first of its process: kill(2) takes that for a process.
    ///
    /// - SeeAlso: proc_pid_status(5), `Tgid`.
    static func isOtherThread(_ number: Int32) -> Bool {
        guard let bytes = DirectoryListing.read("/proc/\(number)/status") else { return false }
        let key = Array("Tgid:".utf8)
        guard let line = bytes.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: key) }) else {
            return false
        }
        let group = line.dropFirst(key.count).drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
        return Int32(String(decoding: group, as: UTF8.self)).map { $0 != number } ?? false
    }

    /// Whether a process began clearly later than an instant.
    ///
    /// - Parameters:
    ///   - startTicks: In ticks since the system's start.
    ///   - instant: In nanoseconds since 1970.
    static func began(_ startTicks: Int64, after instant: Int64) -> Bool {
        let ticksPerSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard ticksPerSecond > 0 else { return false }
        let sinceBoot = startTicks.saturatingMultiplied(by: 1_000_000_000 / ticksPerSecond)
        let boot = nanoseconds(of: CLOCK_REALTIME) - nanoseconds(of: CLOCK_BOOTTIME)
        return boot.saturatingAdding(sinceBoot).saturatingSubtracting(instant) > patienceNanoseconds
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
