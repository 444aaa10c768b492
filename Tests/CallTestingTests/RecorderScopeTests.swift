// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallTesting
import ProxyCore
import Testing

@Suite struct RecorderScopeTests {
    private struct Expected: Error {}

    @Test(arguments: 0..<200) func testsAtTheSameTimeDoNotSeeEachOthersCalls(number: Int) async {
        await withRecorder { recorder in
            let proxy = FeedProxy()
            #expect(proxy.recorder === recorder)
            for index in 0..<(number % 7) {
                proxy.feed("feed \(number)", didReceive: index)
                await Task.yield()
            }
            await withTaskGroup { group in
                group.addTask { FeedProxy().feed("feed \(number)", didReceive: -1) }
            }
            expectCalls(count: number % 7 + 1)
            expectOnly("\"feed \(number)\"")
        }
    }

    @Test func outsideAndInDetachedTasksTheSharedRecorderIsUsed() async {
        #expect(Recorder.current === Recorder.shared)
        await withRecorder { recorder in
            #expect(Recorder.current === recorder)
            #expect(await Task.detached { Recorder.current === Recorder.shared }.value)
            withRecorder { #expect(Recorder.current === $0 && $0 !== recorder) }
            #expect(Recorder.current === recorder)
        }
    }

    @Test func whatTheTestReturnsAndThrowsIsPassedOn() async {
        #expect(withRecorder { _ in 3 } == 3)
        #expect(throws: Expected.self) { try withRecorder { _ in throw Expected() } }
        await #expect(throws: Expected.self) { try await withRecorder { _ in try await Self.fail() } }
    }

    private static func fail() async throws { throw Expected() }
}
