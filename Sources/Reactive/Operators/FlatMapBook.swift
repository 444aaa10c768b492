// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The places for the running sequences of a `FlatMapSink`, and the sequences that wait for one.
///
/// Not generic, so that it is compiled once, in full: see `ObserverRoot`.
final class FlatMapBook: Sendable {
    /// What the end of a sequence means.
    enum Consequence {
        /// This one gets its place.
        case next(AnyObject)
        /// Nothing runs any more, and the source has ended.
        case end
        case nothing
    }

    private struct State {
        var runningCount = 0
        var isSourceDone = false
        var waiting = Queue<AnyObject>()
        /// Whether one that has waited is being subscribed to; new ones wait then, so as not to overtake it.
        var isStarting = false

        func hasPlace(of placeCount: Int) -> Bool { runningCount < placeCount && !isStarting }
    }

    private let placeCount: Int
    private let state = Locked(State())

    /// - Parameter placeCount: How many sequences may run; `Int.max` if any number may.
    init(placeCount: Int) {
        self.placeCount = placeCount
    }

    var isIdle: Bool { state.withLock { $0.runningCount == 0 } }

    /// Whether a new sequence gets a place; if so, none is waiting.
    var hasPlace: Bool {
        placeCount == .max || state.withLock { $0.hasPlace(of: placeCount) }
    }

    /// Gives `sequence` a place; `false` if it has to wait for one.
    func begin(_ sequence: AnyObject) -> Bool {
        state.withLock { state in
            guard state.hasPlace(of: placeCount) else {
                state.waiting.append(sequence)
                return false
            }
            state.runningCount += 1
            return true
        }
    }

    /// Takes the place of a sequence that has ended. After `.next` the caller must call `started()`.
    func end() -> Consequence {
        state.withLock { state in
            if let next = state.waiting.popFirst() {
                state.isStarting = true
                return .next(next)
            }
            state.runningCount -= 1
            return state.runningCount == 0 && state.isSourceDone ? .end : .nothing
        }
    }

    /// One that has waited has been subscribed to; returns the next one, if there is a place. Call it again then.
    func started() -> AnyObject? {
        state.withLock { state in
            state.isStarting = false
            guard state.hasPlace(of: placeCount), let next = state.waiting.popFirst() else { return nil }
            state.runningCount += 1
            state.isStarting = true
            return next
        }
    }

    /// The source has ended; `true` if nothing runs either.
    func endSource() -> Bool {
        state.withLock { state in
            state.isSourceDone = true
            return state.runningCount == 0
        }
    }
}
