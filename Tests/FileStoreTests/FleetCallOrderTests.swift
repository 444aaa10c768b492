// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileStore

/// Which lines of a batch are calls that come next.
@Suite struct FleetCallOrderTests {
    @Test func callsComeInTheOrderOfTheirPositions() {
        var order = FleetCallOrder(after: 3, through: 6)
        let lines: [UInt64?] = [3, nil, 5, 4, 4, 5, 7, 6, 2]
        #expect(lines.map { order.takes($0) } == [false, false, false, true, false, true, false, true, false])
        #expect(order.untold == 0)
    }

    @Test func callsAfterOnesThatAreToldToBeMissingComeNext() {
        var order = FleetCallOrder(after: 0, through: 20)
        order.miss(5, through: 5)
        #expect(!order.takes(4) && !order.takes(7) && order.takes(6))
        // Without a position.
        order.miss(2, through: nil)
        #expect(!order.takes(10) && order.takes(9) && !order.takes(11))
        #expect(order.untold == 11)
    }

    @Test func callsAfterLinesThatSayNothingComeNext() {
        var order = FleetCallOrder(after: 0, through: 9)
        order.skipLine()
        #expect(!order.takes(3) && order.takes(2) && !order.takes(4))
        // An event of a proxy before which calls are missing.
        order.skip(through: 5)
        #expect(order.takes(6) && !order.takes(8))
        // Calls 1, 3 to 5, and 7 to 9.
        #expect(order.untold == 7)
    }
}
