// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A response as plain data, or as work that produces it.
struct HTTPResponse: Sendable {
    /// The part after the header fields.
    enum Body: Sendable {
        case bytes([UInt8])
        /// Static text of the program; not copied.
        case fixed(StaticString)
        /// Written by a closure on a separate thread, at the client's pace; an error cuts the connection off.
        case produced(@Sendable (any HTTPBodySink) throws -> Void)
        /// An event stream, set up by a closure on the server's thread.
        case events(@Sendable (EventStream) throws -> Void)
        /// A complete response, computed on another thread.
        case deferred(@Sendable () -> HTTPResponse, as: BackgroundWork)
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

    /// A response computed on another thread because it takes longer than a few milliseconds.
    static func deferred(
        as kind: BackgroundWork = .bounded,
        _ work: @escaping @Sendable () -> HTTPResponse
    ) -> HTTPResponse {
        HTTPResponse(status: 200, body: .deferred(work, as: kind))
    }

    /// The same response with an additional header field.
    func adding(_ name: String, _ value: String) -> HTTPResponse {
        var response = self
        response.headers.add(name, value)
        return response
    }
}

/// The destination of a produced body.
protocol HTTPBodySink: Sendable {
    /// Appends bytes, waiting while the client is slow. Without bytes, it only tells whether the client is there.
    ///
    /// - Throws: If the client has left or accepts nothing for too long, or if the server stops.
    func write(_ bytes: [UInt8]) throws
}
