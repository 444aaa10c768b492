// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Spans, with what is known of their programs: the body of a request to an OpenTelemetry receiver, or a line of a file.
///
/// - SeeAlso: opentelemetry-proto, `opentelemetry/proto/collector/trace/v1/trace_service.proto`
struct TraceRequest {
    typealias Resource = [CallSpan.Attribute]

    /// What a program is: `service.name` and so on. It gets nil where all spans are those of one.
    var resource: @Sendable (CallSpan.Source?) -> Resource
    /// Version of this package.
    var version: String
    var spans: [CallSpan] = []

    /// Name of the instrumentation scope.
    static let scope = "delegate-inspector"

    /// The spans of each program, in the order of their first ones.
    private var programs: [(resource: Resource, spans: [CallSpan])] {
        let first = spans.first?.source
        if spans.allSatisfy({ $0.source == first }) { return [(resource(first), spans)] }
        var places: [CallSpan.Source?: Int] = [:]
        var programs: [(resource: Resource, spans: [CallSpan])] = []
        for span in spans {
            let place = places[span.source] ?? programs.count
            if place == programs.count {
                places[span.source] = place
                programs.append((resource(span.source), []))
            }
            programs[place].spans.append(span)
        }
        return programs
    }
}

// MARK: Protobuf

/// The numbers are those of the fields in opentelemetry-proto 1.
extension TraceRequest {
    /// The bytes of an `ExportTraceServiceRequest`.
    var protobuf: [UInt8] {
        var writer = ProtobufWriter(capacity: 256 + spans.count * 384)
        for program in programs {
            writer.message(1) { resourceSpans in
                resourceSpans.message(1) { resource in
                    for attribute in program.resource { attribute.write(1, to: &resource) }
                }
                resourceSpans.message(2) { scopeSpans in
                    scopeSpans.message(1) { scope in
                        scope.string(1, Self.scope)
                        scope.string(2, version)
                    }
                    for span in program.spans { scopeSpans.message(2) { span.write(to: &$0) } }
                }
            }
        }
        return writer.bytes
    }
}

extension CallSpan {
    /// `SPAN_KIND_INTERNAL`
    fileprivate static let kind: UInt64 = 1
    /// `STATUS_CODE_ERROR`
    fileprivate static let errorStatus: UInt64 = 2

    func write(to writer: inout ProtobufWriter) {
        withUnsafeBytes(of: (place.trace.high.bigEndian, place.trace.low.bigEndian)) { writer.bytes(1, $0) }
        withUnsafeBytes(of: id.number.bigEndian) { writer.bytes(2, $0) }
        if let parent = place.parent {
            withUnsafeBytes(of: parent.number.bigEndian) { writer.bytes(4, $0) }
        }
        writer.string(5, name)
        writer.unsigned(6, Self.kind)
        writer.fixed64(7, start)
        writer.fixed64(8, end)
        for attribute in attributes { attribute.write(9, to: &writer) }
        for event in events {
            writer.message(11) { writer in
                writer.fixed64(1, event.time)
                writer.string(2, event.name)
                for attribute in event.attributes { attribute.write(3, to: &writer) }
            }
        }
        if let failure {
            writer.message(15) { writer in
                writer.string(2, failure)
                writer.unsigned(3, Self.errorStatus)
            }
        }
    }
}

extension CallSpan.Attribute {
    fileprivate func write(_ field: Int, to writer: inout ProtobufWriter) {
        writer.message(field) { pair in
            pair.string(1, key)
            pair.message(2) { any in
                switch value {
                case .text(let text): any.string(1, text)
                case .bool(let bool): any.bool(2, bool)
                case .integer(let number): any.integer(3, number)
                }
            }
        }
    }
}

// MARK: JSON

/// - SeeAlso: OTLP specification, "JSON Protobuf Encoding": ids in hexadecimal, 64-bit numbers as text, enumerations as
///   numbers
extension TraceRequest {
    /// The same as one line of JSON, without its end.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.array("resourceSpans") { json in
                for program in programs { write(program.spans, of: program.resource, to: &json) }
            }
        }
        return json.bytes
    }

    private func write(_ spans: [CallSpan], of resource: Resource, to json: inout JSONWriter) {
        json.object { json in
            json.object("resource") { json in json.attributes(resource) }
            json.array("scopeSpans") { json in
                json.object { json in
                    json.object("scope") { json in
                        json.member("name", Self.scope)
                        json.member("version", version)
                    }
                    json.array("spans") { json in
                        for span in spans { span.write(to: &json) }
                    }
                }
            }
        }
    }
}

extension CallSpan {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("traceId", HexadecimalDigits.text(place.trace.high) + HexadecimalDigits.text(place.trace.low))
            json.member("spanId", HexadecimalDigits.text(id.number))
            if let parent = place.parent { json.member("parentSpanId", HexadecimalDigits.text(parent.number)) }
            json.member("name", name)
            json.member("kind", Self.kind)
            json.member("startTimeUnixNano", "\(start)")
            json.member("endTimeUnixNano", "\(end)")
            json.attributes(attributes)
            if !events.isEmpty {
                json.array("events") { json in
                    for event in events { event.write(to: &json) }
                }
            }
            if let failure {
                json.object("status") { json in
                    json.member("code", Self.errorStatus)
                    json.member("message", failure)
                }
            }
        }
    }
}

extension CallSpan.Event {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("timeUnixNano", "\(time)")
            json.member("name", name)
            json.attributes(attributes)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func attributes(_ list: [CallSpan.Attribute]) {
        array("attributes") { json in
            for attribute in list {
                json.object { json in
                    json.member("key", attribute.key)
                    json.object("value") { json in
                        switch attribute.value {
                        case .text(let text): json.member("stringValue", text)
                        case .bool(let bool): json.member("boolValue", bool)
                        case .integer(let number): json.member("intValue", "\(number)")
                        }
                    }
                }
            }
        }
    }
}
