// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import ProxyCore

/// `POST /mcp`: the Model Context Protocol over HTTP, one message for each request and no sessions.
///
/// - SeeAlso: modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
enum MCPEndpoint {
    /// Maximum number of tools at work; each occupies a thread.
    private static let seatLimit = 16

    /// - Parameter batchTime: Longest time to work on the requests of one batch, which have one thread together.
    static func route(_ service: MCPService, batchTime: Duration = .seconds(60)) -> HTTPRoute {
        let seats = Seats(limit: seatLimit)
        return HTTPRoute(.post, "/mcp", wantsBody: true) { call in
            do {
                return try respond(to: call.request, service, seats, batchTime)
            } catch let fault as MCPMessage.Fault {
                return json(MCPResponse(id: fault.id, result: .failure(fault.error)), status: 400)
            }
        }
    }

    private static func respond(
        to request: HTTPRequest,
        _ service: MCPService,
        _ seats: Seats,
        _ batchTime: Duration
    ) throws -> HTTPResponse {
        let value = try parse(request.body)
        if case .array(let values) = value { return try respond(toBatch: values, request, service, seats, batchTime) }
        let message = try MCPMessage(value)
        try checkHeaders(request.headers, message)
        guard case .request(let message) = message else { return HTTPResponse(status: 202) }
        guard MCPService.isSlow(message) else { return answer(message, service) }
        guard let seat = seats.take() else { throw busy }
        return .deferred(as: .waiting) {
            defer { seat.give() }
            return answer(message, service, isCancelled: request.clientHasLeft)
        }
    }

    /// Several messages at once, as revision 2025-03-26 has them.
    private static func respond(
        toBatch values: [JSONValue],
        _ request: HTTPRequest,
        _ service: MCPService,
        _ seats: Seats,
        _ time: Duration
    ) throws -> HTTPResponse {
        let messages = try MCPBatch.messages(values)
        for message in messages { try checkHeaders(request.headers, message) }
        guard let seat = seats.take() else { throw busy }
        return .deferred(as: .waiting) {
            defer { seat.give() }
            let end = ContinuousClock.now + time
            let isCancelled = { @Sendable in ContinuousClock.now >= end || request.clientHasLeft() }
            let bytes = MCPBatch.respond(to: messages) { message in
                guard isCancelled(), MCPService.isSlow(message) else {
                    return service.respond(to: message, isCancelled: isCancelled)
                }
                return MCPResponse(id: message.id, result: .failure(late))
            }
            guard let bytes else { return HTTPResponse(status: 202) }
            return HTTPResponse(mediaType: "application/json", bytes).adding("Cache-Control", "no-store")
        }
    }

    static func parse(_ body: [UInt8]) throws(MCPMessage.Fault) -> JSONValue {
        do { return try JSONValue(parsing: body) } catch {
            let error = MCPError(.parseError, "The message is not JSON: \(error.reason), at byte \(error.offset).")
            throw MCPMessage.Fault(id: nil, error: error)
        }
    }

    private static func answer(
        _ request: MCPRequest,
        _ service: MCPService,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> HTTPResponse {
        let response = service.respond(to: request, isCancelled: isCancelled)
        // Before the stateless revision, an error of the protocol is an ordinary answer of HTTP.
        guard request.version != nil, case .failure(let error) = response.result else { return json(response) }
        return json(response, status: error.status)
    }

    private static func json(_ response: MCPResponse, status: Int = 200) -> HTTPResponse {
        var answer = HTTPResponse(mediaType: "application/json", response.bytes)
        answer.status = status
        return answer.adding("Cache-Control", "no-store")
    }

    /// Why a request of a batch is not worked on.
    private static var late: MCPError {
        MCPError(.internalError, "The time of the batch was used up, or its client had left. Send this request again.")
    }

    private static var busy: HTTPProblem {
        HTTPProblem(
            503,
            "tooManyTools",
            "Too many tools are at work; the limit is \(seatLimit).",
            headers: ["Retry-After": "1"]
        )
    }

    // MARK: Header fields

    /// Parts of the body are repeated in the header section, for proxies; they have to agree.
    private static func checkHeaders(_ headers: HTTPHeaders, _ message: MCPMessage) throws(MCPMessage.Fault) {
        let header = headers["MCP-Protocol-Version"]
        guard case .request(let request) = message, let version = request.version else {
            guard let header, !MCPVersion.withHandshake.contains(header) else { return }
            throw refusal(of: message, header)
        }
        let refuse = { (field: String) in
            MCPMessage.Fault(
                id: request.id,
                error: MCPError(.headerMismatch, "The header field \(field) is missing, or differs from the body.")
            )
        }
        guard let header, version == .string(header) else { throw refuse("MCP-Protocol-Version") }
        guard headers["Mcp-Method"] == request.method else { throw refuse("Mcp-Method") }
        let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]
        guard let key = named[request.method], let name = request.parameters[key]?.text else { return }
        guard headers["Mcp-Name"].flatMap(decoded) == name else { throw refuse("Mcp-Name") }
    }

    /// Why a message without a version in its body is refused for the one in the header section.
    private static func refusal(of message: MCPMessage, _ version: String) -> MCPMessage.Fault {
        let id: MCPRequest.ID? = if case .request(let request) = message { request.id } else { nil }
        guard version == MCPVersion.stateless else { return MCPMessage.Fault(id: id, error: .unsupported(version)) }
        let keys = "\(MCPRequest.versionKey) and \(MCPRequest.capabilitiesKey)"
        let error = MCPError(.invalidParams, "Requests of \(version) need \(keys) in params._meta.")
        return MCPMessage.Fault(id: id, error: error)
    }

    /// A value that may be wrapped as `=?base64?…?=`, because header fields are ASCII.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11 else { return value }
        let inner = String(value.dropFirst(9).dropLast(2))
        guard let data = Data(base64Encoded: inner), data.base64EncodedString() == inner else { return nil }
        return String(validating: data, as: UTF8.self)
    }
}
