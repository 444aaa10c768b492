// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

/// Expects of each test that the observables, subscriptions and proxies that it made are gone when it ends.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        #if DEBUG
        let scope = ResourceScope()
        try await scope.count(function)
        #expect(scope.total == 0, "\(test.name) leaves \(scope.total) objects behind")
        #else
        try await function()
        #endif
    }
}

extension Trait where Self == LeavesNothing {
    static var leavesNothing: Self { Self() }
}
