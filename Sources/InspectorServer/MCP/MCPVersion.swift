// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The revisions of the Model Context Protocol that the server speaks.
enum MCPVersion {
    /// The revision whose requests each carry their version, and need no handshake.
    static let stateless = "2026-07-28"
    /// Revisions that begin with a handshake, the newest first.
    static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    static let all = [stateless] + withHandshake
}
