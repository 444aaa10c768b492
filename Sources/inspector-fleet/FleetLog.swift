// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore

/// Lines on standard error about what a person may want to know.
enum FleetLog {
    /// Writes a line with the time; control characters are escaped, since names come from programs.
    static func note(_ text: String) {
        let line = Array("\(Instant.text(Clock.nowNanoseconds)) \(VisibleText.line(text))\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

enum Clock {
    /// RFC 3339.
    static func text(_ nanoseconds: Int64) -> String { Instant.text(nanoseconds) }

    /// Nanoseconds since 1970.
    static var nowNanoseconds: Int64 { read(CLOCK_REALTIME) }

    /// When the system started, in nanoseconds since 1970 by the clock as it is set now.
    static var bootNanoseconds: Int64 { read(CLOCK_REALTIME) - read(CLOCK_BOOTTIME) }

    /// Milliseconds of a clock that is never set.
    static var milliseconds: Int64 { read(CLOCK_MONOTONIC) / 1_000_000 }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
