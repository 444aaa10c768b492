// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
public import Testing

/// Expects of each test that the observables, subscriptions and proxies that it made are gone when it ends.
public struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
    /// Every test of a suite is looked at by itself.
    public var isRecursive: Bool { true }

    /// Runs a test and counts what is left.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        #if DEBUG
        let scope = ResourceScope()
        try await scope.count(function)
        // A test beside this one may be listing all proxies, and hold those of this one meanwhile.
        let deadline = ContinuousClock.now + .seconds(10)
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
