// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

/// What a program says about itself: `GET /api/v1/status`.
struct ProgramStatus: Sendable {
    var epoch: String
    /// Position of its newest call.
    var newest: UInt64
    /// Calls since its start, recorded or not.
    var calls: UInt64
    var dropped: UInt64
    var uptimeSeconds: Double
    /// A recording or a fleet, not a program.
    var isReplay: Bool
    /// Milliseconds of `Clock` at which it was read.
    var readAt = Clock.milliseconds

    /// Asks a program.
    static func read(
        _ address: ProgramAddress,
        within time: Duration = .seconds(2)
    ) throws(ProgramFailure) -> ProgramStatus {
        try address.ask("/api/v1/status", within: time) { ProgramStatus($0) }
    }

    private init?(_ json: JSONNode) {
        guard let epoch = json["epoch"]?.string, InvocationID.isEpoch(epoch),
            let position = json["position"]?.integer(UInt64.self),
            let counters = json["counters"]
        else { return nil }
        self.epoch = epoch
        newest = position
        calls = counters["calls"]?.integer(UInt64.self) ?? 0
        dropped = counters["dropped"]?.integer(UInt64.self) ?? 0
        uptimeSeconds = json["uptimeSeconds"].flatMap { Double(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
        isReplay = json["replay"]?.members != nil || json["fleet"]?.bool == true
    }
}
