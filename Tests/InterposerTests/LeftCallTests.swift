// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FrameTestSupport
import Interposer
import ProxyCore
import Testing

private protocol Diver: AnyObject {
    func dive(_ depth: Int, _ body: () -> Void)
    func surface() -> Int
}

private final class Seal: Diver {
    func dive(_ depth: Int, _ body: () -> Void) { body() }
    func surface() -> Int { 7 }
}

private final class Otter: Diver {
    func dive(_ depth: Int, _ body: () -> Void) {}
    func surface() -> Int { 0 }
}

/// A closure that C calls.
private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs a closure that may be left.
private func catching(_ run: @escaping () -> Void) -> Bool {
    let body = Body(run)
    return withExtendedLifetime(body) {
        frame_test_catch(
            { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().run() },
            Unmanaged.passUnretained(body).toOpaque()
        )
    }
}

extension InterpositionTests {
    /// Calls that are left without a return, as an exception of C++ or longjmp(3) do.
    @Suite struct LeftCallTests {
        @inline(never) @_optimize(none) private func diver() -> any Diver { Seal() }

        private func recorded(_ body: (any Diver) -> Void) -> [Invocation] {
            let recorder = Recorder()
            let interposer = Interposer.install("Diver", recorder: recorder)
            body(diver())
            interposer.remove()
            recorder.flush()
            let status = recorder.status
            #expect(status.running == 0 && status.unaccounted == 0)
            return recorder.invocations().items.sorted { $0.seq < $1.seq }
        }

        private func summary(_ calls: [Invocation]) -> [String] {
            calls.map { call in
                let parent = calls.firstIndex { $0.id == call.parent }.map(String.init) ?? "-"
                return "\(call.state) depth \(call.depth) in \(parent) \(call.error?.typeName ?? "")"
            }
        }

        @Test func aCallThatIsLeftEndsWhenTheNextOneBegins() {
            let calls = recorded { diver in
                for depth in 0..<3 {
                    #expect(catching { diver.dive(depth) { frame_test_leave() } })
                }
                #expect(diver.surface() == 7)
            }
            let left = "threw depth 0 in - CallLeft"
            #expect(summary(calls) == [left, left, left, "returned depth 0 in - "])
            #expect(calls.first?.error?.content == .text("the call was left without a return"))
        }

        @Test func aCallThatIsLeftEndsBeforeTheOneAroundItDoes() {
            let calls = recorded { diver in
                diver.dive(1) {
                    #expect(catching { diver.dive(2) { diver.dive(3) { frame_test_leave() } } })
                }
                _ = diver.surface()
            }
            #expect(
                summary(calls) == [
                    "returned depth 0 in - ", "threw depth 1 in 0 CallLeft", "threw depth 2 in 1 CallLeft",
                    "returned depth 0 in - ",
                ]
            )
            #expect(calls.prefix(3).map { $0.position ?? 0 } == [3, 2, 1])
        }

        @Test func callsAfterOneThatWasLeftAreNotInsideIt() {
            let calls = recorded { diver in
                diver.dive(1) {
                    #expect(catching { diver.dive(2) { frame_test_leave() } })
                    diver.dive(3) { _ = diver.surface() }
                }
            }
            #expect(
                summary(calls) == [
                    "returned depth 0 in - ", "threw depth 1 in 0 CallLeft", "returned depth 1 in 0 ",
                    "returned depth 2 in 2 ",
                ]
            )
        }

        @Test func callsOnAnotherStackPassUnrecorded() {
            let calls = recorded { diver in
                diver.dive(1) {
                    let body = Body { diver.dive(2) { _ = diver.surface() } }
                    withExtendedLifetime(body) {
                        frame_test_call_elsewhere(
                            { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().run() },
                            Unmanaged.passUnretained(body).toOpaque()
                        )
                    }
                    _ = diver.surface()
                }
            }
            #expect(calls.allSatisfy { $0.state == .returned } && calls.map(\.depth) == [0, 1])
        }

        /// What a first call prepares is allocated, and the handler may have interrupted an allocation.
        @Test(arguments: [false, true]) func firstCallsInAHandlerPassUnrecorded(hasOwnStack: Bool) {
            let calls = recorded { diver in
                func handle(_ run: @escaping () -> Void) {
                    let body = Body(run)
                    withExtendedLifetime(body) {
                        frame_test_call_in_handler(
                            { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().run() },
                            Unmanaged.passUnretained(body).toOpaque(),
                            hasOwnStack
                        )
                    }
                }
                handle { diver.dive(1) {} }
                _ = diver.surface()
                handle { diver.dive(2) {} }
                diver.dive(3) {}
                handle { diver.dive(4) {} }
            }
            // Those on a stack of their own are never recorded.
            #expect(
                calls.map { $0.selector.description.prefix(4) }
                    == (hasOwnStack ? ["surf", "dive"] : ["surf", "dive", "dive"])
            )
            #expect(calls.allSatisfy { $0.state == .returned && $0.depth == 0 })
        }
    }
}
