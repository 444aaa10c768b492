// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct CompletionTests {
    private typealias Completion = Invocation.Completion

    @Test(
        arguments: [
            ([], nil), ([.never], .never), ([.never, .pending], .pending), ([.pending, .called], .called),
            ([.never, .called, .pending], .called), ([.called, .twice, .never], .twice),
        ] as [([Invocation.Completion.State], Invocation.Completion.State?)]
    )
    func ofSeveralClosuresTheOneThatSaysMostCounts(
        states: [Invocation.Completion.State],
        together: Invocation.Completion.State?
    ) {
        #expect(Completion.State(of: states) == together)
    }

    @Test func theStateFollowsFromTheCallsAndTheRelease() {
        #expect(Completion(argument: 0, count: 0, calls: []).state == .pending)
        #expect(Completion(argument: 0, count: 0, calls: [], releasedAfterNanoseconds: 5).state == .never)
        #expect(Completion(argument: 0, count: 1, calls: []).state == .called)
        #expect(Completion(argument: 0, count: 9, calls: []).state == .twice)
    }
}
