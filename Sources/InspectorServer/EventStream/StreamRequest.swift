// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// What a client wants to see of the events, and how. Streams with equal requests share all work: one `EventView`.
struct StreamRequest: Sendable, Hashable {
    enum Format: String, Sendable, CaseIterable {
        /// Data is a JSON object.
        case json
        /// Data is a line for people.
        case text
    }

    /// Which events of proxies are sent.
    enum Lifecycle: String, Sendable, CaseIterable {
        /// Those that pass the filter, as far as it asks about proxies.
        case matching
        /// All, whatever the filter.
        case all
        case none
    }

    var filter = InvocationFilter.everything
    var fields = InvocationFields.all
    var format = Format.json
    var lifecycle = Lifecycle.matching

    /// The parameters that make a request.
    static let parameters = ["filter", "fields", "format", "lifecycle"]

    /// Whether an event of a proxy is sent.
    func shows(_ event: ProxyEvent) -> Bool {
        switch lifecycle {
        case .matching: filter.isEverything || filter.matches(event)
        case .all: true
        case .none: false
        }
    }
}

extension StreamRequest {
    init(_ call: HTTPCall) throws(HTTPProblem) {
        filter = try call.filter()
        fields = try call.fields()
        format = try call.choice("format") ?? format
        lifecycle = try call.choice("lifecycle") ?? lifecycle
    }
}
