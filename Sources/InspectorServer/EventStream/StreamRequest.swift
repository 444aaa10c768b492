// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The events that a client requests, and their form. Streams with equal requests share one `EventView`.
struct StreamRequest: Sendable, Hashable {
    enum Format: String, Sendable, CaseIterable {
        /// Each event's data is a JSON object.
        case json
        /// Each event's data is a readable line.
        case text
    }

    var filter = InvocationFilter.everything
    var fields = InvocationFields.all
    var format = Format.json
    /// The proxy events to send.
    var lifecycle = ProxyEventSelection.matching

    /// The query parameters of a request.
    static let parameters = ["filter", "fields", "format", "lifecycle"]

    /// Whether to send a proxy event.
    func shows(_ event: ProxyEvent) -> Bool { lifecycle.contains(event, filter) }
}

extension StreamRequest {
    init(_ call: HTTPCall) throws(HTTPProblem) {
        filter = try call.filter()
        fields = try call.fields()
        format = try call.choice("format") ?? format
        lifecycle = try call.choice("lifecycle") ?? lifecycle
    }
}
