// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore
import Synchronization

/// The numbers that processes have here. Those of one server have them in the server's order, which sorted lists depend
/// on: the server itself compares the numbers that it gave.
///
/// - Invariant: Callable from any thread.
final class AskedRuns: Sendable {
    /// Most processes that are told apart; calls of more are left out.
    private static let mostRuns = 1 << 20

    private struct Run {
        let epoch: String
        let server: Int
    }

    private struct State {
        var runs: [Run] = []
        var numbers: [String: UInt64] = [:]

        func number(of epoch: String, at server: AskedServer) -> UInt64? {
            guard let number = numbers[epoch], runs[Int(number) - 1].server == server.index else { return nil }
            return number
        }
    }

    private let state = Mutex(State())

    // MARK: Giving numbers

    /// Gives numbers to the processes that a server lists, in that order.
    ///
    /// - Parameters:
    ///   - listed: The server's own processes, in its order, then others that relays told it about.
    ///   - found: Processes of calls that the server has, in any order.
    /// - Returns: Processes with calls there that another server has, too: two servers must not share a process.
    @discardableResult
    func number(_ listed: [FleetProgram], and found: [String] = [], of server: AskedServer) -> [String] {
        // Before a process with calls, also those without any are the server's own, and may get some.
        let end = listed.lastIndex { $0.calls > 0 || found.contains($0.epoch) }.map { $0 + 1 } ?? 0
        return state.withLock { state in
            for epoch in listed[..<end].map(\.epoch) + found where state.numbers[epoch] == nil {
                guard state.runs.count < Self.mostRuns else { break }
                state.runs.append(Run(epoch: epoch, server: server.index))
                state.numbers[epoch] = UInt64(state.runs.count)
            }
            return listed.filter { $0.calls > 0 }.map(\.epoch).filter { state.number(of: $0, at: server) == nil }
        }
    }

    /// Gives numbers to processes that were found in an answer of a server, if they have none. The order in which an
    /// answer has them says nothing, so the server is asked for its own.
    func meet(_ found: [String], at server: AskedServer) throws(ProgramFailure) {
        let new = state.withLock { state in
            state.runs.count < Self.mostRuns ? found.filter { state.numbers[$0] == nil } : []
        }
        guard !new.isEmpty else { return }
        number(try server.programs().items, and: new, of: server)
    }

    // MARK: Numbers

    /// The number of a process, from 1.
    ///
    /// - Parameter server: The server that has it.
    /// - Returns: Nil if it is not known, or if another server has it.
    func number(of epoch: String, at server: AskedServer) -> UInt64? {
        state.withLock { $0.number(of: epoch, at: server) }
    }

    /// The key of a call; nil if another server has its process.
    func key(of id: InvocationID, at server: AskedServer) -> UInt64? {
        number(of: id.epoch, at: server).map { InvocationID(epoch: id.epoch, seq: id.seq, run: $0).key }
    }

    /// The key of a call; nil if its process is not known.
    func key(of id: InvocationID) -> UInt64? {
        let number = state.withLock { $0.numbers[id.epoch] }
        return number.map { InvocationID(epoch: id.epoch, seq: id.seq, run: $0).key }
    }

    /// The process with a number, and the place of its server.
    func run(_ number: UInt64) -> (epoch: String, server: Int)? {
        state.withLock { state in
            guard number >= 1, number <= UInt64(state.runs.count) else { return nil }
            let run = state.runs[Int(number) - 1]
            return (run.epoch, run.server)
        }
    }

    // MARK: Calls

    /// Reads the calls of an answer; those of processes of other servers are left out. Nil if there are none to read,
    /// or if the server doesn't tell the order of its processes.
    func calls(_ nodes: JSONElements?, at server: AskedServer) -> [Invocation]? {
        guard var nodes else { return nil }
        let reader = RecordReader()
        var calls: [Invocation] = []
        while let node = nodes.next() {
            if let call = try? reader.invocation(node) { calls.append(call) }
        }
        guard (try? meet(Set(calls.map(\.id.epoch)).sorted(), at: server)) != nil else { return nil }
        return calls.compactMap { own($0, of: server) }
    }

    /// A call of a server, placed among those of all; nil if its process is another server's, or not known.
    func own(_ call: Invocation, of server: AskedServer) -> Invocation? {
        guard let run = number(of: call.id.epoch, at: server) else { return nil }
        var call = call
        call.id.run = run
        call.parent?.run = run
        // Offsets count from 1970, as in a recording of several processes.
        call.startOffsetNanoseconds = UInt64(clamping: call.startedAtNanoseconds)
        return call
    }
}
