// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The calls that rules make wait now.
///
/// - Invariant: Callable from any thread. Nobody is told or woken under the lock.
final class HeldCalls: Sendable {
    /// Most calls held at once.
    static let limit = 16
    /// Released calls that are remembered, to tell who came too late.
    private static let memory = 256

    private struct State: Sendable {
        var calls: [HeldCall] = []
        var lastNumber: UInt64 = 0
        var released: [UInt64: ReleaseCause] = [:]
    }

    private let state = ForkableMutex(State())

    /// The held calls, oldest first.
    var all: [HeldCall] { state.withLock { $0.calls } }

    /// Adds a call; nil if there are too many.
    func add(_ make: (_ number: UInt64) -> HeldCall) -> HeldCall? {
        let number = state.withLock { state -> UInt64? in
            guard state.calls.count < Self.limit else { return nil }
            state.lastNumber += 1
            return state.lastNumber
        }
        guard let number else { return nil }
        let call = make(number)
        return state.withLock { state in
            guard state.calls.count < Self.limit else { return nil }
            state.calls.append(call)
            return call
        }
    }

    /// Number of the call that was held last; 0 before the first one.
    var lastNumber: UInt64 { state.withLock { $0.lastNumber } }

    /// Forgets a call that has gone on.
    func remove(_ call: HeldCall, _ cause: ReleaseCause) {
        state.withLock { state in
            state.calls.removeAll { $0 === call }
            state.released[call.number] = cause
            if state.released.count > Self.memory {
                state.released = state.released.filter { $0.key + UInt64(Self.memory / 2) > state.lastNumber }
            }
        }
    }

    /// The held call with a number.
    ///
    /// - Throws: `RuleProblem` with `.heldUnknown` or `.alreadyReleased`.
    func call(_ number: UInt64) throws(RuleProblem) -> HeldCall {
        let (call, cause, last) = state.withLock { state in
            (state.calls.first { $0.number == number }, state.released[number], state.lastNumber)
        }
        if let call { return call }
        guard number > 0, number <= last else {
            throw RuleProblem(.heldUnknown, "id", "No call was held with the number \(number).")
        }
        throw .released(number, by: cause)
    }

    /// Lets all held calls go on unchanged, or those of some rules.
    ///
    /// - Returns: How many did by this.
    @discardableResult
    func releaseAll(_ cause: ReleaseCause, where isWanted: (HeldCall) -> Bool = { _ in true }) -> Int {
        let release = HeldCall.Release(cause: cause, decision: .goOn)
        return all.filter(isWanted).reduce(0) { $0 + ($1.release(release) ? 1 : 0) }
    }
}

extension RuleProblem {
    /// The held call has gone on.
    static func released(_ number: UInt64, by cause: ReleaseCause?) -> RuleProblem {
        let why =
            switch cause {
            case .client: "somebody decided before"
            case .deadline: "its deadline has passed"
            case .disconnected: "no client was left"
            case .stopped: "the server stopped"
            case .ruleRemoved: "its rule was removed"
            case .program: "its task was cancelled"
            case nil: "it was released some time ago"
            }
        var problem = RuleProblem(.alreadyReleased, "id", "The held call \(number) has gone on: \(why).")
        problem.cause = cause
        return problem
    }
}
