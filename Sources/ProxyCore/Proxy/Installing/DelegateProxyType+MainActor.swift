// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import CThread

extension DelegateProxyType {
    /// Reads a property of a parent object that belongs to the main actor, for `currentDelegate(for:)`.
    ///
    /// A family whose properties are reached through it has `.mainActor` as its `threadRule`; then this module calls
    /// them on the main actor only, and `proxy(for:)` throws elsewhere.
    ///
    /// - Precondition: The caller runs on the main actor.
    public static func onMainActor<Result>(
        _ object: ParentObject,
        _ body: @MainActor (ParentObject) -> Result
    ) -> Result {
        checkOnMainActor()
        // As `MainActor.assumeIsolated` does it, for values that are not Sendable: they stay on the actor.
        return withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((ParentObject) -> Result).self)(object) }
    }

    /// Writes a property of a parent object that belongs to the main actor, for `setCurrentDelegate(_:to:)`.
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
    /// Whether code that runs now keeps the rule.
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

    /// Runs a body that reads or writes a property: at once, but soon on the main actor where that is the rule and the
    /// caller is elsewhere.
    ///
    /// - Parameter body: Touches nothing that belongs to the calling thread.
    func perform(_ body: @escaping () -> Void) {
        guard self == .mainActor, !isKept else { return body() }
        // The closure is handed over: nobody else calls it.
        nonisolated(unsafe) let body = body
        Task { @MainActor in body() }
    }
}
