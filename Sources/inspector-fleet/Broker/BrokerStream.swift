// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The two streams of a fleet in the broker.
enum BrokerStream: Sendable, CaseIterable {
    /// Batches of calls.
    case calls
    /// The newest state of each process.
    case programs

    var name: String {
        switch self {
        case .calls: "DELEGATE_CALLS"
        case .programs: "DELEGATE_PROGRAMS"
        }
    }

    /// First token of its subjects.
    var root: String {
        switch self {
        case .calls: "calls"
        case .programs: "programs"
        }
    }

    /// The pattern that all of its subjects match.
    var everything: String { root + ".>" }
}

/// Names in the headers of messages.
enum BrokerHeader {
    /// Known to the broker: a message with an id that it had within two minutes is not stored again.
    static let messageID = "Nats-Msg-Id"
    /// Known to the broker: the message is stored only if the subject's last one has this sequence; 0 for none.
    static let expectedSequence = "Nats-Expected-Last-Subject-Sequence"
    static let after = "Inspector-After"
    static let through = "Inspector-Through"
    static let encoding = "Inspector-Encoding"
    static let count = "Inspector-Count"
    static let sent = "Inspector-Sent"
    static let process = "Inspector-Process"
    /// The relay that sent the message, as `RelayIdentity` has it.
    static let relay = "Inspector-Relay"
}
