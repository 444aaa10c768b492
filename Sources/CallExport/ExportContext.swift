// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// An export's description of itself, for formats with room for it.
struct ExportContext: Sendable {
    var epoch: String
    /// Canonical text of the filter; empty for no filter.
    var filter: String
    /// Start of the first invocation of the run, in nanoseconds since 1970.
    var startedAtNanoseconds: Int64
    var counters: RecorderStatus
    var stacks = StackOptions()
    /// Name of the program.
    var program = ""
    /// Whether this process is the program.
    var isOwnProcess = false
    /// Whether spans have arguments and results as attributes.
    var spansHaveValues = false
    /// Finds the calls around those that become spans: some don't pass the filter.
    var surroundingCalls: SurroundingCall.Finder = { _ in nil }

    /// The context as a JSON object.
    var members: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("epoch", epoch)
            json.member("filter", filter)
            json.member("startedAt", Instant.text(startedAtNanoseconds))
            json.object("counters") { json in json.counters(of: counters) }
        }
        return json.bytes
    }
}
