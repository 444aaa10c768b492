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

    /// The answers as one array; nil if no message is a request.
    static func respond(
        to messages: [MCPMessage],
        _ service: MCPService,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> [UInt8]? {
        let responses = messages.compactMap { message -> MCPResponse? in
            guard case .request(let request) = message else { return nil }
            return service.respond(to: request, isCancelled: isCancelled)
        }
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
