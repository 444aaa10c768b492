// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite(.enabled(if: Resources.isTracking, "Objects are counted in debug builds only."))
struct ResourcesTests {
    @Test func everyLiveObjectCounts() {
        // Other tests run concurrently, so only a lower bound is certain.
        let subjects = (0..<5_000).map { _ in PublishSubject<Int>() }
        #expect(Resources.total >= 5_000)
        withExtendedLifetime(subjects) {}
    }

    #if DEBUG
    @Test func scopeCountsWhatIsMadeInsideWhereverItDies() {
        let scope = ResourceScope()
        let outside = PublishSubject<Int>()
        var inside: PublishSubject<Int>? = scope.count { PublishSubject() }
        #expect(scope.total == 1)
        let subscription = scope.count { inside?.map { $0 }.subscribe(outside) }
        #expect(scope.total > 1)
        subscription?.dispose()
        inside = nil
        #expect(scope.total == 1, "The disposed handle is still held by this test.")
        withExtendedLifetime(subscription) {}
    }
    #endif
}
