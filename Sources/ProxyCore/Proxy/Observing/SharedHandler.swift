// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
internal import Synchronization

/// A handler that is installed while its elements have subscribers.
final class SharedHandler<Element>: Sendable {
    /// Receives the handler's elements.
    let subject = PublishSubject<Element>()

    private struct State: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var users = 0
        var current: Installation?
    }

    private struct Installer: @unchecked Sendable {
        // Sendable: immutable; a handler can be installed from any thread.
        let install: (Installation) -> any Disposable
    }

    /// One stay of the handler with the proxy.
    ///
    /// The last user ends it before the handler is removed, because a new user may install the next one in between.
    final class Installation: Sendable {
        fileprivate let removal = SingleAssignmentDisposable()
        private let shared: PublishSubject<Element>
        private let over = Atomic(false)

        fileprivate init(_ shared: PublishSubject<Element>) {
            self.shared = shared
        }

        /// Whether the last user has left. A call that has found the handler before it was removed may still come.
        var isOver: Bool {
            // Whoever sees a later installation's handler also sees this, because the proxy publishes handlers.
            over.load(ordering: .relaxed)
        }

        /// Where a call's elements go; a subject without subscribers once this stay is over.
        var subject: PublishSubject<Element> { isOver ? PublishSubject() : shared }

        fileprivate func end() {
            over.store(true, ordering: .relaxed)
        }
    }

    private let state = Mutex(State())
    private let installer: Installer

    init(install: @escaping (Installation) -> any Disposable) {
        installer = Installer(install: install)
    }

    /// Installs the handler for the first user; disposing of the last use removes it.
    func use() -> any Disposable {
        let new: Installation? = state.withLock { state in
            state.users += 1
            guard state.users == 1 else { return nil }
            let installation = Installation(subject)
            state.current = installation
            return installation
        }
        // Runs outside the lock. If the last user left meanwhile, the assigned disposable is disposed of immediately.
        if let new { new.removal.setDisposable(installer.install(new)) }
        return Disposables.create { self.leave() }
    }

    private func leave() {
        let last: Installation? = state.withLock { state in
            state.users -= 1
            guard state.users == 0 else { return nil }
            state.current?.end()
            return state.current.take()
        }
        last?.removal.dispose()
    }
}
