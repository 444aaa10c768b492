// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore
internal import Synchronization

/// A test that runs with a recorder of its own.
final class TestScope: Sendable {
    @TaskLocal static var current: TestScope?

    /// Of the test: its file and its function.
    let name: String
    let recorder: Recorder
    private let state = Mutex(State())

    private struct State {
        var hasFailed = false
        var checks: [@Sendable () -> Void] = []
    }

    init(_ configuration: RecorderConfiguration, fileID: StaticString, function: StaticString) {
        let file = "\(fileID)".split(separator: "/").last?.split(separator: ".").first ?? ""
        name = "\(file)-\("\(function)".prefix { $0 != "(" })"
        recorder = Recorder(configuration)
    }

    init(_ configuration: RecorderConfiguration, name: String) {
        self.name = name
        recorder = Recorder(configuration)
    }

    /// Whether an expectation about calls has failed.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    func noteFailure() { state.withLock { $0.hasFailed = true } }

    /// Checks something when the test is done.
    func atEnd(_ check: @escaping @Sendable () -> Void) { state.withLock { $0.checks.append(check) } }

    /// Ends the test.
    ///
    /// - Parameter hasThrown: Whether the test has thrown an error.
    func end(hasThrown: Bool) {
        let checks = state.withLock { $0.checks }
        Self.$current.withValue(self) { for check in checks { check() } }
        if hasThrown || hasFailed { FailedRun(name: name, recorder: recorder).keep() }
    }
}
