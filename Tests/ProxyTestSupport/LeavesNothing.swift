// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
public import Testing

/// Expects that no observables, subscriptions and proxies of a test are left when it ends.
public struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
    /// Each test of a suite is checked separately.
    public var isRecursive: Bool { true }

    /// Runs a test and counts the remaining objects.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        #if DEBUG
        let scope = ResourceScope()
        try await scope.count(function)
        // A concurrent test may be listing all proxies, and briefly retain those of this one.
        let deadline = ContinuousClock.Instant.patience
        while scope.total != 0, ContinuousClock.now < deadline { await Task.yield() }
        #expect(scope.total == 0, "\(test.name) leaves \(scope.total) objects behind")
        #else
        try await function()
        #endif
    }
}

extension Trait where Self == LeavesNothing {
    /// The test leaves no observable, subscription or proxy behind.
    public static var leavesNothing: Self { Self() }
}
