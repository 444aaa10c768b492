// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Synchronization

/// Counts only the objects created by one piece of code, so that leak tests can run in parallel.
///
/// Objects created while `body` of `count(_:)` runs, on its thread or in its task, belong to the scope wherever they
/// are released.
package final class ResourceScope: Sendable {
    @TaskLocal fileprivate static var current: ResourceScope?

    private let live = Atomic<Int>(0)

    package init() {}

    /// The number of live objects created in this scope.
    package var total: Int { live.load(ordering: .sequentiallyConsistent) }

    /// Runs `body` with its objects belonging to this scope.
    package func count<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }

    /// As above, for code that suspends.
    package func count<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$current.withValue(self, operation: body)
    }

    fileprivate func change(by difference: Int) {
        live.add(difference, ordering: .sequentiallyConsistent)
    }
}

/// Counts the object that stores it as a live resource.
struct TrackedResource: ~Copyable {
    private let scope: ResourceScope?

    init() {
        scope = ResourceScope.current
        scope?.change(by: 1)
        _ = Resources.incrementTotal()
    }

    deinit {
        _ = Resources.decrementTotal()
        scope?.change(by: -1)
    }
}
#else
/// Counts the object that stores it as a live resource; takes neither space nor time in this build.
struct TrackedResource: ~Copyable {
    @inline(__always)
    init() {}
}
#endif
