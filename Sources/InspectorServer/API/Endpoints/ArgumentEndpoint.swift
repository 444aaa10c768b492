// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/invocations/{id}/arguments/{n}`: the stored text of one argument, or a part of it.
enum ArgumentEndpoint {
    /// Size of the whole text in bytes, sent with a part.
    private static let totalHeader = "Inspector-Total-Bytes"

    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/invocations/{id}/arguments/{n}",
            parameters: ["offset", "length"],
            representations: ["text/plain"]
        ) { call in
            let invocation = try InvocationReference.find(call.variable("id"), recorder)
            guard let index = Int(call.variable("n")), invocation.arguments.indices.contains(index) else {
                throw HTTPProblem(
                    404,
                    "unknownArgument",
                    "Invocation \(invocation.id) has \(invocation.arguments.count) arguments, counted from 0."
                )
            }
            return try part(of: ValueText.full(invocation.arguments[index].value), call)
        }
    }

    /// Offset and length count UTF-8 bytes. A decoder shows U+FFFD for a character that is cut at either end.
    private static func part(of text: String, _ call: HTTPCall) throws(HTTPProblem) -> HTTPResponse {
        let bytes = Array(text.utf8)
        let offset = try call.integer("offset", in: 0...Int.max) ?? 0
        let length = try call.integer("length", in: 0...Int.max) ?? Int.max
        guard offset <= bytes.count else {
            throw HTTPProblem(416, "offsetTooLarge", "The text has \(bytes.count) bytes.", field: "offset")
        }
        let part = Array(bytes.dropFirst(offset).prefix(length))
        return HTTPResponse(mediaType: "text/plain; charset=utf-8", part).adding(totalHeader, "\(bytes.count)")
    }
}
