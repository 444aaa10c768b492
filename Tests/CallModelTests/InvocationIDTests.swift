// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct InvocationIDTests {
    @Test func readsWhatItWrites() {
        let id = InvocationID(epoch: "0a1b2c3d", seq: 12)
        #expect(id.description == "0a1b2c3d-12")
        #expect(InvocationID("0a1b2c3d-12") == id)
    }

    @Test(arguments: ["", "-1", "0a1b2c3d", "0a1b2c3d-", "0a1b2c3d-0", "0a1b2c3d-x"])
    func refusesAnythingElse(text: String) {
        #expect(InvocationID(text) == nil)
    }
}
