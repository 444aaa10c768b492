// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

// The hooks are global to the process, so only one test at a time changes them.
@Suite(.serialized) struct HooksTests {
    @Test func callStackIsTakenOnlyWhenAskedFor() {
        let (handler, capture) = (Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack)
        defer {
            Hooks.defaultErrorHandler = handler
            Hooks.customCaptureSubscriptionCallstack = capture
            Hooks.recordCallStackOnError = false
        }
        let stacks = Guarded<[[String]]>([])
        Hooks.defaultErrorHandler = { stack, error in
            if error is HookError { stacks.change { $0.append(stack) } }
        }
        Hooks.customCaptureSubscriptionCallstack = { ["here"] }
        _ = Observable<Int>.error(HookError()).subscribe(onNext: { _ in })
        Hooks.recordCallStackOnError = true
        _ = Observable<Int>.error(HookError()).subscribe(onNext: { _ in })
        #expect(stacks.value == [[], ["here"]])
    }

    @Test func errorWithoutAHandlerGoesToTheHook() {
        let seen = errorsOfTheHook {
            _ = Observable<Int>.error(HookError()).subscribe(onNext: { _ in })
        }
        #expect(seen == 1)
    }

    @Test func errorWithoutAHandlerOfASubscriptionWithAnObjectGoesToTheHook() {
        final class Owner {}
        let owner = Owner()
        let seen = errorsOfTheHook {
            _ = Observable<Int>.error(HookError()).subscribe(with: owner, onNext: { _, _ in })
        }
        #expect(seen == 1)
        let handled = errorsOfTheHook {
            _ = Observable<Int>.error(HookError()).subscribe(with: owner, onError: { _, _ in })
        }
        #expect(handled == 0)
    }

    /// The number of errors that reach the default handler while `body` runs.
    private func errorsOfTheHook(_ body: () -> Void) -> Int {
        let count = Guarded(0)
        let handler = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = handler }
        Hooks.defaultErrorHandler = { _, error in
            if error is HookError { count.change { $0 += 1 } }
        }
        body()
        return count.value
    }

    #if DEBUG
    @Test func callStackNamesTheFrames() {
        #expect(Hooks.customCaptureSubscriptionCallstack().count > 3)
    }
    #endif

    /// The old handler is released after unlocking, because the objects that it holds may use the hooks in `deinit`.
    @Test func oldHandlerIsReleasedOutsideTheLock() {
        final class Token: Sendable {
            let isReleased: Guarded<Bool>
            init(_ isReleased: Guarded<Bool>) { self.isReleased = isReleased }
            deinit {
                _ = Hooks.defaultErrorHandler
                isReleased.change { $0 = true }
            }
        }
        let handler = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = handler }
        let isReleased = Guarded(false)
        do {
            let token = Token(isReleased)
            Hooks.defaultErrorHandler = { stack, error in withExtendedLifetime(token) { handler(stack, error) } }
        }
        Hooks.defaultErrorHandler = handler
        #expect(isReleased.value)
    }
}

private struct HookError: Error {}
