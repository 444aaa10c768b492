// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

/// Filters whose ages grow with the time that passes.
@Suite struct FilterAgeTests {
    @Test(arguments: [
        ("since:10s", "since:10000000005ns"), ("state:threw", "state:threw"), ("", ""),
        ("since:2026-11-21T09:30:00Z", "since:2026-11-21T09:30:00Z"),
        ("a -(since:1.5us | since:1us b)", "a -(since:1505ns | since:1005ns b)"),
        ("since:9000000000000h", "since:9000000000000h"),
    ])
    func growsEachAgeAndNothingElse(text: String, grown: String) throws {
        #expect(try InvocationFilter(text).aged(by: 5).description == grown)
    }

    @Test func anOlderFilterThatIsCreatedLaterSelectsTheSame() throws {
        let filter = try InvocationFilter("since:10s")
        let older = filter.aged(by: 7)
        #expect(older.madeAtNanoseconds == filter.madeAtNanoseconds + 7 && !older.selectsSame(as: filter))
        #expect(!InvocationFilter(filter.expression, madeAtNanoseconds: 1).selectsSame(as: filter))
        let lasting = try InvocationFilter("state:threw")
        #expect(InvocationFilter(lasting.expression, madeAtNanoseconds: 1).selectsSame(as: lasting))
    }
}
