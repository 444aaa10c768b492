// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why calls can't be sent.
public struct OTLPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public enum Code: Sendable, Hashable {
        /// The endpoint is not an address with http or https.
        case endpointInvalid
        /// Another exporter sends the recorder's calls already.
        case alreadyExporting
        /// The exporter was stopped.
        case stopped
        /// The system refuses another thread.
        case noThread
    }

    /// The kind of the error.
    public let code: Code
    /// What it is about, such as the endpoint.
    public let context: String

    init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    /// A message with what would help.
    public var description: String {
        switch code {
        case .endpointInvalid:
            "“\(context)” is no address of a receiver; use one such as http://localhost:4318, without a query."
        case .alreadyExporting: "The calls of this recorder are already sent to \(context); stop that exporter first."
        case .stopped: "The exporter to \(context) was stopped; make another one to send calls again."
        case .noThread:
            "The exporter's thread could not be started (error \(context) of pthread_create); raise the limit of processes."
        }
    }
}
