// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The signals that a thread does not receive. Programs that it starts inherit them.
enum SignalMask {
    /// Gives this thread the mask that the process was started with: threads that run tasks block most signals.
    static func restore() {
        // The main thread is the first in the file, and nobody has changed its mask.
        let status = (try? SystemFile.read("/proc/self/status")) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
        let bits = line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in 1...64 where bits >> (number - 1) & 1 == 1 { sigaddset(&mask, Int32(number)) }
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
