// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FrameTestSupport
import ProxyCore

extension Recorder {
    /// Records calls with a number that come through no proxy.
    func recordInterposed(_ numbers: some Sequence<Int>, _ selector: Selector, target: String) {
        let requirement = InterposedRequirement(
            selector.name,
            of: selector.protocolName,
            parameters: [Requirement.Parameter(label: nil, name: "", typeName: "Int")],
            arguments: [InterposedRequirement.Value(Int.self, at: 0)],
            result: nil,
            traits: [],
            target: target,
            isLeftOut: false,
            recorder: self
        )
        let call = UnsafeMutablePointer<InterposedCall>.allocate(capacity: 1)
        defer { call.deallocate() }
        let frame = frame_test_address()
        withUnsafePointer(to: requirement) { requirement in
            for number in numbers {
                withUnsafeBytes(of: number) { bytes in
                    guard let base = bytes.baseAddress,
                        requirement.begin(base, frame: frame, caller: frame, isDetached: false, into: call)
                    else { return }
                    requirement.returned(call, frame: frame)
                }
            }
        }
    }
}
