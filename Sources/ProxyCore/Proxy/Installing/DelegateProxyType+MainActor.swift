// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import CThread

extension DelegateProxyType {
    /// Reads a main-actor property of a parent object, for `currentDelegate(for:)`.
    ///
    /// A family that uses it declares `.mainActor` as its `threadRule`. The library then accesses the property only on
    /// the main actor, and `proxy(for:)` throws elsewhere.
    ///
    /// - Precondition: The caller runs on the main actor.
    public static func onMainActor<Result>(
        _ object: ParentObject,
        _ body: @MainActor (ParentObject) -> Result
    ) -> Result {
        checkOnMainActor()
        // Like `MainActor.assumeIsolated`, for values that are not Sendable: they stay on the actor.
        return withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((ParentObject) -> Result).self)(object) }
    }

    /// Writes a main-actor property of a parent object, for `setCurrentDelegate(_:to:)`.
    ///
    /// - Precondition: The caller runs on the main actor.
    public static func onMainActor<Value>(
        _ object: ParentObject,
        _ value: Value,
        _ body: @MainActor (ParentObject, Value) -> Void
    ) {
        checkOnMainActor()
        withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((ParentObject, Value) -> Void).self)(object, value) }
    }

    private static func checkOnMainActor() {
        MainActor.preconditionIsolated(
            "\(ParentObject.self).\(propertyName) belongs to the main actor; use \(Self.self) there."
        )
    }
}

extension DelegateThreadRule {
    /// Whether the current code runs where the rule requires.
    var isKept: Bool {
        switch self {
        case .any: true
        case .main: cthread_is_main()
        case .mainActor: Self.isOnMainActor
        }
    }

    private static var isOnMainActor: Bool {
        // An executor is two words: the object and its witness table.
        let executor = unsafeBitCast(MainActor.sharedUnownedExecutor, to: (UInt, UInt).self)
        return swift_task_isCurrentExecutorWithFlags(executor.0, executor.1, 0)
    }

    /// Runs a body that reads or writes a property: immediately, or asynchronously on the main actor if the rule is
    /// `.mainActor` and the caller runs elsewhere.
    ///
    /// - Parameter body: Must not use anything that belongs to the calling thread.
    func perform(_ body: @escaping () -> Void) {
        guard self == .mainActor, !isKept else { return body() }
        // The closure is handed over; only the task calls it.
        nonisolated(unsafe) let body = body
        Task { @MainActor in body() }
    }
}
