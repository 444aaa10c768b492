// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The recorded async call in which code runs, wherever its task has got to.
///
/// It is the value of a task-local variable: the task of the call has it while the call is running, and so do the tasks
/// created meanwhile, except for detached ones. A task that outlives the call keeps it too.
@usableFromInline
struct AsyncScope: Sendable {
    /// Number of the recorder.
    private let recorder: UInt
    /// Address of the ring with the call's begin; dangles when the recorder is gone.
    let ring: UInt
    /// Number of the call on that ring.
    let call: UInt64
    /// The surrounding scopes of other recorders, the innermost of each. Nil in a program with one recorder, so that no
    /// references are counted.
    private let others: Others?

    private final class Others: Sendable {
        let scopes: [AsyncScope]

        init(_ scopes: [AsyncScope]) { self.scopes = scopes }
    }

    @usableFromInline
    static let current = TaskLocal<AsyncScope?>(wrappedValue: nil)

    /// The scope of a call that begins in the current scope.
    init(recorder: UInt, ring: UInt, call: UInt64) {
        self.init(recorder: recorder, ring: ring, call: call, within: Self.current.get())
    }

    private init(recorder: UInt, ring: UInt, call: UInt64, within outer: AsyncScope?) {
        self.recorder = recorder
        self.ring = ring
        self.call = call
        guard let outer, outer.recorder != recorder else {
            others = outer?.others
            return
        }
        others = Others([outer] + (outer.others?.scopes.filter { $0.recorder != recorder } ?? []))
    }

    /// The current scope of a recorder; nil when code runs in none of its async calls.
    static func current(of recorder: UInt) -> AsyncScope? {
        guard let scope = current.get() else { return nil }
        return scope.recorder == recorder ? scope : scope.others?.scopes.first { $0.recorder == recorder }
    }

    /// Runs `body` in the scope, on the actor of the caller.
    @inlinable
    nonisolated(nonsending) func enclose<Return, Failure>(
        _ body: nonisolated(nonsending) () async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await enclose(body, isolation: #isolation).get()
    }

    /// A closure passed to `withValue` would leave the actor if it did not capture it.
    @inlinable
    func enclose<Return, Failure>(
        _ body: nonisolated(nonsending) () async throws(Failure) -> Return,
        isolation: isolated (any Actor)?
    ) async -> Result<Return, Failure> {
        await Self.current.withValue(
            self,
            operation: { () async -> Result<Return, Failure> in
                _ = isolation
                do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
            },
            isolation: isolation
        )
    }
}
