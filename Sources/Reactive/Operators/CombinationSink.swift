// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a `CombinationSink` has of one of its sources.
protocol CombinationSlot: AnyObject {
    /// Whether there is an element for a result.
    var isReady: Bool { get }
}

/// The latest element of a source.
final class LatestSlot<Element>: CombinationSlot {
    private var element: Element?

    var isReady: Bool { element != nil }

    func put(_ element: Element) {
        self.element = element
    }

    /// Only when ready.
    func take() -> Element {
        element!
    }
}

/// The elements of a source that have not been used yet.
final class QueueSlot<Element>: CombinationSlot {
    private var elements = Queue<Element>()

    var isReady: Bool { !elements.isEmpty }

    func put(_ element: Element) {
        elements.append(element)
    }

    /// Only when ready.
    func take() -> Element {
        elements.popFirst()!
    }
}

/// Makes results of several sources' elements; the sink of `combineLatest` and `zip`.
///
/// All sources go through one gate, in which the slots are filled and the results are made.
final class CombinationSink<Output> {
    private let outlet: Outlet<Output>
    private let gate = SerialGate()
    private var slots: [any CombinationSlot] = []
    private var isDone: [Bool] = []
    private var starters: [() -> any Disposable] = []
    private var makeResult: () throws -> Output = { throw RxError.unknown }
    /// Whether an element that can never become part of a result ends the sequence.
    private let endsEarly: Bool

    init(_ outlet: Outlet<Output>, endsEarly: Bool) {
        self.outlet = outlet
        self.endsEarly = endsEarly
    }

    /// Adds a source. `store` puts an element into `slot`.
    func add<Element>(
        _ source: Observable<Element>,
        slot: any CombinationSlot,
        store: @escaping (Element) -> Void
    ) {
        let index = slots.count
        slots.append(slot)
        isDone.append(false)
        starters.append { self.subscribe(to: source, index: index, store: store) }
    }

    /// Subscribes to the sources, in order.
    ///
    /// - Parameter makeResult: Called when all slots are ready.
    func start(_ makeResult: @escaping () throws -> Output) -> any Disposable {
        self.makeResult = makeResult
        // Emptied first: the closures refer to this object.
        let starters = self.starters
        self.starters = []
        return Disposables.create(starters.map { $0() })
    }

    private func subscribe<Element>(
        to source: Observable<Element>,
        index: Int,
        store: @escaping (Element) -> Void
    ) -> any Disposable {
        let subscription = SingleAssignmentDisposable()
        let observer = SideObserver<Element>(
            outlet,
            gate: gate,
            received: { element in
                guard !self.outlet.isDisposed else { return }
                store(element)
                self.received(from: index)
            },
            finished: {
                subscription.dispose()
                self.finished(index)
            }
        )
        subscription.setDisposable(source.attach(observer))
        return subscription
    }

    private func received(from index: Int) {
        if slots.allSatisfy({ $0.isReady }) {
            do {
                outlet.next(try makeResult())
            } catch {
                outlet.error(error)
            }
        } else if endsEarly, isDone.indices.allSatisfy({ $0 == index || isDone[$0] }) {
            outlet.completed()
        }
    }

    private func finished(_ index: Int) {
        isDone[index] = true
        if isDone.allSatisfy({ $0 }) { outlet.completed() }
    }
}
