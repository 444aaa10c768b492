// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Synchronization
import Testing

@Suite struct SchedulerTests {
    @Test func trampolineDoesTheFirstWorkAtOnceAndTheRestInOrder() {
        var log: [String] = []
        func note(_ text: String) -> any Disposable {
            log.append(text)
            return Disposables.create()
        }
        #expect(CurrentThreadScheduler.isScheduleRequired)
        _ = CurrentThreadScheduler.instance.schedule(()) {
            #expect(!CurrentThreadScheduler.isScheduleRequired)
            _ = note("begin")
            _ = CurrentThreadScheduler.instance.schedule(()) {
                _ = note("first")
                _ = CurrentThreadScheduler.instance.schedule(()) { note("third") }
                return note("still first")
            }
            _ = CurrentThreadScheduler.instance.schedule(()) { note("second") }
            return note("end")
        }
        #expect(log == ["begin", "end", "first", "still first", "second", "third"])
        #expect(CurrentThreadScheduler.isScheduleRequired)
    }

    @Test func trampolineSkipsCancelledWork() {
        var wasDone = false
        _ = CurrentThreadScheduler.instance.schedule(()) {
            CurrentThreadScheduler.instance.schedule(()) {
                wasDone = true
                return Disposables.create()
            }.dispose()
            return Disposables.create()
        }
        #expect(!wasDone)
    }

    @Test func recursionOnTheTrampolineNeedsNoStack() {
        var count = 0
        _ = CurrentThreadScheduler.instance.scheduleRecursive(0) { round, recurse in
            count += 1
            if round < 50_000 { recurse(round + 1) }
        }
        #expect(count == 50_001)
    }

    /// As `ConcurrentMainScheduler` does on the main queue.
    private struct InlineScheduler: ImmediateSchedulerType {
        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            action(state)
        }
    }

    @Test func recursionOnASchedulerThatRunsWorkAtOnceNeedsNoStack() {
        var rounds: [Int] = []
        _ = InlineScheduler().scheduleRecursive(0) { round, recurse in
            rounds.append(round)
            if round < 50_000 { recurse(round + 1) }
        }
        #expect(rounds == Array(0...50_000))
        var count = 0
        _ = Observable.from(0..<50_000, scheduler: InlineScheduler()).subscribe(onNext: { _ in count += 1 })
        #expect(count == 50_000)
    }

    @Test func recursionStopsWithItsDisposal() {
        let scheduler = VirtualScheduler()
        var rounds: [Int] = []
        let recursion = scheduler.scheduleRecursive(0) { round, recurse in
            rounds.append(round)
            recurse(round + 1)
        }
        scheduler.run(until: 3)
        recursion.dispose()
        scheduler.run(until: 10)
        #expect(rounds == [0, 1, 2])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func defaultPeriodUsesOneTimerAfterTheOther() {
        let scheduler = VirtualScheduler()
        var ticks: [String] = []
        let timer = scheduler.schedulePeriodic(0, startAfter: .seconds(3), period: .seconds(2)) { count in
            ticks.append("\(scheduler.step):\(count)")
            return count + 1
        }
        scheduler.run(until: 8)
        timer.dispose()
        scheduler.run(until: 20)
        #expect(ticks == ["3:0", "5:1", "7:2"])
    }

    @Test func serialQueueKeepsTheOrderAndDoesOneAtATime() async {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        let log = Guarded<[Int]>([])
        let insideCount = Atomic<Int>(0)
        for number in 0..<200 {
            _ = scheduler.schedule(number) { number in
                #expect(insideCount.add(1, ordering: .sequentiallyConsistent).newValue == 1)
                log.change { $0.append(number) }
                insideCount.subtract(1, ordering: .sequentiallyConsistent)
                return Disposables.create()
            }
        }
        #expect(await eventually { log.value.count == 200 })
        #expect(log.value == Array(0..<200))
    }

    @Test func concurrentQueueDoesSeveralAtATime() async {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let arrived = Guarded(0)
        let hasMet = Guarded(0)
        for _ in 0..<2 {
            _ = scheduler.schedule(()) {
                arrived.change { $0 += 1 }
                if waitUntil({ arrived.value == 2 }) { hasMet.change { $0 += 1 } }
                return Disposables.create()
            }
        }
        #expect(await eventually { hasMet.value == 2 })
    }

    @Test func disposedWorkIsNotDone() async {
        let queue = DispatchQueue(label: "suspended")
        let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
        let log = Guarded<[String]>([])
        queue.suspend()
        scheduler.schedule(()) {
            log.change { $0.append("cancelled") }
            return Disposables.create()
        }.dispose()
        _ = scheduler.schedule(()) {
            log.change { $0.append("done") }
            return Disposables.create()
        }
        queue.resume()
        #expect(await eventually { !log.value.isEmpty })
        #expect(log.value == ["done"])
    }

    @Test func timersFireInOrderAndLetGoOfTheirWork() async {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
        let log = Guarded<[Int]>([])
        let isGone = Guarded(false)
        do {
            let token = Token { isGone.change { $0 = true } }
            for delay in [30, 5] {
                _ = scheduler.scheduleRelative(delay, dueTime: .milliseconds(delay)) { delay in
                    _ = token
                    log.change { $0.append(delay) }
                    return Disposables.create()
                }
            }
            scheduler.scheduleRelative((), dueTime: .seconds(3600)) {
                _ = token
                return Disposables.create()
            }.dispose()
        }
        #expect(await eventually { log.value == [5, 30] })
        #expect(await eventually { isGone.value })
    }

    @Test func periodicTimerCarriesItsStateUntilItIsDisposed() async {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let log = Guarded<[Int]>([])
        let timer = scheduler.schedulePeriodic(1, startAfter: .milliseconds(1), period: .milliseconds(1)) { state in
            log.change { $0.append(state) }
            return state + 1
        }
        #expect(await eventually { log.value.count >= 4 })
        timer.dispose()
        #expect(log.value.prefix(4) == [1, 2, 3, 4])
    }

    @Test func timesAddAndCompare() {
        let start = RxTime(nanoseconds: 1_000)
        #expect(start.addingDispatchInterval(.microseconds(2)).nanoseconds == 3_000)
        #expect(start.addingTimeInterval(0.5).timeIntervalSince(start) == 0.5)
        #expect(start.addingDispatchInterval(.never).nanoseconds == .max)
        #expect(start < start.addingDispatchInterval(.nanoseconds(1)))
        #expect(RxTime() <= RxTime())
    }

    @Test func timesStopAtTheEarliestAndTheLatest() {
        let (earliest, latest) = (RxTime(nanoseconds: .min), RxTime(nanoseconds: .max))
        for time in [earliest, RxTime(nanoseconds: -5), RxTime(nanoseconds: 5), latest] {
            #expect(time.addingTimeInterval(.infinity) == latest)
            #expect(time.addingTimeInterval(1e300) == latest)
            #expect(time.addingTimeInterval(-.infinity) == earliest)
            #expect(time.addingTimeInterval(-1e300) == earliest)
            #expect(time.addingTimeInterval(.nan) == time)
            #expect(time.addingDispatchInterval(.never) == latest)
        }
        #expect(latest.addingTimeInterval(1) == latest)
        #expect(earliest.addingTimeInterval(-1) == earliest)
        #expect(latest.addingDispatchInterval(.nanoseconds(1)) == latest)
        #expect(earliest.addingDispatchInterval(.nanoseconds(-1)) == earliest)
        #expect(earliest.addingDispatchInterval(.seconds(.min)) == earliest)
    }

    @Test func differencesOfExtremeTimesAreRight() {
        let (earliest, latest) = (RxTime(nanoseconds: .min), RxTime(nanoseconds: .max))
        #expect(latest.timeIntervalSince(earliest) == 0x1p64 / 1e9)
        #expect(earliest.timeIntervalSince(latest) == -0x1p64 / 1e9)
        #expect(latest.timeIntervalSince(latest) == 0)
        #expect(latest.timeIntervalSince(RxTime(nanoseconds: .max - 3)) == 3 / 1e9)
    }

    @Test func clockAtItsEndsDoesNotStopATimedOperator() {
        let scheduler = ExtremeScheduler()
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>()
        _ = subject.throttle(.never, scheduler: scheduler).subscribe(observer)
        _ = subject.throttle(.seconds(.max), scheduler: scheduler).subscribe(observer)
        subject.onNext(1)
        scheduler.clock.change { $0 = .max }
        subject.onNext(2)
        scheduler.clock.change { $0 = .min }
        subject.onNext(3)
        #expect(observer.events == ["1", "1", "2"])
    }
}

/// Keeps its work and has a clock that jumps.
private final class ExtremeScheduler: SchedulerType, Sendable {
    let clock = Guarded(Int64.min)

    var now: RxTime { RxTime(nanoseconds: clock.value) }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        Disposables.create()
    }

    func scheduleRelative<State>(
        _ state: State,
        dueTime: RxTimeInterval,
        action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        Disposables.create()
    }
}

/// Reports its deallocation.
private final class Token: Sendable {
    private let onDeinit: @Sendable () -> Void
    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
}
