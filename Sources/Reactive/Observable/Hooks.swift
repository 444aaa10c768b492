// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// What happens in cases that no subscriber took care of.
public enum Hooks {
    /// Receives an error for which `subscribe` was given no `onError`, and the call stack of that `subscribe`.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// Takes the call stack of a `subscribe`, innermost frame first.
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    /// The handler in force. Prints the error in debug builds and ignores it in others, until the program replaces it.
    ///
    /// Callable from any thread; the handler runs on the thread on which the error was sent.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { state.withLock { $0 }.handler }
        set { replace { $0.handler = newValue } }
    }

    /// Takes the call stack for `defaultErrorHandler`; called by `subscribe` if `recordCallStackOnError` is set.
    ///
    /// In debug builds it gives the symbols of at most 128 frames, in others nothing, until the program replaces it.
    /// Callable from any thread; it runs on the thread that subscribes.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { state.withLock { $0 }.capture }
        set { replace { $0.capture = newValue } }
    }

    /// Whether `subscribe` takes a call stack when it is given no `onError`. Default false: a stack takes microseconds.
    ///
    /// Callable from any thread.
    public static var recordCallStackOnError: Bool {
        get { recordsCallStacks.load(ordering: .relaxed) }
        set { recordsCallStacks.store(newValue, ordering: .relaxed) }
    }

    private struct State {
        var handler: DefaultErrorHandler = { callStack, error in
            #if DEBUG
            print("Unhandled error happened: \(error)")
            if !callStack.isEmpty { print("subscription called from:\n\(callStack.joined(separator: "\n"))") }
            #endif
        }
        var capture: CustomCaptureSubscriptionCallstack = {
            #if DEBUG
            callStackSymbols(limit: 128)
            #else
            []
            #endif
        }
    }

    private static let state = Locked(State())
    private static let recordsCallStacks = Atomic<Bool>(false)

    /// Changes the closures. The old ones are released after the lock, because what they hold may run foreign code.
    private static func replace(_ change: (inout State) -> Void) {
        let old = state.withLock { state in
            let old = state
            change(&state)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// What `subscribe` does with an error for which it was given no closure.
    static func unhandledErrorHandler() -> (any Error) -> Void {
        guard recordCallStackOnError else { return { defaultErrorHandler([], $0) } }
        let callStack = customCaptureSubscriptionCallstack()
        return { defaultErrorHandler(callStack, $0) }
    }

    /// The frames above this one, in the words of the C library.
    private static func callStackSymbols(limit: Int) -> [String] {
        guard let backtrace, let symbolize else { return [] }
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: limit)
        let count = backtrace(&frames, Int32(limit))
        guard let symbols = symbolize(&frames, count) else { return [] }
        defer { free(symbols) }
        return (0..<Int(count)).compactMap { symbols[$0].map { String(cString: $0) } }
    }

    private typealias Frames = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private typealias Symbols = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    // The module map of glibc leaves execinfo.h out, so the symbols are looked up by name, once.
    private static let backtrace = dlsym(nil, "backtrace").map {
        unsafeBitCast($0, to: (@convention(c) (Frames, Int32) -> Int32).self)
    }
    private static let symbolize = dlsym(nil, "backtrace_symbols").map {
        unsafeBitCast($0, to: (@convention(c) (Frames, Int32) -> Symbols?).self)
    }

    /// Reports an error that was sent to a binder, a relay or a property, none of which can take one.
    static func reportBindingError(_ error: any Error) {
        #if DEBUG
        fatalError("Binding error: \(error)")
        #else
        print("Binding error: \(error)")
        #endif
    }
}
