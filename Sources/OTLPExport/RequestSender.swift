// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Foundation

/// Sends requests, one after the other, and waits for their answers.
///
/// By libcurl itself: on Linux, one of some hundred requests of `URLSession` is not sent until its time is up.
///
/// - Invariant: `send` is called by one thread at a time, the others by any.
final class RequestSender: Sendable {
    private let configuration: OTLPConfiguration
    /// nil if libcurl can't be used.
    private nonisolated(unsafe) let client: OpaquePointer?

    init(_ configuration: OTLPConfiguration) {
        self.configuration = configuration
        let milliseconds = Int(configuration.timeout / .milliseconds(1))
        client = ccurl_start(configuration.url.absoluteString, milliseconds)
    }

    deinit {
        if let client { ccurl_stop(client) }
    }

    /// Ends the request that is under way; further ones are not sent.
    func cancel() {
        if let client { ccurl_cancel(client) }
    }

    /// Whether `cancel()` was called.
    var isCancelled: Bool { client.map(ccurl_is_cancelled) ?? false }

    /// Sends a body. Blocks until there is an answer, or the time is up.
    func send(_ body: [UInt8], as encoding: OTLPConfiguration.Encoding) -> OTLPReply {
        guard let client else { return .refused(failure: "libcurl can't be used") }
        if isCancelled { return .again(after: nil, failure: "stopped before it was sent") }
        let fields = self.fields(encoding)
        if let name = fields.first(where: { !Self.isField($0, $1) })?.name {
            return .refused(failure: "the header field '\(name)' has no name, or a character that ends a line")
        }
        ccurl_remove_fields(client)
        // Without this, libcurl waits a second with a body of a megabyte until the receiver has agreed to get it.
        var isComplete = ccurl_append_field(client, "Expect:")
        for (name, value) in fields {
            // With a colon and nothing after it, libcurl sends no field.
            isComplete = ccurl_append_field(client, value.isEmpty ? "\(name);" : "\(name): \(value)") && isComplete
        }
        guard isComplete else { return .again(after: nil, failure: "there is not enough memory for its header") }
        return body.withUnsafeBufferPointer { Self.reply(ccurl_post(client, $0.baseAddress, $0.count)) }
    }

    /// The header fields of a request. Of those with one name the last counts, so that none replaces those about the body.
    private func fields(_ encoding: OTLPConfiguration.Encoding) -> [(name: String, value: String)] {
        var fields = [("User-Agent", "delegate-inspector")] + configuration.headers
        fields.append(("Content-Type", encoding.mediaType))
        if configuration.isCompressed { fields.append(("Content-Encoding", "gzip")) }
        var names: Set<String> = []
        return fields.reversed().filter { names.insert($0.0.lowercased()).inserted }.map { (name: $0.0, value: $0.1) }
    }

    private static func isField(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && "\(name)\(value)".utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    private static func reply(_ reply: ccurl_reply) -> OTLPReply {
        guard reply.status > 0 else { return .again(after: nil, failure: String(cString: reply.failure)) }
        let bytes = UnsafeRawBufferPointer(start: reply.fields, count: reply.fields_length)
        return OTLPReply(
            status: reply.status,
            headers: { value(of: $0, in: String(decoding: bytes, as: UTF8.self)) },
            body: Data(bytes: reply.body, count: reply.body_length)
        )
    }

    private static func value(of name: String, in fields: String) -> String? {
        for line in fields.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}
