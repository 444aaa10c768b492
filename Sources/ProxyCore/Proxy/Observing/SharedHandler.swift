// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
internal import Synchronization

/// A handler that is installed while somebody is subscribed to what it sends.
final class SharedHandler<Element>: Sendable {
    /// What the handler sends to.
    let subject = PublishSubject<Element>()

    private struct State: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var users = 0
        var installed: SingleAssignmentDisposable?
    }

    private struct Installer: @unchecked Sendable {
        // Sendable: immutable; installing a handler is possible on any thread.
        let install: (PublishSubject<Element>) -> any Disposable
    }

    private let state = Mutex(State())
    private let installer: Installer

    init(install: @escaping (PublishSubject<Element>) -> any Disposable) {
        installer = Installer(install: install)
    }

    /// Installs the handler for the first user; the last one that disposes takes it away.
    func use() -> any Disposable {
        let new: SingleAssignmentDisposable? = state.withLock { state in
            state.users += 1
            guard state.users == 1 else { return nil }
            let installed = SingleAssignmentDisposable()
            state.installed = installed
            return installed
        }
        // Outside the lock; should the last user go meanwhile, what is assigned here is disposed of at once.
        if let new { new.setDisposable(installer.install(subject)) }
        return Disposables.create { self.leave() }
    }

    private func leave() {
        let installed: SingleAssignmentDisposable? = state.withLock { state in
            state.users -= 1
            return state.users == 0 ? state.installed.take() : nil
        }
        installed?.dispose()
    }
}
