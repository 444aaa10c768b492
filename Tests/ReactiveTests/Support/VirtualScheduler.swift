// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive

/// A scheduler whose clock is advanced by the test. One step is one second of the scheduler's time.
///
/// Immediate work runs one step later, so that cause and effect have different times.
final class VirtualScheduler: SchedulerType, Sendable {
    private struct Work {
        let step: Int
        let number: Int
        let body: () -> Void
    }

    private struct State {
        var step = 0
        var number = 0
        var work: [Work] = []
    }

    private let state = Guarded(State())

    var step: Int { state.value.step }
    var now: RxTime { RxTime(nanoseconds: Int64(step) * 1_000_000_000) }
    var pendingCount: Int { state.value.work.count }

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable {
        at(step) { _ = action(state) }
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let due = now.addingDispatchInterval(dueTime)
        return at(Int(due.nanoseconds / 1_000_000_000)) { _ = action(state) }
    }

    /// Runs `body` at `step`, or at the next step if that has passed.
    @discardableResult
    func at(_ step: Int, _ body: @escaping () -> Void) -> any Disposable {
        let number = state.change { state in
            state.number += 1
            state.work.append(Work(step: max(step, state.step + 1), number: state.number, body: body))
            return state.number
        }
        return Disposables.create {
            // Removed work is released outside the lock.
            _ = self.state.change { state in
                state.work.firstIndex { $0.number == number }.map { state.work.remove(at: $0) }
            }
        }
    }

    /// Runs all work that is due up to and including `step`, in order.
    func run(until step: Int) {
        while let work = next(until: step) { work.body() }
        state.change { $0.step = max($0.step, step) }
    }

    private func next(until step: Int) -> Work? {
        state.change { state in
            let due = state.work.indices.filter { state.work[$0].step <= step }
            guard let index = due.min(by: { before(state.work[$0], state.work[$1]) }) else { return nil }
            let work = state.work.remove(at: index)
            state.step = max(state.step, work.step)
            return work
        }
    }

    private func before(_ lhs: Work, _ rhs: Work) -> Bool {
        (lhs.step, lhs.number) < (rhs.step, rhs.number)
    }
}

extension VirtualScheduler {
    /// Subscribes at 200, disposes at 1000 or at `disposed`, and returns the events with their steps: `210 a`.
    func record<Element>(
        disposed: Int = 1000,
        _ make: @escaping () -> Observable<Element>
    ) -> [String] {
        let observer = RawObserver<Element>(clock: { "\(self.step) " })
        let subscription = SerialDisposable()
        at(200) { subscription.disposable = make().subscribe(observer) }
        at(disposed) { subscription.dispose() }
        run(until: 1000)
        return observer.events
    }

    /// A source that sends whether or not it has subscribers.
    func hot(_ events: (Int, Event<Int>)...) -> TimedSource {
        let source = TimedSource(scheduler: self)
        for (step, event) in events {
            at(step) { source.send(event) }
        }
        return source
    }

    /// A source that starts anew for each subscriber; steps count from the subscription.
    func cold(_ events: (Int, Event<Int>)...) -> TimedSource {
        TimedSource(scheduler: self, cold: events)
    }
}

/// The source of a timed test, with a log of its subscriptions: `200-210`.
final class TimedSource: ObservableType, Sendable {
    typealias Element = Int

    private let scheduler: VirtualScheduler
    private let coldEvents: [(Int, Event<Int>)]
    private let observers = Guarded(Bag<AnyObserver<Int>>())
    private let spans = Guarded<[(Int, Int?)]>([])

    init(scheduler: VirtualScheduler, cold: [(Int, Event<Int>)] = []) {
        self.scheduler = scheduler
        coldEvents = cold
    }

    var subscriptions: [String] {
        spans.value.map { start, end in "\(start)-\(end.map(String.init) ?? "")" }
    }

    func send(_ event: Event<Int>) {
        observers.value.forEach { $0.on(event) }
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
        let observer = observer.asObserver()
        let key = observers.change { $0.insert(observer) }
        let index = spans.change { spans in
            spans.append((scheduler.step, nil))
            return spans.count - 1
        }
        let timers = coldEvents.map { step, event in
            scheduler.at(scheduler.step + step) { observer.on(event) }
        }
        return Disposables.create {
            _ = self.observers.change { $0.removeKey(key) }
            self.spans.change { $0[index].1 = self.scheduler.step }
            for timer in timers { timer.dispose() }
        }
    }
}
