// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Testing

@testable import Interposer

private typealias Four<Element> = [[[[Element]]]]
private typealias Twenty<Element> = Four<Four<Four<Four<Four<Element>>>>>
private typealias Deep = Twenty<Twenty<Int>>

private protocol DeepTypes: AnyObject, Sendable {
    func take(_ deep: Deep) -> Int
}

private final class Taker: DeepTypes {
    func take(_ deep: Deep) -> Int { deep.count }
}

private final class OtherTaker: DeepTypes {
    func take(_ deep: Deep) -> Int { -1 }
}

extension InterpositionTests {
    @Suite struct DeepTypeTests {
        @inline(never) @_optimize(none) private func taker() -> any DeepTypes { Taker() }

        /// Some 200 KiB are wanted for this type, and 56 KiB for others.
        @Test func theFirstCallWithTypesThatAreNestedDeeplyNeedsMoreOfTheStack() async {
            let recorder = Recorder()
            let interposer = Interposer.install("DeepTypes", recorder: recorder)
            defer { interposer.remove() }
            let taker = taker()
            let count: Int = await withCheckedContinuation { continuation in
                let thread = Thread { continuation.resume(returning: taker.take([])) }
                thread.stackSize = 160 << 10
                thread.start()
            }
            recorder.flush()
            #expect(count == 0 && recorder.status.recorded == 0 && interposer.extent.unreadCount == 1)
            #expect(taker.take([[]]) == 1)
            recorder.flush()
            #expect(recorder.status.recorded == 1 && interposer.extent.unreadCount == 1)
        }
    }
}
