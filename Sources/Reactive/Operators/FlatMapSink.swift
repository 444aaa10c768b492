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
/// sent. As in RxSwift, a source that sends from inside a subscription nests one call in the other. All events leave
/// through `exit`, one at a time.
///
/// An element that finds the gate taken is left to the thread inside, and its sender goes on. What the sender sends next
/// must not overtake it. So, while such elements wait, subscriptions are made inside the gate, in order, and one that
/// blocks holds the others and the source's error back. With `.atMost`, waiting sequences start one after the other, so one
/// whose subscription blocks holds back the starts of others, and the places that become free. Two policies need no order: with `.latest` an outdated sequence
/// is skipped, and with `.first` the elements are.
final class FlatMapSink<Input, Output>: Sink<Input, Output> {
    private let policy: FlatMapPolicy
    private let selector: (Input) throws -> Observable<Output>
    private let book: FlatMapBook
    fileprivate let inners = CompositeDisposable()
    fileprivate let exit = SerialGate()
    private let gate = SerialGate()
    /// With `.atMost`, where sequences that have waited are subscribed to.
    ///
    /// One that ends during its subscription lets the next one wait for the end of that, so the stack doesn't grow with
    /// their number.
    fileprivate let starts: SerialGate?
    /// With `.latest`, the subscriptions for elements that were left in the gate; at most the last one isn't outdated.
    private let later = LaterWork()
    /// Used inside the gate.
    private var latest: InnerSequence?
    /// With `.latest`, counts the sequences; used inside the gate.
    private var number = 0
    /// The number of the sequence that the last element came from; used inside the exit.
    private var sentNumber = 0

    init(_ policy: FlatMapPolicy, _ outlet: Outlet<Output>, selector: @escaping (Input) throws -> Observable<Output>) {
        self.policy = policy
        self.selector = selector
        book = FlatMapBook(placeCount: policy.placeCount)
        starts = if case .atMost = policy { SerialGate() } else { nil }
        super.init(outlet)
    }

    func start(_ source: Observable<Input>) -> any Disposable {
        Disposables.create(source.attach(self), inners)
    }

    override func onNext(_ element: Input) {
        guard gate.enter() else {
            // Decided now: the sequence that is running may have ended when the element's turn comes.
            if case .first = policy, !book.isIdle { return }
            gate.enqueue { self.received(element) }
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
            var isEnd = false
            if replaced != nil {
                // Elements can still come when the source has ended, from a thread that was late.
                if case .end = book.end() { isEnd = true }
                number += 1
                sentNumber = number
            }
            let isOutside = leaveGate()
            if let replaced { inners.remove(for: replaced.key) }
            if !outlet.isDisposed { source.sendElements(to: outlet.observer) }
            if isEnd { outlet.completed() }
            exit.leave()
            if !isOutside { gate.leave() }
        } else {
            let begun = begin(source)
            let isOutside = leaveGate()
            if let begun { subscribe(to: source, begun) }
            if !isOutside { gate.leave() }
        }
    }

    /// Leaves the gate before a subscription; `false` if that must be made inside, because elements wait that come later.
    private func leaveGate() -> Bool {
        if gate.tryLeave() { return true }
        switch policy {
        case .all, .atMost: return false
        case .first, .latest:
            gate.leave()
            return true
        }
    }

    /// Takes an element that has waited in the gate. Called inside the gate.
    private func received(_ element: Input) {
        guard let source = sequence(for: element) else { return }
        if case .latest = policy {
            let turn = SerialGate()
            guard turn.enter(), let begun = begin(source, turn: turn) else { return }
            later.add {
                self.subscribe(to: source, begun)
                turn.leave()
            }
        } else if source.isImmediate, enterExit() {
            if !outlet.isDisposed { source.sendElements(to: outlet.observer) }
            exit.leave()
        } else if let begun = begin(source) {
            subscribe(to: source, begun)
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
    private func begin(_ source: Observable<Output>, turn: SerialGate? = nil) -> BegunSequence? {
        let replaced = takeLatest()
        // The place of a replaced sequence passes to its successor.
        guard replaced != nil || book.begin(source), let inner = makeInner(turn: turn) else { return nil }
        if case .latest = policy {
            number += 1
            inner.number = number
            latest = inner
        }
        return BegunSequence(inner: inner, replaced: replaced)
    }

    /// The latest sequence, if it was running until now; what it sends from here on is dropped.
    private func takeLatest() -> InnerSequence? {
        guard let latest = latest.take(), latest.leave(.replaced) else { return nil }
        return latest
    }

    /// A sequence whose subscription is disposed of with this one; `nil` if that has happened.
    private func makeInner(turn: SerialGate? = nil) -> InnerSequence? {
        let subscription = SingleAssignmentDisposable()
        guard let key = inners.insert(subscription) else { return nil }
        return InnerSequence(subscription, key, turn)
    }

    private func subscribe(to source: Observable<Output>, _ begun: BegunSequence) {
        let inner = begun.inner
        if let replaced = begun.replaced { inners.remove(for: replaced.key) }
        // Another thread may have replaced it before its turn, or ended everything.
        if inner.isReplaced || outlet.isDisposed { return }
        attach(source, inner)
    }

    /// Sends an element inside the exit, unless a later sequence has already sent one.
    @inline(__always)
    fileprivate func forward(_ element: Output, from inner: InnerSequence) {
        guard inner.number >= sentNumber else { return }
        sentNumber = inner.number
        outlet.next(element)
    }

    private func attach(_ source: Observable<Output>, _ inner: InnerSequence) {
        inner.subscription.setDisposable(source.attach(InnerObserver(parent: self, inner: inner)))
    }

    /// Frees the place of a sequence that has ended, for the one that has waited longest.
    fileprivate func endPlace() {
        switch book.end() {
        case .next(let source): start(source)
        case .end: complete()
        case .nothing: break
        }
    }

    /// Subscribes to a sequence that has waited, and to those that have a place afterwards.
    private func start(_ first: AnyObject) {
        var next: AnyObject? = first
        while let source = next {
            // The callback of the terminal event may have brought this about, before the disposal that follows it.
            guard !outlet.isDisposed, let inner = makeInner() else { return }
            attach(unsafeDowncast(source, to: Observable<Output>.self), inner)
            next = book.started()
        }
    }

    /// Sends an error of the source or the selector. Called inside the gate.
    private func fail(_ error: any Error) {
        guard let turn = latest?.turn else { return exit.run { self.outlet.error(error) } }
        turn.run {
            self.exit.run { self.outlet.error(error) }
        }
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
private final class InnerSequence {
    enum State: UInt8, AtomicRepresentable {
        case running
        /// It has ended; earlier elements may still be waiting for the exit.
        case finished
        /// It was replaced; elements that come now are dropped.
        case replaced
    }

    let subscription: SingleAssignmentDisposable
    let key: CompositeDisposable.DisposeKey
    /// Taken until the subscription has returned, if that is made later; the source's error, which comes after, waits.
    let turn: SerialGate?
    /// Set before the subscription.
    var number = 0
    private let state = Atomic<State>(.running)

    init(_ subscription: SingleAssignmentDisposable, _ key: CompositeDisposable.DisposeKey, _ turn: SerialGate?) {
        self.subscription = subscription
        self.key = key
        self.turn = turn
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
        if inner.isReplaced { return }
        // An element that has to wait has come before a switch that follows, and is sent nevertheless.
        guard parent.exit.enter() else {
            return parent.exit.enqueue { self.parent.forward(element, from: self.inner) }
        }
        parent.forward(element, from: inner)
        parent.exit.leave()
    }

    override func onError(_ error: any Error) {
        // Decided now: while the error waits for the exit, a switch to another sequence comes too late.
        guard inner.leave(.finished) else { return }
        parent.exit.run { self.parent.outlet.error(error) }
    }

    override func onCompleted() {
        // A replaced sequence has no place any more.
        guard inner.leave(.finished) else { return }
        parent.inners.remove(for: inner.key)
        guard let starts = parent.starts else { return parent.endPlace() }
        starts.run { self.parent.endPlace() }
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
