// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reactive

/// Sending is tested without a scheduler: nobody runs the main queue inside a callback in the tests' process, because
/// its asynchronous `main` has given up the first thread.
@Suite struct WaitingEventsTests {
    /// A second owner of an element's memory would stop the program; so a process of its own tries it.
    @Test func anElementSentInsideTheCallbackOfAnotherOneHasMemoryOfItsOwn() async {
        await #expect(processExitsWith: .success) {
            let deaths = Guarded(0)
            let waiting = WaitingEvents<Mortal>()
            for _ in 1...3 { waiting.append(Mortal { deaths.change { $0 += 1 } }) }
            let observer = NestingObserver(waiting)
            observer.sendNext()
            precondition(observer.received == 3)
            precondition(deaths.value == 3)
        }
    }

    @Test func anEndInsideTheCallbackOfAnElementIsSent() {
        let waiting = WaitingEvents<Mortal>()
        waiting.append(Mortal {})
        waiting.append(.completed)
        let observer = NestingObserver(waiting)
        observer.sendNext()
        #expect(observer.received == 1 && observer.isCompleted)
    }
}

/// An element whose death is told.
private final class Mortal {
    private let onDeath: () -> Void
    init(_ onDeath: @escaping () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }
}

/// Sends the next event from inside each callback.
private final class NestingObserver: ObserverBase<Mortal> {
    private(set) var received = 0
    private(set) var isCompleted = false
    private let waiting: WaitingEvents<Mortal>
    private let disposer = SinkDisposer()

    init(_ waiting: WaitingEvents<Mortal>) {
        self.waiting = waiting
    }

    func sendNext() {
        _ = waiting.sendFirst(to: Outlet(observer: self, disposer: disposer))
    }

    override func onNext(_ element: Mortal) {
        received += 1
        withExtendedLifetime(element) { sendNext() }
    }

    override func onCompleted() {
        isCompleted = true
    }
}
