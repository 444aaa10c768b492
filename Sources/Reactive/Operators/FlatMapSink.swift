// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The handling of a new sequence while others are running.
enum FlatMapPolicy {
    /// Subscribe to it as well.
    case all
    /// Subscribe to it once fewer than this number are running.
    case atMost(Int)
    /// Skip it.
    case first
    /// Replace the running sequence.
    case latest
}

/// Maps each element to a sequence and sends their elements; the sink of the `flatMap` and `merge` family.
///
/// The selector runs inside `gate`, one call at a time, and the sequence gets its place there; the subscription to it
/// is made outside. So the next element, or the source's end, doesn't wait for a subscription in which elements are
/// sent. All events leave through `exit`, one at a time.
final class FlatMapSink<Input, Output>: Sink<Input, Output> {
    private let policy: FlatMapPolicy
    private let selector: (Input) throws -> Observable<Output>
    private let book: FlatMapBook
    fileprivate let inners = CompositeDisposable()
    fileprivate let exit = SerialGate()
    private let gate = SerialGate()
    /// Subscriptions for elements that another thread has left in the gate.
    private let later = LaterWork()
    /// Used inside the gate.
    private var latest: InnerSequence?

    init(_ policy: FlatMapPolicy, _ outlet: Outlet<Output>, selector: @escaping (Input) throws -> Observable<Output>) {
        self.policy = policy
        self.selector = selector
        book = FlatMapBook(placeCount: policy.placeCount)
        super.init(outlet)
    }

    func start(_ source: Observable<Input>) -> any Disposable {
        Disposables.create(source.attach(self), inners)
    }

    override func onNext(_ element: Input) {
        guard gate.enter() else {
            gate.enqueue {
                guard let source = self.sequence(for: element), let begun = self.begin(source) else { return }
                self.later.add { self.subscribe(to: source, begun) }
            }
            return later.run()
        }
        if let source = sequence(for: element) { send(source) } else { gate.leave() }
        later.run()
    }

    override func onError(_ error: any Error) {
        gate.run { self.fail(error) }
        later.run()
    }

    override func onCompleted() {
        gate.run {
            if self.book.endSource() { self.complete() }
        }
        later.run()
    }

    /// The sequence for `element`; `nil` if there is none to subscribe to. Called inside the gate.
    private func sequence(for element: Input) -> Observable<Output>? {
        if outlet.isDisposed { return nil }
        if case .first = policy, !book.isIdle { return nil }
        do {
            return try selector(element)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Leaves the gate, and sends the elements of `source` or subscribes to it.
    private func send(_ source: Observable<Output>) {
        if source.isImmediate, enterExit() {
            let replaced = takeLatest()
            if replaced != nil { _ = book.end() }
            gate.leave()
            if let replaced { inners.remove(for: replaced.key) }
            if !outlet.isDisposed { source.sendElements(to: outlet.observer) }
            exit.leave()
        } else {
            let begun = begin(source)
            gate.leave()
            if let begun { subscribe(to: source, begun) }
        }
    }

    /// Takes the exit for an immediate sequence, which then needs no subscription; `false` if it needs one.
    ///
    /// It is taken before the gate is left, so that the source's end, sent by another thread, comes afterwards. Not
    /// with `.first`: an element sent from inside the callback must count as arriving while a sequence is running.
    private func enterExit() -> Bool {
        if case .first = policy { return false }
        return book.hasPlace && exit.enter()
    }

    /// Gives `source` a place, inside the gate; `nil` if it has to wait for one.
    private func begin(_ source: Observable<Output>) -> BegunSequence? {
        let replaced = takeLatest()
        // The place of a replaced sequence passes to its successor.
        guard replaced != nil || book.begin(source), let inner = makeInner(lane: newLane()) else { return nil }
        if case .latest = policy { latest = inner }
        return BegunSequence(inner: inner, replaced: replaced)
    }

    /// The latest sequence, if it was running until now; its elements are dropped from here on.
    private func takeLatest() -> InnerSequence? {
        guard let latest = latest.take(), latest.leave(.replaced) else { return nil }
        return latest
    }

    private func newLane() -> SerialGate? {
        if case .atMost = policy { SerialGate() } else { nil }
    }

    /// A sequence whose subscription is disposed of with this one; `nil` if that has happened.
    private func makeInner(lane: SerialGate?) -> InnerSequence? {
        let subscription = SingleAssignmentDisposable()
        guard let key = inners.insert(subscription) else { return nil }
        return InnerSequence(subscription, key, lane)
    }

    private func subscribe(to source: Observable<Output>, _ begun: BegunSequence) {
        let inner = begun.inner
        if let replaced = begun.replaced { inners.remove(for: replaced.key) }
        // Another thread may have replaced it before its turn, or ended everything.
        if inner.isReplaced || outlet.isDisposed { return }
        guard let lane = inner.lane else { return attach(source, inner) }
        lane.run { self.attach(source, inner) }
    }

    private func attach(_ source: Observable<Output>, _ inner: InnerSequence) {
        inner.subscription.setDisposable(source.attach(InnerObserver(parent: self, inner: inner)))
    }

    /// Subscribes to the sequence that has waited longest, in the place and the lane of one that has ended.
    fileprivate func endPlace(_ lane: SerialGate?) {
        switch book.end() {
        case .next(let source):
            guard let inner = makeInner(lane: lane) else { return }
            attach(unsafeDowncast(source, to: Observable<Output>.self), inner)
        case .end: complete()
        case .nothing: break
        }
    }

    private func fail(_ error: any Error) {
        exit.run { self.outlet.error(error) }
    }

    private func complete() {
        exit.run { self.outlet.completed() }
    }
}

extension FlatMapPolicy {
    /// How many sequences may run at a time.
    fileprivate var placeCount: Int {
        if case .atMost(let count) = self { count } else { .max }
    }
}

/// A sequence that has got a place, and the one that had it before.
private struct BegunSequence {
    let inner: InnerSequence
    let replaced: InnerSequence?
}

/// An inner sequence of a `FlatMapSink`.
private final class InnerSequence: Sendable {
    enum State: UInt8, AtomicRepresentable {
        case running
        /// It has ended; earlier elements may still be waiting for the exit.
        case finished
        /// It was replaced; its elements are dropped.
        case replaced
    }

    let subscription: SingleAssignmentDisposable
    let key: CompositeDisposable.DisposeKey
    /// Subscribes to the sequences that follow one another in a place.
    ///
    /// One that ends during its subscription lets the next one wait for the end of that, so the stack doesn't grow with
    /// their number.
    let lane: SerialGate?
    private let state = Atomic<State>(.running)

    init(_ subscription: SingleAssignmentDisposable, _ key: CompositeDisposable.DisposeKey, _ lane: SerialGate?) {
        self.subscription = subscription
        self.key = key
        self.lane = lane
    }

    var isReplaced: Bool { state.load(ordering: .relaxed) == .replaced }

    /// Ends the running state; `true` for the first caller.
    func leave(_ next: State) -> Bool {
        state.compareExchange(expected: .running, desired: next, ordering: .acquiringAndReleasing).exchanged
    }
}

private final class InnerObserver<Input, Output>: ObserverBase<Output> {
    private let parent: FlatMapSink<Input, Output>
    private let inner: InnerSequence

    init(parent: FlatMapSink<Input, Output>, inner: InnerSequence) {
        self.parent = parent
        self.inner = inner
    }

    override var isFinished: Bool { inner.isReplaced || parent.outlet.isFinished }

    override func onNext(_ element: Output) {
        guard parent.exit.enter() else { return parent.exit.enqueue { self.forward(element) } }
        forward(element)
        parent.exit.leave()
    }

    override func onError(_ error: any Error) {
        parent.exit.run {
            if self.inner.leave(.finished) { self.parent.outlet.error(error) }
        }
    }

    override func onCompleted() {
        // A replaced sequence has no place any more.
        guard inner.leave(.finished) else { return }
        parent.inners.remove(for: inner.key)
        guard let lane = inner.lane else { return parent.endPlace(nil) }
        lane.run { self.parent.endPlace(lane) }
    }

    private func forward(_ element: Output) {
        if !inner.isReplaced { parent.outlet.next(element) }
    }
}

extension Producer {
    /// Creates the sequence of an operator of the `flatMap` and `merge` family.
    convenience init<Input>(
        flatMapping source: Observable<Input>,
        _ policy: FlatMapPolicy,
        selector: @escaping (Input) throws -> Observable<Element>
    ) {
        self.init(
            sink: { FlatMapSink(policy, $0, selector: selector) },
            start: { sink in sink.start(source) }
        )
    }
}
