// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import AssetFormat

/// What the system tells of a process, or of a thread.
///
/// - SeeAlso: proc_pid_stat(5), fields 3 and 22
package struct ProcessStat: Sendable {
    /// When it began, in ticks since the system's start. Unlike an instant, that stays as it is when the clock is set.
    package let start: Int64
    /// Whether it has ended, and only its exit status is left.
    package let isZombie: Bool

    /// nil if there is no such process, or the system doesn't tell.
    package init?(of processID: Int64) {
        // The name before the fields may contain anything.
        guard let bytes = DirectoryListing.read("/proc/\(processID)/stat"),
            let name = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = String(decoding: bytes[(name + 1)...], as: UTF8.self).split(separator: " ")
        guard fields.count > 19, let start = Int64(fields[19]) else { return nil }
        self.start = start
        isZombie = ["Z", "X"].contains(fields[0])
    }
}
