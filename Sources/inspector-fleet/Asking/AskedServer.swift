// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ProgramClient
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
    private let state = Mutex(State())

    init(_ address: ProgramAddress, index: Int) {
        self.address = address
        self.index = index
    }

    /// Nil until it has answered once.
    var facts: Facts? { state.withLock { $0.facts } }

    /// Why it can't be asked; nil if it can.
    var failure: String? { state.withLock { $0.failure } }

    /// Sets what it is like, or why it didn't answer.
    func note(_ result: Result<Facts, ProgramFailure>) {
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
    ) throws(ProgramFailure) -> Answer {
        do throws(ProgramFailure) {
            return try address.ask("/api/v1" + path, parameters, within: time, limitBytes: 1 << 30, body)
        } catch {
            if case .connection = error { note(.failure(error)) }
            throw error
        }
    }

    /// The processes that it lists, in its order, and what brings their calls. Servers of one program refuse this
    /// question, and say why.
    func programs() throws(ProgramFailure) -> (items: [FleetProgram], feed: FleetFeedStatus?) {
        try ask("/programs", within: AskingHistory.patience) { json in
            (
                items: json["items"]?.elements?.compactMap { FleetProgram($0) } ?? [],
                feed: json["broker"].flatMap { FleetFeedStatus($0) }
            )
        }
    }

    /// Asks several servers at once, each on a thread of its own: a queue has as many threads as there are cores, and
    /// each question keeps one of them waiting.
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
            group.enter()
            let thread = Thread {
                let answer = Result { try body(server) }.mapError { AskedFailure(description: "\($0)") }
                answers.withLock { $0[server.index] = answer }
                group.leave()
            }
            thread.name = "ask"
            thread.start()
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
