// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Resident memory of this process, in MB; `peak` since the last `reset`.
enum ResidentMemory {
    static var now: Double { field("VmRSS:") }
    static var peak: Double { field("VmHWM:") }

    /// Resets the peak; see proc(5), `clear_refs`.
    static func reset() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    }

    private static func field(_ name: String) -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return (kilobytes ?? 0) / 1_024
    }
}
