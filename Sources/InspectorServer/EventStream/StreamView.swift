// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// What a client wants to see of the events, and how. Streams with equal views share all work.
struct StreamView: Sendable, Hashable {
    enum Format: String, Sendable, CaseIterable {
        /// Data is a JSON object.
        case json
        /// Data is a line for people.
        case text
    }

    var filter = InvocationFilter.everything
    var fields = InvocationFields.all
    var format = Format.json

    /// The parameters that make a view.
    static let parameters = ["filter", "fields", "format"]
}

extension StreamView {
    init(_ call: HTTPCall) throws(HTTPProblem) {
        filter = try call.filter()
        fields = try call.fields()
        guard let text = call.parameters["format"] else { return }
        guard let known = Format(rawValue: text) else {
            throw HTTPProblem(
                400,
                "invalidParameter",
                "“format” is json or text, not “\(text)”.",
                field: "format",
                candidates: Format.allCases.map(\.rawValue)
            )
        }
        format = known
    }
}
