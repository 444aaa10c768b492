// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization

/// An `inspector-fleet serve` that this one asks.
///
/// - Invariant: Callable from any thread.
final class AskedServer: Sendable {
    /// What a server was like when it was asked last.
    struct Facts: Sendable {
        /// Of its recording.
        var epoch: String
        var stored: Int
        var evicted: UInt64
        /// Position of its stream.
        var position: UInt64
        var programs: [FleetProgram] = []
        /// What brings its calls.
        var feed: FleetFeedStatus?
        /// The calls that started first and last.
        var oldest: Invocation?
        var newest: Invocation?
    }

    private struct State {
        var facts: Facts?
        var failure: String? = "not asked yet"
    }

    let address: ProgramAddress
    /// Its place among the servers. Calls that started in the same microsecond are ordered by it.
    let index: Int
    private let queue: DispatchQueue
    private let state = Mutex(State())

    init(_ address: ProgramAddress, index: Int) {
        self.address = address
        self.index = index
        queue = DispatchQueue(label: "inspector-fleet.ask", attributes: .concurrent)
    }

    /// Nil until it has answered once.
    var facts: Facts? { state.withLock { $0.facts } }

    /// Why it can't be asked; nil if it can.
    var failure: String? { state.withLock { $0.failure } }

    /// Sets what it is like, or why it didn't answer.
    func note(_ result: Result<Facts, HTTPAnswer.Failure>) {
        let change = state.withLock { state -> String?? in
            let old = state.failure
            switch result {
            case .success(let facts):
                state.facts = facts
                state.failure = nil
            case .failure(let failure): state.failure = failure.description
            }
            return old == state.failure ? nil : .some(state.failure)
        }
        guard let change else { return }
        FleetLog.note("\(address.url): " + (change ?? "answers"))
    }

    /// Asks one question. A server that can't be reached isn't asked again until it has answered its follower.
    ///
    /// - Parameter parameters: Of the query; those that are nil are left out.
    func ask<Answer>(
        _ path: String,
        _ parameters: [(String, String?)] = [],
        within time: Duration,
        _ body: (JSONNode) -> Answer?
    ) throws(HTTPAnswer.Failure) -> Answer {
        do throws(HTTPAnswer.Failure) {
            return try HTTPAnswer.read(
                address,
                "/api/v1" + path + Self.query(parameters),
                timeoutMilliseconds: Int32(clamping: Int64(time / .milliseconds(1))),
                limitBytes: 1 << 30,
                body
            )
        } catch {
            if case .socket = error { note(.failure(error)) }
            throw error
        }
    }

    private static func query(_ parameters: [(String, String?)]) -> String {
        let pairs = parameters.compactMap { name, value in value.map { "\(name)=\(percentEncoded($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// - SeeAlso: RFC 3986, section 2.3, "Unreserved Characters".
    private static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    /// Asks several servers at once.
    ///
    /// - Returns: The answers in the order of the servers; a description of the failure for those that have none.
    static func ask<Answer: Sendable>(
        _ servers: [AskedServer],
        _ body: @escaping @Sendable (AskedServer) throws -> Answer
    ) -> [(server: AskedServer, answer: Result<Answer, AskedFailure>)] {
        let answers = Mutex<[Int: Result<Answer, AskedFailure>]>([:])
        let group = DispatchGroup()
        for server in servers {
            if let failure = server.failure {
                answers.withLock { $0[server.index] = .failure(AskedFailure(description: failure)) }
                continue
            }
            server.queue.async(group: group) {
                let answer = Result { try body(server) }.mapError { AskedFailure(description: "\($0)") }
                answers.withLock { $0[server.index] = answer }
            }
        }
        group.wait()
        let all = answers.withLock { $0 }
        return servers.map { ($0, all[$0.index] ?? .failure(AskedFailure(description: "not asked"))) }
    }
}

/// Why a server's answer is missing.
struct AskedFailure: Error, CustomStringConvertible {
    let description: String
}
