// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct ValuesTests {
    @Test func valuesGiveTheElementsAndTheEnd() async throws {
        var elements: [Int] = []
        for try await element in Observable.of(1, 2, 3).values { elements.append(element) }
        #expect(elements == [1, 2, 3])
    }

    @Test func valuesThrowTheErrorAfterTheElementsAndOnce() async throws {
        let source = Observable.concat(.of(1), .error(TestError()))
        var iterator = source.values.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: TestError()) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func fullBufferDropsTheOldest() async throws {
        #expect(try await collect(policy: .dropOldest(limit: 2)) == [4, 5])
    }

    @Test func fullBufferDropsTheNewest() async throws {
        #expect(try await collect(policy: .dropNewest(limit: 2)) == [1, 2])
    }

    @Test func fullBufferFails() async throws {
        let probe = ProbeSource()
        var iterator = probe.observable.values(bufferingPolicy: .fail(limit: 2)).makeAsyncIterator()
        for element in 1...3 { probe.send(.next(element)) }
        #expect(probe.disposedCount == 1)
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        await #expect(throws: RxError.self) { try await iterator.next() }
    }

    @Test func overflowStopsASourceThatSendsWhileItIsSubscribedTo() async throws {
        var asked = 0
        // Ends at some point, so that the test fails instead of running forever.
        let numbers = AnySequence<Int> {
            AnyIterator<Int> {
                asked += 1
                return asked <= 1_000 ? asked : nil
            }
        }
        let values = Observable<Int>.from(numbers).values(bufferingPolicy: .fail(limit: 10))
        #expect(asked == 11)
        var elements: [Int] = []
        await #expect(throws: RxError.self) {
            for try await element in values { elements.append(element) }
        }
        #expect(elements == Array(1...10))
    }

    @Test func defaultBufferIsBounded() async throws {
        let source = Observable.from(0..<1_000)
        var count = 0
        for try await _ in source.values { count += 1 }
        #expect(count == 256)
    }

    @Test func elementsReachAWaitingTask() async throws {
        let probe = ProbeSource()
        let values = probe.observable.values
        let consumer = Task {
            var elements: [Int] = []
            for try await element in values { elements.append(element) }
            return elements
        }
        for element in 1...100 {
            probe.send(.next(element))
            if element % 10 == 0 { await Task.yield() }
        }
        probe.send(.completed)
        #expect(try await consumer.value == Array(1...100))
    }

    @Test func valuesAreSharedBetweenTasks() async throws {
        let values = Observable.from(Array(1...100)).values
        @Sendable func collect() async throws -> [Int] {
            var elements: [Int] = []
            for try await element in values { elements.append(element) }
            return elements
        }
        async let first = collect()
        async let second = collect()
        let all = try await first + second
        #expect(all.sorted() == Array(1...100))
    }

    @Test func cancellationIsThrownAndEndsTheSubscription() async throws {
        let probe = ProbeSource()
        let values = probe.observable.values
        let consumer = Task {
            for try await _ in values {}
        }
        #expect(probe.subscribedCount == 1)
        consumer.cancel()
        await #expect(throws: CancellationError.self) { try await consumer.value }
        #expect(await eventually { probe.disposedCount == 1 })
    }

    @Test func aCancellationIsNoCompletionForTasksThatShareTheElements() async throws {
        let probe = ProbeSource()
        let values = probe.observable.values
        let waiting = Task {
            for try await _ in values {}
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // As a task that had an element in its hands meanwhile.
        var busy = values.makeAsyncIterator()
        await #expect(throws: CancellationError.self) { try await busy.next() }
        await #expect(throws: CancellationError.self) { try await busy.next() }
    }

    @Test func cancellationDropsWhatWaits() async throws {
        let source = Observable.of(1, 2, 3)
        let consumer = Task {
            // Cancelled before the first element is requested.
            while !Task.isCancelled { await Task.yield() }
            var elements: [Int] = []
            do {
                for try await element in source.concat(Observable.never()).values { elements.append(element) }
            } catch is CancellationError {
                elements.append(-1)
            }
            return elements
        }
        consumer.cancel()
        #expect(try await consumer.value == [-1])
    }

    @Test func cancellationAfterTheEndIsNotThrown() async throws {
        var iterator = Observable.of(1).values.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == nil)
        let copy = iterator
        let late = Task {
            var iterator = copy
            while !Task.isCancelled { await Task.yield() }
            return try await iterator.next()
        }
        late.cancel()
        #expect(try await late.value == nil)
    }

    @Test func droppedValuesEndTheSubscription() async throws {
        let probe = ProbeSource()
        var values: ObservableValues<Int>? = probe.observable.values
        #expect(probe.subscribedCount == 1 && probe.disposedCount == 0)
        _ = values
        values = nil
        #expect(probe.disposedCount == 1)
    }

    @Test func leavingTheLoopEndsTheSubscription() async throws {
        let probe = ProbeSource()
        let startWithOne = probe.observable.startWith(1)
        for try await _ in startWithOne.values { break }
        #expect(probe.disposedCount == 1)
    }

    private func collect(policy: ObservableValues<Int>.BufferingPolicy) async throws -> [Int] {
        var elements: [Int] = []
        for try await element in Observable.of(1, 2, 3, 4, 5).values(bufferingPolicy: policy) {
            elements.append(element)
        }
        return elements
    }

    @Test func asyncSequencesAreObserved() async {
        let stream = AsyncStream<Int> { continuation in
            for element in 1...3 { continuation.yield(element) }
            continuation.finish()
        }
        let observer = RawObserver<Int>()
        let subscription = stream.asObservable().subscribe(observer)
        #expect(await eventually { observer.events == ["1", "2", "3", "end"] })
        subscription.dispose()
    }

    @Test func errorsOfAsyncSequencesAreSent() async {
        let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: TestError()) }
        let cancelled = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: CancellationError()) }
        let (observer, other) = (RawObserver<Int>(), RawObserver<Int>())
        _ = stream.asObservable(priority: .high).subscribe(observer)
        _ = cancelled.asObservable().subscribe(other)
        #expect(await eventually { observer.events == ["error e1"] && other.events == ["end"] })
    }

    @Test func disposalCancelsTheIteration() async {
        let isCancelled = Guarded(false)
        let stream = AsyncStream<Int> { continuation in
            continuation.onTermination = { _ in isCancelled.change { $0 = true } }
        }
        stream.asObservable().subscribe(onNext: { _ in }).dispose()
        #expect(await eventually { isCancelled.value })
    }

    @Test func disposalEndsTheIterationOfASequenceThatIgnoresCancellation() async {
        let sequence = HeedlessSequence(count: 10)
        let observer = RawObserver<Int>()
        let subscription = sequence.asObservable().subscribe(observer)
        #expect(await eventually { sequence.log.value.asked == 2 })
        subscription.dispose()
        sequence.log.change { $0.isOpen = true }
        #expect(await eventually { sequence.log.value.isLeft })
        #expect(sequence.log.value.asked == 2)
        #expect(observer.events == ["1"])
    }
}

/// Gives one number, waits until it is opened, and gives the others, cancelled or not.
private struct HeedlessSequence: AsyncSequence {
    struct Log {
        /// How many elements were asked for.
        var asked = 0
        var isOpen = false
        /// Whether the iterator is gone.
        var isLeft = false
    }

    final class Iterator: AsyncIteratorProtocol {
        private let count: Int
        private let log: Guarded<Log>

        init(count: Int, log: Guarded<Log>) {
            (self.count, self.log) = (count, log)
        }

        deinit { log.change { $0.isLeft = true } }

        func next() async -> Int? {
            let asked = log.change { log in
                log.asked += 1
                return log.asked
            }
            while asked > 1, !log.value.isOpen { await Task.yield() }
            return asked > count ? nil : asked
        }
    }

    let count: Int
    let log = Guarded(Log())

    func makeAsyncIterator() -> Iterator { Iterator(count: count, log: log) }
}
