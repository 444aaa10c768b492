// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The output for results of type `Output`.
final class CombinationSink<Output>: CombinationBook {
    /// The use of a source's elements.
    enum Use {
        /// The latest element, repeatedly.
        case latest
        /// Each element once, in order.
        case inTurn
    }

    private let outlet: Outlet<Output>
    private var starters: [() -> any Disposable] = []
    private var makeResult: (SlotRow) throws -> Output = { _ in throw RxError.unknown }

    init(_ outlet: Outlet<Output>, endsEarly: Bool) {
        self.outlet = outlet
        super.init(disposer: outlet.disposer, next: outlet.observer, endsEarly: endsEarly)
    }

    /// The results of two or more sources. The types of a pack are looked up for each element taken by `makeResult`.
    static func results<First: ObservableType, Second: ObservableType, each Other: ObservableType>(
        of first: First,
        _ second: Second,
        _ other: repeat each Other,
        using use: Use,
        _ makeResult: @escaping (SlotRow) throws -> Output
    ) -> Observable<Output> {
        let (first, second) = (first.asObservable(), second.asObservable())
        let others = (repeat (each other).asObservable())
        return Producer(sink: { CombinationSink($0, endsEarly: use == .latest) }) { (sink: CombinationSink<Output>) in
            sink.add(first, use)
            sink.add(second, use)
            repeat sink.add(each others, use)
            return sink.start(makeResult)
        }
    }

    /// Adds a source.
    func add<Element>(_ source: Observable<Element>, _ use: Use) {
        let slot: CombinationSlot<Element> =
            switch use {
            case .latest: LatestSlot<Element>()
            case .inTurn: QueueSlot<Element>(row.emptyCount)
            }
        addSource()
        let observer = SlotObserver(book: self, slot: slot, index: row.add(slot))
        starters.append {
            observer.subscription.setDisposable(source.attach(observer))
            return observer.subscription
        }
    }

    /// Subscribes to the sources, in order.
    ///
    /// - Parameter makeResult: Takes an element from each slot, in order. Called when all slots have one.
    func start(_ makeResult: @escaping (SlotRow) throws -> Output) -> any Disposable {
        self.makeResult = makeResult
        // Emptied first, because the closures refer to this object.
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

/// Receives the events of one source.
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
