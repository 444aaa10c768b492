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
/// It has two gates: its own tracks running, waiting and finished sequences and subscribes; `exit` only passes events
/// on. Events sent during a subscription therefore get through at once, and an end during a subscription is handled
/// after it, without recursion.
final class FlatMapSink<Input, Output>: SerialSink<Input, Output> {
    private let policy: FlatMapPolicy
    private let selector: (Input) throws -> Observable<Output>
    private let inners = CompositeDisposable()
    fileprivate let exit = SerialGate()

    private var running = 0
    private var isSourceDone = false
    private var waiting = Queue<Observable<Output>>()
    private var latest: (inner: InnerSequence, key: CompositeDisposable.DisposeKey)?

    init(_ policy: FlatMapPolicy, _ outlet: Outlet<Output>, selector: @escaping (Input) throws -> Observable<Output>) {
        self.policy = policy
        self.selector = selector
        super.init(outlet)
    }

    func start(_ source: Observable<Input>) -> any Disposable {
        Disposables.create(source.attach(self), inners)
    }

    override func received(_ element: Input) {
        if case .first = policy, running > 0 { return }
        do {
            let inner = try selector(element)
            switch policy {
            case .atMost(let limit) where running >= limit: waiting.append(inner)
            default: subscribe(to: inner)
            }
        } catch {
            failed(error)
        }
    }

    override func failed(_ error: any Error) {
        exit.run { self.outlet.error(error) }
    }

    override func finished() {
        isSourceDone = true
        completeIfDone()
    }

    fileprivate func finished(_ inner: InnerSequence, _ key: CompositeDisposable.DisposeKey) {
        // A replaced sequence is no longer tracked.
        guard inner.leave(.finished) else { return }
        inners.remove(for: key)
        running -= 1
        while case .atMost(let limit) = policy, running < limit, let next = waiting.popFirst() { subscribe(to: next) }
        completeIfDone()
    }

    private func subscribe(to source: Observable<Output>) {
        if source.isImmediate, sendAtOnce(source) { return }
        let inner = InnerSequence()
        guard let key = inners.insert(inner.subscription) else { return }
        if case .latest = policy { replaceLatest(by: inner, key) }
        running += 1
        inner.subscription.setDisposable(source.attach(InnerObserver(parent: self, inner: inner, key: key)))
    }

    /// Avoids the subscription to an immediate sequence.
    ///
    /// Not with `.first`: an element sent from inside the callback must count as arriving while a sequence is running.
    private func sendAtOnce(_ source: Observable<Output>) -> Bool {
        if case .first = policy { return false }
        guard exit.enter() else { return false }
        if case .latest = policy { forgetLatest() }
        if !outlet.isDisposed { source.sendElements(to: outlet.observer) }
        exit.leave()
        return true
    }

    private func replaceLatest(by inner: InnerSequence, _ key: CompositeDisposable.DisposeKey) {
        forgetLatest()
        latest = (inner, key)
    }

    private func forgetLatest() {
        guard let latest, latest.inner.leave(.replaced) else { return }
        running -= 1
        inners.remove(for: latest.key)
    }

    private func completeIfDone() {
        guard isSourceDone, running == 0 else { return }
        exit.run { self.outlet.completed() }
    }
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

    let subscription = SingleAssignmentDisposable()
    private let state = Atomic<State>(.running)

    var isReplaced: Bool { state.load(ordering: .relaxed) == .replaced }

    /// Ends the running state; `true` for the first caller.
    func leave(_ next: State) -> Bool {
        state.compareExchange(expected: .running, desired: next, ordering: .acquiringAndReleasing).exchanged
    }
}

private final class InnerObserver<Input, Output>: ObserverBase<Output> {
    private let parent: FlatMapSink<Input, Output>
    private let inner: InnerSequence
    private let key: CompositeDisposable.DisposeKey

    init(parent: FlatMapSink<Input, Output>, inner: InnerSequence, key: CompositeDisposable.DisposeKey) {
        self.parent = parent
        self.inner = inner
        self.key = key
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
        parent.gate.run { self.parent.finished(self.inner, self.key) }
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
