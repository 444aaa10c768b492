// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Which share of a recording an export has come through.
struct ExportedShare {
    /// Whether calls are counted. Otherwise their numbers tell more: they count those that a filter leaves out, too.
    private let countsCalls: Bool
    /// Number of the stored calls, or the number of the newest one; at least 1.
    private let whole: UInt64

    init(of recorder: Recorder) {
        let status = recorder.status
        // The calls of several processes are in no order by their keys, whose upper bits are the process.
        countsCalls = recorder.isFleet
        whole = max(1, countsCalls ? status.stored : status.lastSeq)
    }

    /// The share in percent, at most 100.
    ///
    /// - Parameters:
    ///   - calls: Number of the calls exported so far.
    ///   - seq: The key of the last one.
    func percent(calls: Int, through seq: UInt64) -> UInt64 {
        let part = min(whole, countsCalls ? UInt64(clamping: calls) : seq)
        // A key has up to 62 bits: a hundredfold is more than 64.
        return whole.dividingFullWidth(part.multipliedFullWidth(by: 100)).quotient
    }
}
