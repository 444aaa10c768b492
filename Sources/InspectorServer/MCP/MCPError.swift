// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An error of the protocol: the request itself is at fault. What a tool can't do is a result instead, so that a model
/// reads it.
///
/// - SeeAlso: JSON-RPC 2.0, 5.1 "Error object"; Model Context Protocol 2026-07-28, "Error Codes".
struct MCPError: Error, Sendable, Hashable {
    enum Code: Int64, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        /// Header fields that differ from the body.
        case headerMismatch = -32020
        case unsupportedVersion = -32022
    }

    let code: Code
    /// One sentence: what is wrong, where, and how to mend it.
    let message: String
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    static func unsupported(_ version: String) -> MCPError {
        MCPError(
            .unsupportedVersion,
            "Unsupported protocol version “\(version)”; supported are \(MCPVersion.all.joined(separator: ", ")).",
            data: ["supported": .array(MCPVersion.all.map { .string($0) }), "requested": .string(version)]
        )
    }

    /// The status of a response over HTTP in the stateless revision.
    var status: Int {
        switch code {
        case .methodNotFound: 404
        case .internalError: 500
        case .parseError, .invalidRequest, .invalidParams, .headerMismatch, .unsupportedVersion: 400
        }
    }
}
