// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An answer as plain data, or as the work that will give it.
struct HTTPResponse: Sendable {
    /// What follows the header fields.
    enum Body: Sendable {
        case bytes([UInt8])
        /// Text of the program itself; nothing is copied.
        case fixed(StaticString)
        /// Written by a closure on a thread of its own, as fast as the client reads; an error breaks it off.
        case produced(@Sendable (any HTTPBodySink) throws -> Void)
        /// An event stream, set up by a closure on the server's thread.
        case events(@Sendable (EventStream) throws -> Void)
        /// Another answer altogether, worked out on a thread of its own.
        case deferred(@Sendable () -> HTTPResponse)
    }

    var status: Int
    var headers: HTTPHeaders
    var body: Body

    init(status: Int, headers: HTTPHeaders = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(status: Int = 200, mediaType: String, _ bytes: [UInt8]) {
        self.init(status: status, headers: [("Content-Type", mediaType)], body: .bytes(bytes))
    }

    /// An answer worked out on another thread, because it takes longer than a few milliseconds.
    static func deferred(_ work: @escaping @Sendable () -> HTTPResponse) -> HTTPResponse {
        HTTPResponse(status: 200, body: .deferred(work))
    }

    /// The same answer with one more header field.
    func adding(_ name: String, _ value: String) -> HTTPResponse {
        var response = self
        response.headers.add(name, value)
        return response
    }
}

/// Where a produced body is written to.
protocol HTTPBodySink: Sendable {
    /// Appends bytes, waiting while the client is slow.
    ///
    /// - Throws: when the client has left, accepts nothing for too long, or the server stops.
    func write(_ bytes: [UInt8]) throws
}
