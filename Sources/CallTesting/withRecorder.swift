// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Runs a test with a recorder of its own, so that tests that run at the same time don't see each other's calls.
///
/// Proxies that are made inside use the recorder unless they are given another. Expectations such as `expectCalls` look
/// at it. If one of them fails, or the test throws, what was recorded is attached to the test, as lines of JSON and as
/// the inspector page. The environment variable `INSPECTOR_TEST_RECORDINGS` names a folder where both are saved as well.
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
///   - fileID: Of the test; with the function it names the saved files.
///   - function: The test.
///   - body: The test. Gets the recorder.
/// - Returns: What `body` returns.
@discardableResult
public func withRecorder<Value>(
    _ configuration: RecorderConfiguration = .test,
    fileID: StaticString = #fileID,
    function: StaticString = #function,
    _ body: (Recorder) throws -> Value
) rethrows -> Value {
    let scope = TestScope(configuration, fileID: fileID, function: function)
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
    fileID: StaticString = #fileID,
    function: StaticString = #function,
    _ body: (Recorder) async throws -> Value
) async rethrows -> Value {
    try await TestScope(configuration, fileID: fileID, function: function).run(isolation: isolation, body)
}

extension TestScope {
    /// Runs a test in the scope.
    func run<Value>(
        isolation: isolated (any Actor)?,
        _ body: (Recorder) async throws -> Value
    ) async rethrows -> Value {
        var hasThrown = true
        defer { end(hasThrown: hasThrown) }
        let value = try await Self.$current.withValue(
            self,
            operation: { try await Recorder.withCurrent(recorder) { try await body(recorder) } },
            isolation: isolation
        )
        hasThrown = false
        return value
    }
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
