// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    @TaskLocal private static var ofTask: Recorder?

    /// The recorder of proxies that are not given another: the one that `withCurrent` has set for this task, otherwise
    /// `shared`.
    public static var current: Recorder { ofTask ?? shared }

    /// Makes a recorder the `current` one while a closure runs, for its task and the tasks that it creates.
    ///
    /// Detached tasks and the closures of dispatch queues don't inherit it; give proxies that are made there their
    /// recorder.
    public static func withCurrent<Value>(_ recorder: Recorder, _ body: () throws -> Value) rethrows -> Value {
        try $ofTask.withValue(recorder, operation: body)
    }

    /// Makes a recorder the `current` one while an async closure runs.
    public static func withCurrent<Value>(
        _ recorder: Recorder,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await $ofTask.withValue(recorder, operation: body, isolation: isolation)
    }
}
