// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// What an export says of itself, where its format has room for it.
struct ExportContext: Sendable {
    var epoch: String
    /// Canonical text of the filter, empty for none.
    var filter: String
    /// Start of the first invocation of the run, in nanoseconds since 1970.
    var startedAtNanoseconds: Int64
    var counters: RecorderStatus

    /// The members of the context, as JSON without braces.
    var members: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("epoch")
            json.string(epoch)
            json.key("filter")
            json.string(filter)
            json.key("startedAt")
            json.plain(Instant.text(startedAtNanoseconds))
            json.key("counters")
            json.object { json in
                json.key("calls")
                json.integer(counters.calls)
                json.key("recorded")
                json.integer(counters.recorded)
                json.key("stored")
                json.integer(counters.stored)
                json.key("evicted")
                json.integer(counters.evicted)
                json.key("cleared")
                json.integer(counters.cleared)
                json.key("dropped")
                json.integer(counters.dropped)
                json.key("suppressed")
                json.integer(counters.suppressed)
            }
        }
        return json.bytes
    }
}
