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
        placeCount == .max || state.withLock { $0.runningCount < placeCount }
    }

    /// Gives `sequence` a place; `false` if it has to wait for one.
    func begin(_ sequence: AnyObject) -> Bool {
        state.withLock { state in
            guard state.runningCount < placeCount else {
                state.waiting.append(sequence)
                return false
            }
            state.runningCount += 1
            return true
        }
    }

    /// Takes the place of a sequence that has ended.
    func end() -> Consequence {
        state.withLock { state in
            if let next = state.waiting.popFirst() { return .next(next) }
            state.runningCount -= 1
            return state.runningCount == 0 && state.isSourceDone ? .end : .nothing
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
