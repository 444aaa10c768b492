// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Handlers for unhandled errors.
public enum Hooks {
    /// Receives an error of a `subscribe` without `onError`, and the call stack of that `subscribe`.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// Captures the call stack of a `subscribe`, innermost frame first.
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    /// The current handler. The default prints errors in debug builds and ignores them in others.
    ///
    /// Callable from any thread; the handler runs on the sending thread.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { state.withLock { $0 }.handler }
        set { replace { $0.handler = newValue } }
    }

    /// Captures the call stack for `defaultErrorHandler`; called by `subscribe` if `recordCallStackOnError` is set.
    ///
    /// The default returns the symbols of at most 128 frames in debug builds, and nothing in others.
    /// Callable from any thread; it runs on the subscribing thread.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { state.withLock { $0 }.capture }
        set { replace { $0.capture = newValue } }
    }

    /// Whether a `subscribe` without `onError` captures the call stack. Default false: it takes microseconds.
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

    /// Replaces the closures. The old ones are released outside the lock: their contents may run foreign code.
    private static func replace(_ change: (inout State) -> Void) {
        let old = state.withLock { state in
            let old = state
            change(&state)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Handles an error of a `subscribe` without a closure for it.
    static func unhandledErrorHandler() -> (any Error) -> Void {
        guard recordCallStackOnError else { return { defaultErrorHandler([], $0) } }
        let callStack = customCaptureSubscriptionCallstack()
        return { defaultErrorHandler(callStack, $0) }
    }

    /// The frames above this one, as formatted by the C library.
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

    // glibc's module map lacks execinfo.h, so the symbols are looked up once by name.
    private static let backtrace = dlsym(nil, "backtrace").map {
        unsafeBitCast($0, to: (@convention(c) (Frames, Int32) -> Int32).self)
    }
    private static let symbolize = dlsym(nil, "backtrace_symbols").map {
        unsafeBitCast($0, to: (@convention(c) (Frames, Int32) -> Symbols?).self)
    }

    /// Reports an error sent to a binder, relay or property, which accept none.
    static func reportBindingError(_ error: any Error) {
        #if DEBUG
        fatalError("Binding error: \(error)")
        #else
        print("Binding error: \(error)")
        #endif
    }
}
