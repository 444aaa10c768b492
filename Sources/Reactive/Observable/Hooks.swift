// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What happens in cases that no subscriber took care of.
public enum Hooks {
    /// Receives an error for which `subscribe` was given no `onError`, and the call stack of that `subscribe`.
    ///
    /// The call stack is always empty here: taking one needs Foundation.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// The handler in force. Prints the error in debug builds and ignores it in others, until the program replaces it.
    ///
    /// Callable from any thread; the handler runs on the thread on which the error was sent.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { state.withLock { $0 }.handler }
        set { state.withLock { $0.handler = newValue } }
    }

    private struct State {
        var handler: DefaultErrorHandler = { _, error in
            #if DEBUG
            print("Unhandled error happened: \(error)")
            #endif
        }
    }

    private static let state = Locked(State())

    /// Reports an error that was sent to a binder, a relay or a property, none of which can take one.
    static func reportBindingError(_ error: any Error) {
        #if DEBUG
        fatalError("Binding error: \(error)")
        #else
        print("Binding error: \(error)")
        #endif
    }
}
