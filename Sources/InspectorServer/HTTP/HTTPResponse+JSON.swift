// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPResponse {
    /// A JSON response: an object with the members written by `body`.
    static func json(
        status: Int = 200,
        mediaType: String = "application/json",
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> HTTPResponse {
        HTTPResponse(status: status, mediaType: mediaType, try JSONWriter.bytes { try $0.object(body) })
    }
}
