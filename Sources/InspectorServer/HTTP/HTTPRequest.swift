// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A request as plain data, independent of its connection but for `clientHasLeft`.
struct HTTPRequest: Sendable {
    var method: HTTPMethod
    var target: HTTPTarget
    var headers: HTTPHeaders
    var body: [UInt8]
    /// The host and port in a target in absolute form, which replace `Host`.
    var authority: String?
    /// Why the transport rejected the request; target and body are then empty.
    var fault: HTTPFault?
    /// Whether the client has closed its side; it may still read the answer. Only deferred work may ask, until it
    /// returns; on any thread, without waiting.
    var clientHasLeft: @Sendable () -> Bool = { false }

    init(
        _ method: HTTPMethod,
        _ target: HTTPTarget,
        headers: HTTPHeaders = [],
        body: [UInt8] = [],
        authority: String? = nil,
        fault: HTTPFault? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.authority = authority
        self.fault = fault
    }
}

/// A fault in a request, found by the transport.
enum HTTPFault: Sendable, Hashable {
    /// A malformed percent escape at this byte of the target.
    case escape(offset: Int)
    case targetTooLong
    case headersTooLarge
    case bodyTooLarge
    /// The length of the body is ambiguous.
    case framing
    case transferCoding
    /// The request line or a header field is malformed.
    case syntax
    /// There is no `Host`, or more than one.
    case host
    case outOfMemory
}
