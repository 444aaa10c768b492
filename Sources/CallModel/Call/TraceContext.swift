// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The span of a distributed trace in which a call was made.
///
/// - SeeAlso: W3C Trace Context, 3.2 "Traceparent Header"
public struct TraceContext: Hashable, Sendable {
    private var high: UInt64
    private var low: UInt64
    private var span: UInt64
    private var flags: UInt8

    /// Bytes of the encoded form.
    package static let byteCount = 25

    /// Creates a context; nil if an id consists of zeros, which is not valid.
    ///
    /// - Parameter trace: The trace's id, most significant part first.
    package init?(trace: (UInt64, UInt64), span: UInt64, flags: UInt8) {
        guard trace.0 | trace.1 != 0, span != 0 else { return nil }
        (high, low) = trace
        self.span = span
        self.flags = flags
    }

    /// Parses the value of a `traceparent` header; nil for anything else. What later versions append is ignored.
    package init?(traceparent text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].utf8.count == 2, parts[0].lowercased() != "ff", parts[3].utf8.count == 2,
            parts[0] != "00" || parts.count == 4, Self.number(parts[0], as: UInt8.self) != nil,
            let flags = Self.number(parts[3], as: UInt8.self)
        else { return nil }
        self.init(traceID: parts[1], spanID: parts[2], flags: flags)
    }

    /// Creates a context from 32 and 16 hexadecimal digits.
    package init?(traceID: some StringProtocol, spanID: some StringProtocol, flags: UInt8) {
        guard traceID.utf8.count == 32, spanID.utf8.count == 16,
            let high = Self.number(traceID.prefix(16), as: UInt64.self),
            let low = Self.number(traceID.suffix(16), as: UInt64.self),
            let span = Self.number(spanID, as: UInt64.self)
        else { return nil }
        self.init(trace: (high, low), span: span, flags: flags)
    }

    /// Id of the trace: 32 lowercase hexadecimal digits.
    public var traceID: String { HexadecimalDigits.text(high) + HexadecimalDigits.text(low) }
    /// Id of the span: 16 lowercase hexadecimal digits.
    public var spanID: String { HexadecimalDigits.text(span) }
    /// Whether the caller may have recorded the span.
    public var isSampled: Bool { flags & 1 != 0 }
    /// The value of a `traceparent` header.
    public var traceparent: String {
        let flags = String(self.flags, radix: 16)
        return "00-\(traceID)-\(spanID)-\(flags.utf8.count < 2 ? "0" : "")\(flags)"
    }

    /// The ids as numbers, the most significant part of the trace's id first.
    package var numbers: (trace: (UInt64, UInt64), span: UInt64) { ((high, low), span) }

    private static func number<Number: FixedWidthInteger>(_ text: some StringProtocol, as: Number.Type) -> Number? {
        var digits = String(text)
        return digits.withUTF8 { HexadecimalDigits.number(UnsafeRawBufferPointer($0)) }
    }
}

extension TraceContext {
    /// Writes the encoded form, which never leaves the process.
    package func write(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: high, as: UInt64.self)
        memory.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
        memory.storeBytes(of: span, toByteOffset: 16, as: UInt64.self)
        memory.storeBytes(of: flags, toByteOffset: 24, as: UInt8.self)
    }

    /// Reads the encoded form; nil if there are too few bytes.
    package init?(encoded bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        self.init(
            trace: (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
            span: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
            flags: bytes[24]
        )
    }

    init?(_ node: JSONNode) {
        guard let trace = node["traceId"]?.string, let span = node["spanId"]?.string,
            let isSampled = node["isSampled"]?.bool
        else { return nil }
        self.init(traceID: trace, spanID: span, flags: isSampled ? 1 : 0)
    }

    static let schema =
        #"{"type":"object","properties":{"traceId":{"type":"string","pattern":"^[0-9a-f]{32}$"},"#
        + #""spanId":{"type":"string","pattern":"^[0-9a-f]{16}$"},"isSampled":{"type":"boolean"}},"#
        + #""required":["traceId","spanId","isSampled"],"additionalProperties":false}"#

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("traceId", traceID)
            json.member("spanId", spanID)
            json.member("isSampled", isSampled)
        }
    }
}
