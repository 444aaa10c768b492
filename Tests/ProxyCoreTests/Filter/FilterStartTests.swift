// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

/// Filters whose answer about a running call stays.
@Suite struct FilterStartTests {
    @Test(arguments: ["", "protocol:*Delegate selector:a*", "thread:main | -task:x", "seq:<=10 depth:0"])
    func whatACallHasFromItsStartDecides(filter: String) throws {
        #expect(try InvocationFilter(filter).isDecidedAtStart)
    }

    @Test(arguments: [
        "dur:>1ms", "protocol:A -dur:>1ms", "state:threw", "-is:slow", "foo", "arg.count:1", "has:result",
    ])
    func whatOnlyTheEndTellsDoesNot(filter: String) throws {
        #expect(try !InvocationFilter(filter).isDecidedAtStart)
    }
}
