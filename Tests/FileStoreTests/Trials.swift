// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much a test tries: `scripts/test` some of the trials, and `scripts/check trials` all, by `RECORDING_TRIALS=all`.
enum Trials {
    static let areAll = ProcessInfo.processInfo.environment["RECORDING_TRIALS"] == "all"

    /// Seeds of random trials.
    static func seeds(_ few: UInt64, of all: UInt64) -> ClosedRange<UInt64> { 1...(areAll ? all : few) }
}
