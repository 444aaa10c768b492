// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct FilterCostTests {
    @Test(arguments: [
        ("", FilterCost.nothing), ("selector:/a/ duration:>1ms", .header), ("-is:slow | thread:7", .header),
        ("arg:7", .values), ("foo*", .values), ("type:/Data/", .patterns), ("depth:1 | arg.x:/a/", .patterns),
        ("is:truncated", .values), ("size:>1KB path:none", .values),
    ])
    func isThatOfTheDearestTerm(_ text: String, cost: FilterCost) throws {
        #expect(try InvocationFilter(text).cost == cost)
    }
}
