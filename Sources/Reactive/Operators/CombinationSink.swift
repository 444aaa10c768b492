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
    private let makeResult: (inout SlotReader) throws -> Output
    private var starters: [() -> any Disposable] = []

    /// - Parameter makeResult: Takes an element from each slot, in order. Called when all slots have one.
    private init(
        _ outlet: Outlet<Output>,
        endsEarly: Bool,
        makeResult: @escaping (inout SlotReader) throws -> Output
    ) {
        self.outlet = outlet
        self.makeResult = makeResult
        super.init(disposer: outlet.disposer, next: outlet.observer, endsEarly: endsEarly)
    }

    /// The results of two or more sources.
    static func results<First, Second, each Other>(
        of first: Observable<First>,
        _ second: Observable<Second>,
        _ other: repeat Observable<each Other>,
        using use: Use,
        makeResult: @escaping (inout SlotReader) throws -> Output
    ) -> Observable<Output> {
        let others = (repeat each other)
        return Producer(
            sink: { CombinationSink($0, endsEarly: use == .latest, makeResult: makeResult) },
            start: { sink in
                sink.add(first, use)
                sink.add(second, use)
                repeat sink.add(each others, use)
                return sink.start()
            }
        )
    }

    /// The results of sources with elements of one type.
    static func results<Sources: Collection>(
        of sources: Sources,
        using use: Use,
        _ combine: @escaping ([Sources.Element.Element]) throws -> Output
    ) -> Observable<Output> where Sources.Element: ObservableType {
        Producer(
            sink: { outlet in
                CombinationSink(outlet, endsEarly: true) { slots in
                    try combine(slots.takeRest(Sources.Element.Element.self))
                }
            },
            start: { sink in
                for source in sources { sink.add(source.asObservable(), use) }
                return sink.start()
            }
        )
    }

    /// Adds a source.
    private func add<Element>(_ source: Observable<Element>, _ use: Use) {
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
    private func start() -> any Disposable {
        // Emptied first, because the closures refer to this object.
        let starters = self.starters
        self.starters = []
        return Disposables.create(starters.map { $0() })
    }

    override func sendResult() {
        do {
            var slots = row.reader
            outlet.next(try makeResult(&slots))
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
