// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A span as a receiver reads it from JSON.
struct ReceivedSpan: Decodable {
    struct Value: Decodable {
        var stringValue: String?
        var intValue: String?
        var boolValue: Bool?
    }

    struct Attribute: Decodable {
        var key: String
        var value: Value
    }

    struct Event: Decodable {
        var name: String
        var timeUnixNano: String
        var attributes: [Attribute]
    }

    struct Status: Decodable {
        var code: Int?
        var message: String?
    }

    var traceId: String
    var spanId: String
    var parentSpanId: String?
    var name: String
    var kind: Int
    var startTimeUnixNano: String
    var endTimeUnixNano: String
    var attributes: [Attribute]
    var events: [Event]?
    var status: Status?

    subscript(key: String) -> String? {
        let value = attributes.first { $0.key == key }?.value
        return value.flatMap { $0.stringValue ?? $0.intValue ?? $0.boolValue.map { "\($0)" } }
    }
}

/// A request as a receiver reads it from JSON.
struct ReceivedRequest: Decodable {
    struct Resource: Decodable { var attributes: [ReceivedSpan.Attribute] }
    struct Scope: Decodable { var name: String }
    struct ScopeSpans: Decodable {
        var scope: Scope
        var spans: [ReceivedSpan]
    }
    struct ResourceSpans: Decodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    var resourceSpans: [ResourceSpans]

    var spans: [ReceivedSpan] { resourceSpans.flatMap { $0.scopeSpans.flatMap(\.spans) } }

    init(_ request: SpanReceiver.Request) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(request.body))
    }
}

extension SpanReceiver {
    /// The spans of all requests, in their order.
    var spans: [ReceivedSpan] {
        get throws { try received.flatMap { try ReceivedRequest($0).spans } }
    }
}
