// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

@Suite struct PunycodeTests {
    @Test(arguments: [("Jca", "é"), ("rawid_ufaEDHHJaga", "`raw\u{A0}id`"), ("9lives_CBJCaga", "`9lives`")])
    func decodes(encoded: String, text: String) {
        #expect(Punycode.decode(Array(encoded.utf8)[...]) == text)
    }

    @Test(arguments: ["K", "é_a", "J", "zzzzzzzzzzzzzzzzzzzzzzzz", "9"])
    func refusesDamage(encoded: String) {
        #expect(Punycode.decode(Array(encoded.utf8)[...]) == nil)
    }
}
