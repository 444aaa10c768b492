// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct MainSchedulerTests {
    @Test @MainActor func workFromTheMainQueueIsDoneAtOnce() {
        var log: [String] = []
        _ = MainScheduler().schedule(()) {
            log.append("inside")
            return Disposables.create()
        }
        log.append("after")
        #expect(log == ["inside", "after"])
        MainScheduler.ensureExecutingOnScheduler()
        MainScheduler.ensureRunningOnMainThread()
    }

    @Test @MainActor func asyncInstanceAlwaysGoesThroughTheQueue() async {
        let log = Guarded<[String]>([])
        _ = MainScheduler.asyncInstance.schedule(()) {
            log.change { $0.append("inside") }
            return Disposables.create()
        }
        #expect(log.value.isEmpty)
        #expect(await eventually { log.value == ["inside"] })
    }

    @Test func workFromElsewhereIsDoneOnTheMainQueue() async {
        let wasOnMain = Guarded<[Bool]>([])
        let schedulers: [any SchedulerType] = [MainScheduler.instance, ConcurrentMainScheduler.instance]
        for scheduler in schedulers {
            _ = scheduler.schedule(()) {
                MainScheduler.ensureExecutingOnScheduler()
                wasOnMain.change { $0.append(true) }
                return Disposables.create()
            }
        }
        #expect(await eventually { wasOnMain.value.count == 2 })
    }

    @Test @MainActor func nestedWorkWaitsOnTheSerialOneAndNotOnTheConcurrentOne() async {
        let scheduler = MainScheduler()
        let log = Guarded<[String]>([])
        func note(_ text: String) -> any Disposable {
            log.change { $0.append(text) }
            return Disposables.create()
        }
        _ = scheduler.schedule(()) {
            _ = scheduler.schedule(()) { note("serial") }
            _ = ConcurrentMainScheduler.instance.schedule(()) { note("concurrent") }
            return note("outer")
        }
        #expect(await eventually { log.value.count == 3 })
        #expect(log.value == ["concurrent", "outer", "serial"])
    }

    @Test @MainActor func aLongSequenceLeavesTheMainQueueToOthers() async {
        let count = Guarded(0)
        let subscription = Observable.from(0..<1_000, scheduler: MainScheduler.instance)
            .subscribe(onNext: { _ in count.change { $0 += 1 } })
        #expect(count.value < 1_000)
        #expect(await eventually { count.value == 1_000 })
        subscription.dispose()
    }

    @Test func otherThreadsAreNotTheMainThread() async {
        await #expect(processExitsWith: .failure) {
            DispatchQueue(label: "elsewhere").async { MainScheduler.ensureRunningOnMainThread() }
            // The process is stopped by the call above; this is how long it may take.
            try await Task.sleep(for: .seconds(20))
        }
    }

    @Test func otherQueuesAreNotTheMainQueue() async {
        await #expect(processExitsWith: .failure) {
            DispatchQueue(label: "elsewhere").sync { MainScheduler.ensureExecutingOnScheduler(errorMessage: "no") }
        }
    }
}
