// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Runs a test with a recorder of its own, so that tests that run at the same time don't see each other's calls.
///
/// Proxies that are made inside use the recorder unless they are given another. Expectations such as `expectCalls` look
/// at it. If one of them fails, or the test throws, what was recorded is attached to the test.
///
/// ```swift
/// @Test func titlesAreRead() throws {
///     try withRecorder { _ in
///         let reader = FeedReader()
///         try reader.read(feed)
///         expectCalls("selector:didFindTitle*", count: 2)
///     }
/// }
/// ```
///
/// - Parameters:
///   - configuration: Of the recorder. Default: records everything, in at most 16 MB.
///   - body: The test. Gets the recorder.
/// - Returns: What `body` returns.
@discardableResult
public func withRecorder<Value>(
    _ configuration: RecorderConfiguration = .test,
    _ body: (Recorder) throws -> Value
) rethrows -> Value {
    let scope = TestScope(Recorder(configuration))
    var hasThrown = true
    defer { scope.end(hasThrown: hasThrown) }
    let value = try TestScope.$current.withValue(scope) {
        try Recorder.withCurrent(scope.recorder) { try body(scope.recorder) }
    }
    hasThrown = false
    return value
}

/// Runs an async test with a recorder of its own.
///
/// - SeeAlso: The function for tests that are not async.
@discardableResult
public func withRecorder<Value>(
    _ configuration: RecorderConfiguration = .test,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Recorder) async throws -> Value
) async rethrows -> Value {
    let scope = TestScope(Recorder(configuration))
    var hasThrown = true
    defer { scope.end(hasThrown: hasThrown) }
    let value = try await TestScope.$current.withValue(
        scope,
        operation: { try await Recorder.withCurrent(scope.recorder) { try await body(scope.recorder) } },
        isolation: isolation
    )
    hasThrown = false
    return value
}

extension RecorderConfiguration {
    /// For a recorder that lives as long as a test: it records everything, waits instead of dropping calls, and stores
    /// at most 16 MB.
    public static var test: RecorderConfiguration {
        var configuration = RecorderConfiguration()
        configuration.store(megabytes: 16)
        configuration.overflowPolicy = .wait
        return configuration
    }
}
