// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization

/// The numbers that processes have here, in the order in which they became known.
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
    }

    private let state = Mutex(State())

    /// The number of a process, from 1.
    ///
    /// - Parameter server: The server that has it.
    /// - Returns: Nil if another server has it: two servers must not share a process. Also nil if there are too many.
    func number(of epoch: String, at server: AskedServer) -> UInt64? {
        state.withLock { state in
            if let number = state.numbers[epoch] {
                return state.runs[Int(number) - 1].server == server.index ? number : nil
            }
            guard state.runs.count < Self.mostRuns else { return nil }
            state.runs.append(Run(epoch: epoch, server: server.index))
            state.numbers[epoch] = UInt64(state.runs.count)
            return UInt64(state.runs.count)
        }
    }

    /// The key of a call; nil if another server has its process.
    func key(of id: InvocationID, at server: AskedServer) -> UInt64? {
        number(of: id.epoch, at: server).map { InvocationID(epoch: id.epoch, seq: id.seq, run: $0).key }
    }

    /// The number of a process; nil if it is not known.
    func number(of epoch: String) -> UInt64? { state.withLock { $0.numbers[epoch] } }

    /// The process with a number, and the place of its server.
    func run(_ number: UInt64) -> (epoch: String, server: Int)? {
        state.withLock { state in
            guard number >= 1, number <= UInt64(state.runs.count) else { return nil }
            let run = state.runs[Int(number) - 1]
            return (run.epoch, run.server)
        }
    }

    /// Reads the calls of an answer; those of processes of other servers are left out.
    func calls(_ nodes: JSONElements?, at server: AskedServer) -> [Invocation]? {
        guard var nodes else { return nil }
        let reader = RecordReader()
        var calls: [Invocation] = []
        while let node = nodes.next() {
            guard let call = try? reader.invocation(node), let own = own(call, of: server) else { continue }
            calls.append(own)
        }
        return calls
    }

    /// A call of a server, placed among those of all; nil if its process is another server's.
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
