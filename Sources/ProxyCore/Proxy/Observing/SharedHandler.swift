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
        var installed: SingleAssignmentDisposable?
    }

    private struct Installer: @unchecked Sendable {
        // Sendable: immutable; a handler can be installed from any thread.
        let install: (PublishSubject<Element>) -> any Disposable
    }

    private let state = Mutex(State())
    private let installer: Installer

    init(install: @escaping (PublishSubject<Element>) -> any Disposable) {
        installer = Installer(install: install)
    }

    /// Installs the handler for the first user; disposing of the last use removes it.
    func use() -> any Disposable {
        let new: SingleAssignmentDisposable? = state.withLock { state in
            state.users += 1
            guard state.users == 1 else { return nil }
            let installed = SingleAssignmentDisposable()
            state.installed = installed
            return installed
        }
        // Runs outside the lock. If the last user left meanwhile, the assigned disposable is disposed of immediately.
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
