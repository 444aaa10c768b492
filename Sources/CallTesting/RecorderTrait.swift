// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
internal import ProxyCore
public import Testing

/// Gives each test a recorder of its own, as `withRecorder` does.
public struct RecorderTrait: TestTrait, SuiteTrait, TestScoping {
    /// Each test of a suite has its own.
    public var isRecursive: Bool { true }

    /// Runs a test with a recorder.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let file = test.sourceLocation.fileName.prefix { $0 != "." }
        let scope = TestScope(.test, name: "\(file)-\(test.name.prefix { $0 != "(" })")
        try await scope.run(isolation: nil) { _ in try await function() }
    }
}

extension Trait where Self == RecorderTrait {
    /// Gives each test a recorder of its own.
    ///
    /// ```swift
    /// @Suite(.recorder) struct FeedTests { … }
    /// ```
    public static var recorder: Self { Self() }
}
#endif
