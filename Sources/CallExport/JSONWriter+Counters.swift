// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

extension JSONWriter {
    /// Writes the call counters, which the status and the header of an export share.
    package mutating func counters(of status: RecorderStatus) {
        member("calls", status.calls)
        member("recorded", status.recorded)
        member("stored", status.stored)
        member("evicted", status.evicted)
        member("cleared", status.cleared)
        member("dropped", status.dropped)
        member("suppressed", status.suppressed)
        member("unaccounted", status.unaccounted)
    }
}
