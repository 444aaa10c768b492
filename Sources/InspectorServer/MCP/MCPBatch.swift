// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Several messages in one JSON array, which only revision 2025-03-26 has.
///
/// - SeeAlso: JSON-RPC 2.0, 6 "Batch".
enum MCPBatch {
    /// Maximum number of messages.
    static let countLimit = 50

    static func messages(_ values: [JSONValue]) throws(MCPMessage.Fault) -> [MCPMessage] {
        guard (1...countLimit).contains(values.count) else {
            let error = MCPError(.invalidRequest, "A batch has 1 to \(countLimit) messages, not \(values.count).")
            throw MCPMessage.Fault(id: nil, error: error)
        }
        var messages: [MCPMessage] = []
        for value in values { messages.append(try MCPMessage(value)) }
        return messages
    }

    /// The requests among some messages.
    static func requests(in messages: [MCPMessage]) -> [MCPRequest] {
        messages.compactMap { message in
            guard case .request(let request) = message else { return nil }
            return request
        }
    }

    /// The answers as one array; nil if there are none.
    ///
    /// - Parameter answer: Answers a request; nil for one that was cancelled.
    static func respond(to messages: [MCPMessage], _ answer: (MCPRequest) -> MCPResponse?) -> [UInt8]? {
        let responses = requests(in: messages).compactMap(answer)
        guard !responses.isEmpty else { return nil }
        return JSONWriter.bytes { json in
            json.array { json in
                for response in responses {
                    // The array separates its elements.
                    response.write(to: &json)
                }
            }
        }
    }
}
