// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ProxyCore

/// What became of a request.
///
/// - SeeAlso: OTLP specification, "OTLP/HTTP Response"
enum OTLPReply: Equatable {
    /// Accepted, but for some spans that the receiver doesn't want, with what it says about them.
    case accepted(refused: UInt64, message: String)
    /// To be sent again: after a time, if the receiver says so, in seconds.
    case again(after: Double?, failure: String)
    /// The receiver doesn't know the encoding.
    case encodingUnknown
    /// Will not be accepted.
    case refused(failure: String)

    /// - Parameter now: For a `Retry-After` with a date.
    init(status: Int, headers: (String) -> String?, body: Data, now: Date = Date()) {
        switch status {
        case 200...299:
            let type = (headers("Content-Type") ?? "").lowercased()
            guard !type.contains("html") else {
                self = .refused(failure: "the answer is a web page, so this is no address that receives spans")
                return
            }
            let partial = type.contains("json") ? PartialSuccess(json: body) : PartialSuccess(protobuf: body)
            self = .accepted(refused: partial.refused, message: partial.message)
        case 429, 502, 503, 504:
            self = .again(
                after: headers("Retry-After").flatMap { Self.delay($0, now) },
                failure: "it answers \(status)"
            )
        case 415: self = .encodingUnknown
        case 300...399:
            let place = headers("Location").map { ": use \($0)" } ?? ""
            self = .refused(failure: "it answers \(status), which is not followed\(place)")
        default: self = .refused(failure: "it answers \(status)\(Self.text(body))")
        }
    }

    /// - SeeAlso: RFC 9110, 10.2.3 "Retry-After"
    private static func delay(_ text: String, _ now: Date) -> Double? {
        if let seconds = Double(text), seconds >= 0 { return min(seconds, 86_400) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text).map { min(max(0, $0.timeIntervalSince(now)), 86_400) }
    }

    /// The beginning of a body, if it can be read.
    private static func text(_ body: Data) -> String {
        let text = String(decoding: body.prefix(300), as: UTF8.self).split(whereSeparator: \.isNewline).joined(
            separator: " "
        )
        return text.isEmpty || text.contains("\u{FFFD}") ? "" : ": \(text)"
    }
}

/// The part of an `ExportTraceServiceResponse` that tells of refused spans.
private struct PartialSuccess {
    var refused: UInt64 = 0
    var message = ""

    init(json body: Data) {
        let parts = JSONReader.read(String(decoding: body, as: UTF8.self)) { node -> (UInt64, String)? in
            guard let partial = node["partialSuccess"] else { return nil }
            // 64-bit numbers may be texts.
            let count = partial["rejectedSpans"]
            let refused = count?.integer(UInt64.self) ?? count?.string.flatMap { UInt64($0) } ?? 0
            return (refused, partial["errorMessage"]?.string ?? "")
        }
        if let parts { (refused, message) = parts }
    }

    init(protobuf body: Data) {
        for case (1, .bytes(let partial)) in ProtobufFields(Array(body)) {
            for field in ProtobufFields(partial) {
                switch field {
                case (1, .number(let count)): refused = count
                case (2, .bytes(let text)): message = String(decoding: text, as: UTF8.self)
                default: break
                }
            }
        }
    }
}

/// The fields of a message, as far as they can be read.
///
/// - SeeAlso: https://protobuf.dev/programming-guides/encoding/
private struct ProtobufFields: Sequence, IteratorProtocol {
    enum Value {
        case number(UInt64)
        case bytes([UInt8])
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> (field: UInt64, value: Value)? {
        guard let tag = varint() else { return nil }
        switch tag & 7 {
        case 0: return varint().map { (tag >> 3, .number($0)) }
        case 1: return take(8).map { (tag >> 3, .bytes($0)) }
        case 2: return varint().flatMap { Int(exactly: $0) }.flatMap { take($0) }.map { (tag >> 3, .bytes($0)) }
        case 5: return take(4).map { (tag >> 3, .bytes($0)) }
        default: return nil
        }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private mutating func varint() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
