// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A message of a client.
enum MCPMessage: Sendable, Hashable {
    case request(MCPRequest)
    case notification(method: String, parameters: JSONValue)
    /// An answer. The server asks clients nothing, so there is nothing to do with one.
    case response

    /// Why a message is refused, and the request's id as far as it is known.
    struct Fault: Error, Sendable, Hashable {
        let id: MCPRequest.ID?
        let error: MCPError
    }

    /// Reads one message.
    ///
    /// - SeeAlso: JSON-RPC 2.0, 4 "Request object".
    init(_ value: JSONValue) throws(Fault) {
        guard case .object = value else {
            throw Fault(id: nil, error: MCPError(.invalidRequest, "A message is a JSON object."))
        }
        let id = value["id"].flatMap(MCPRequest.ID.init)
        let refuse = { (text: String) in Fault(id: id, error: MCPError(.invalidRequest, text)) }
        guard value["jsonrpc"] == "2.0" else { throw refuse("“jsonrpc” must be \"2.0\".") }
        if value["method"] == nil, value["result"] != nil || value["error"] != nil {
            self = .response
            return
        }
        guard let method = value["method"]?.text else { throw refuse("“method” must be a string.") }
        let parameters = value["params"] ?? [:]
        guard case .object = parameters else { throw refuse("“params” must be an object.") }
        if value["id"] == nil {
            self = .notification(method: method, parameters: parameters)
            return
        }
        guard let id else { throw refuse("“id” must be a string or a whole number.") }
        self = .request(MCPRequest(id: id, method: method, parameters: parameters))
    }
}

/// A request of a client.
struct MCPRequest: Sendable, Hashable {
    enum ID: Sendable, Hashable {
        case number(Int64)
        case text(String)

        init?(_ value: JSONValue) {
            if let number = value.wholeNumber {
                self = .number(number)
            } else if let text = value.text {
                self = .text(text)
            } else {
                return nil
            }
        }

        func write(to json: inout JSONWriter) {
            switch self {
            // As it came: a client would not recognise a large number that is written as a string.
            case .number(let number): json.number("\(number)")
            case .text(let text): json.string(text)
            }
        }
    }

    static let versionKey = "io.modelcontextprotocol/protocolVersion"
    static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    let id: ID
    let method: String
    /// An object.
    let parameters: JSONValue

    /// The version that the request carries; nil in revisions with a handshake.
    var version: JSONValue? { parameters["_meta"]?[Self.versionKey] }
}

/// The answer to a request.
struct MCPResponse: Sendable {
    /// Nil if the request's id could not be read.
    let id: MCPRequest.ID?
    let result: Result<JSONValue, MCPError>

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.key("id")
            json.optional(id) { $1.write(to: &$0) }
            switch result {
            case .success(let value): json.member("result", value)
            case .failure(let error):
                json.object("error") { json in
                    json.member("code", error.code.rawValue)
                    json.member("message", error.message)
                    if let data = error.data { json.member("data", data) }
                }
            }
        }
    }

    var bytes: [UInt8] { JSONWriter.bytes { write(to: &$0) } }
}
