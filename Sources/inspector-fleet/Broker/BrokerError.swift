// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CNats

/// Why the broker didn't do what was asked.
enum BrokerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The subject's last message isn't the expected one. Nothing was stored.
    case wrongLastSequence
    /// A message with this id was stored earlier, under this sequence. Nothing was stored.
    case duplicate(UInt64)
    /// No answer in time: whether the message was stored is unknown.
    case timeout
    /// There is no connection. If it broke meanwhile, whether the message was stored is unknown.
    case disconnected(String)
    /// The message is larger than the broker takes. Nothing was stored.
    case tooLarge
    /// There is no such stream.
    case missing
    /// Anything else, in the broker's words. Nothing was stored.
    case refused(String)
    /// Options that can't be used.
    case invalid(String)

    var description: String {
        switch self {
        case .wrongLastSequence: "the subject has other messages than expected"
        case .duplicate(let sequence): "the message was stored before, as \(sequence)"
        case .timeout: "the broker did not answer in time"
        case .disconnected(let text): "no connection to the broker: \(text)"
        case .tooLarge: "the message is larger than the broker takes"
        case .missing: "the broker has no such stream"
        case .refused(let text): "the broker refused: \(text)"
        case .invalid(let text): text
        }
    }

    init(_ code: Int32, _ failure: cnats_failure, duplicate sequence: UInt64 = 0) {
        let text = withUnsafeBytes(of: failure.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch cnats_error(code) {
        case CNATS_ESEQUENCE: self = .wrongLastSequence
        case CNATS_EDUPLICATE: self = .duplicate(sequence)
        case CNATS_ETIMEOUT: self = .timeout
        case CNATS_EDISCONNECTED: self = .disconnected(text)
        case CNATS_ETOOLARGE: self = .tooLarge
        case CNATS_ENOTFOUND: self = .missing
        case CNATS_EINVALID: self = .invalid(text)
        default: self = .refused(text)
        }
    }
}
