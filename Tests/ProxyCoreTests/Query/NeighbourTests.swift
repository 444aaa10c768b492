// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FrameTestSupport
import ProxyCore
import Testing

@Suite struct NeighbourTests {
    private let recorder = Recorder()

    /// Records a call of a requirement that comes through no proxy.
    private func callInterposed(_ selector: Selector) {
        let requirement = InterposedRequirement(
            selector.name,
            of: selector.protocolName,
            parameters: [Requirement.Parameter(label: nil, name: "", typeName: "Int")],
            arguments: [InterposedRequirement.Value(Int.self, at: 0)],
            result: nil,
            traits: [],
            target: "SampleTarget",
            isLeftOut: false,
            recorder: recorder
        )
        let call = UnsafeMutablePointer<InterposedCall>.allocate(capacity: 1)
        defer { call.deallocate() }
        let frame = frame_test_address()
        withUnsafePointer(to: requirement) { requirement in
            withUnsafeBytes(of: 7) { bytes in
                guard let base = bytes.baseAddress,
                    requirement.begin(base, frame: frame, caller: frame, isDetached: false, into: call)
                else { return }
                requirement.returned(call, frame: frame)
            }
        }
    }

    /// Regression test: only calls of the same table or kind of proxy were found.
    @Test func callsOfASelectorAreFoundHoweverTheyWereRecorded() throws {
        let proxy = SampleProxy(recorder: recorder, ownerName: "Owner")
        proxy.count(1, named: "n")
        recorder.flush()
        let selector = try #require(recorder.invocations().items.first?.selector)
        let other = Selector(protocolName: selector.protocolName, name: "other(_:)")
        for next in [selector, other, selector, other] { callInterposed(next) }
        proxy.count(2, named: "n")
        recorder.flush()
        #expect(recorder.status.recorded == 6)
        #expect([1, 2, 4, 6].map { recorder.neighbour(of: $0, forward: true) } == [2, 4, 6, nil])
        #expect([6, 4, 2, 1].map { recorder.neighbour(of: $0, forward: false) } == [4, 2, 1, nil])
        #expect(recorder.neighbour(of: 3, forward: true) == 5 && recorder.neighbour(of: 3, forward: false) == nil)
    }
}
