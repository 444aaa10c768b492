// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Holds a disposable that is assigned later, at most once.
public final class SingleAssignmentDisposable: Cancelable, Sendable {
    private enum Content {
        case unset
        case set(any Disposable)
        case disposed(wasSet: Bool)
    }

    private let tracked = TrackedResource()
    private let content = Locked<Content>(.unset)

    /// Creates an empty one.
    public init() {}

    /// Whether `dispose()` has been called. Callable from any thread.
    public var isDisposed: Bool {
        content.withLock { if case .disposed = $0 { true } else { false } }
    }

    /// Assigns the disposable; after disposal it is disposed of at once. A second call is a fatal error.
    public func setDisposable(_ disposable: any Disposable) {
        let isTooLate = content.withLock { content in
            switch content {
            case .unset:
                content = .set(disposable)
                return false
            case .disposed(wasSet: false):
                content = .disposed(wasSet: true)
                return true
            case .set, .disposed(wasSet: true):
                preconditionFailure("The disposable of a SingleAssignmentDisposable can be set only once.")
            }
        }
        if isTooLate { disposable.dispose() }
    }

    /// Disposes of the disposable, now or when it is assigned.
    public func dispose() {
        let held: (any Disposable)? = content.withLock { content in
            switch content {
            case .unset:
                content = .disposed(wasSet: false)
                return nil
            case .set(let disposable):
                content = .disposed(wasSet: true)
                return disposable
            case .disposed:
                return nil
            }
        }
        held?.dispose()
    }
}
