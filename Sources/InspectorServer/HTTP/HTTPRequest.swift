// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A request as plain data: nothing in it refers to its connection.
struct HTTPRequest: Sendable {
    var method: HTTPMethod
    var target: HTTPTarget
    var headers: HTTPHeaders
    var body: [UInt8]
    /// Why the transport could not make sense of it; then target and body are empty.
    var fault: HTTPFault?

    init(
        _ method: HTTPMethod,
        _ target: HTTPTarget,
        headers: HTTPHeaders = [],
        body: [UInt8] = [],
        fault: HTTPFault? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.fault = fault
    }
}

/// What the transport found wrong with a request.
enum HTTPFault: Sendable, Hashable {
    /// A percent escape is malformed, at this byte of the target.
    case escape(offset: Int)
    case targetTooLong
    case headersTooLarge
    case bodyTooLarge
    /// The end of the body can be read in two ways.
    case framing
    case transferCoding
    case outOfMemory
}
