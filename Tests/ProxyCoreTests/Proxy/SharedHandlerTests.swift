// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@testable import ProxyCore

@Suite struct SharedHandlerTests {
    /// A call while the handler of the last user is being removed, and a new user has installed it again.
    @Test func aCallBetweenTheLastUserAndTheNextSendsItsElementOnce() {
        var handlers: [() -> Void] = []
        var onRemoval: () -> Void = {}
        let shared = SharedHandler<Int> { installation in
            handlers.append { installation.subject.onNext(1) }
            return Disposables.create { onRemoval() }
        }
        var seen: [Int] = []
        let subscription = shared.subject.subscribe(onNext: { seen.append($0) })
        let first = shared.use()
        var second: (any Disposable)?
        onRemoval = {
            onRemoval = {}
            second = shared.use()
            // Both handlers are installed, as a call finds them now.
            for handler in handlers { handler() }
        }
        first.dispose()
        #expect(handlers.count == 2 && seen == [1])
        second?.dispose()
        for handler in handlers { handler() }
        #expect(seen == [1])
        subscription.dispose()
    }
}
