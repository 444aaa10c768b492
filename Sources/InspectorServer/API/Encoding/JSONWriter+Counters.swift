// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension JSONWriter {
    /// The members that count calls: the same in the status of a program and at the head of an export.
    mutating func counters(of status: RecorderStatus) {
        member("calls", status.calls)
        member("recorded", status.recorded)
        member("stored", status.stored)
        member("evicted", status.evicted)
        member("cleared", status.cleared)
        member("dropped", status.dropped)
        member("suppressed", status.suppressed)
    }
}
