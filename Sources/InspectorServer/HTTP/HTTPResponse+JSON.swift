// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPResponse {
    /// An answer of JSON: the one value that `body` writes.
    static func json(
        status: Int = 200,
        mediaType: String = "application/json",
        capacity: Int = 512,
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> HTTPResponse {
        HTTPResponse(status: status, mediaType: mediaType, try JSONWriter.bytes(capacity: capacity, body))
    }
}
