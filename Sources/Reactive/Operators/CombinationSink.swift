// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Makes results of several sources' elements; the sink of `combineLatest` and `zip`.
///
/// All sources go through one gate, in which the slots are filled and the results are made. The book is kept in code that
/// is not generic; see `ObserverRoot` for the reason.
class CombinationBook {
    fileprivate let gate = SerialGate()
    fileprivate let disposer: SinkDisposer
    fileprivate let next: ObserverRoot
    /// Whether an element that can never become part of a result ends the sequence.
    private let endsEarly: Bool
    private var isDone: [Bool] = []
    private var runningCount = 0
    fileprivate let row = SlotRow()

    fileprivate init(disposer: SinkDisposer, next: ObserverRoot, endsEarly: Bool) {
        self.disposer = disposer
        self.next = next
        self.endsEarly = endsEarly
    }

    fileprivate func addSource() {
        isDone.append(false)
        runningCount += 1
    }

    /// Sends a result. Only when each slot has an element.
    func sendResult() {
        preconditionFailure("The sink knows how a result is made.")
    }

    func fail(_ error: any Error) {
        preconditionFailure("The sink knows where errors go.")
    }

    func complete() {
        preconditionFailure("The sink knows where the end goes.")
    }

    /// An element has been put into the slot `index`, which was empty before if `isFirst`.
    @inline(__always)
    fileprivate final func received(in index: Int, isFirst: Bool) {
        if isFirst { row.emptyCount.value -= 1 }
        if row.emptyCount.value == 0 {
            sendResult()
        } else if endsEarly, runningCount == (isDone[index] ? 0 : 1) {
            complete()
        }
    }

    fileprivate final func finished(_ index: Int) {
        guard !isDone[index] else { return }
        isDone[index] = true
        runningCount -= 1
        if runningCount == 0 { complete() }
    }
}

/// Where results of type `Output` are sent.
final class CombinationSink<Output>: CombinationBook {
    private let outlet: Outlet<Output>
    private var starters: [() -> any Disposable] = []
    private var makeResult: (SlotRow) throws -> Output = { _ in throw RxError.unknown }

    init(_ outlet: Outlet<Output>, endsEarly: Bool) {
        self.outlet = outlet
        super.init(disposer: outlet.disposer, next: outlet.observer, endsEarly: endsEarly)
    }

    /// Adds a source whose latest element is for results.
    func addLatest<Element>(_ source: Observable<Element>) {
        add(source, to: LatestSlot<Element>())
    }

    /// Adds a source whose elements are for results one after the other.
    func addQueue<Element>(_ source: Observable<Element>) {
        add(source, to: QueueSlot<Element>(row.emptyCount))
    }

    private func add<Element>(_ source: Observable<Element>, to slot: CombinationSlot<Element>) {
        addSource()
        let observer = SlotObserver(book: self, slot: slot, index: row.add(slot))
        starters.append {
            observer.subscription.setDisposable(source.attach(observer))
            return observer.subscription
        }
    }

    /// Subscribes to the sources, in order.
    ///
    /// - Parameter makeResult: Takes an element from each slot, in order. Called when all have one.
    func start(_ makeResult: @escaping (SlotRow) throws -> Output) -> any Disposable {
        self.makeResult = makeResult
        // Emptied first: the closures refer to this object.
        let starters = self.starters
        self.starters = []
        return Disposables.create(starters.map { $0() })
    }

    override func sendResult() {
        do {
            row.restart()
            outlet.next(try makeResult(row))
        } catch {
            outlet.error(error)
        }
    }

    override func fail(_ error: any Error) {
        outlet.error(error)
    }

    override func complete() {
        outlet.completed()
    }
}

/// Takes the events of one source.
private final class SlotObserver<Element>: ObserverBase<Element> {
    let subscription = SingleAssignmentDisposable()
    private let book: CombinationBook
    private let slot: CombinationSlot<Element>
    private let index: Int

    init(book: CombinationBook, slot: CombinationSlot<Element>, index: Int) {
        self.book = book
        self.slot = slot
        self.index = index
    }

    override var isFinished: Bool { book.disposer.isDisposed || book.next.isFinished }

    override func onNext(_ element: Element) {
        guard book.gate.enter() else { return book.gate.enqueue { self.put(element) } }
        put(element)
        book.gate.leave()
    }

    override func onError(_ error: any Error) {
        book.gate.run { self.book.fail(error) }
    }

    override func onCompleted() {
        book.gate.run {
            self.subscription.dispose()
            self.book.finished(self.index)
        }
    }

    @inline(__always)
    private func put(_ element: Element) {
        guard !book.disposer.isDisposed else { return }
        book.received(in: index, isFirst: slot.put(element))
    }
}
