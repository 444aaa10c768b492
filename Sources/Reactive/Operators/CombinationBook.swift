// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Combines elements of several sources; the sink of `combineLatest` and `zip`.
///
/// All sources pass through one gate, which fills the slots and makes the results. The code isn't generic, for the
/// reason given at `ObserverRoot`.
class CombinationBook {
    let gate = SerialGate()
    let disposer: SinkDisposer
    let next: ObserverRoot
    /// Whether an element that can't contribute to a result ends the sequence.
    private let endsEarly: Bool
    private var isDone: [Bool] = []
    private var runningCount = 0
    let row = SlotRow()

    init(disposer: SinkDisposer, next: ObserverRoot, endsEarly: Bool) {
        self.disposer = disposer
        self.next = next
        self.endsEarly = endsEarly
    }

    func addSource() {
        isDone.append(false)
        runningCount += 1
    }

    /// Sends a result. Every slot must have an element.
    func sendResult() {
        preconditionFailure("The sink knows how a result is made.")
    }

    func fail(_ error: any Error) {
        preconditionFailure("The sink knows where errors go.")
    }

    func complete() {
        preconditionFailure("The sink knows where the end goes.")
    }

    /// An element was added to slot `index`, which was empty if `isFirst`.
    @inline(__always)
    final func received(in index: Int, isFirst: Bool) {
        if isFirst { row.emptyCount.value -= 1 }
        if row.emptyCount.value == 0 {
            sendResult()
        } else if endsEarly, runningCount == (isDone[index] ? 0 : 1) {
            complete()
        }
    }

    final func finished(_ index: Int) {
        guard !isDone[index] else { return }
        isDone[index] = true
        runningCount -= 1
        if runningCount == 0 { complete() }
    }
}
