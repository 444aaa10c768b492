// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileStore

/// How many calls a merge of several processes holds.
@Suite struct FleetMergeTests {
    @Test(arguments: [1, 2, 32, 33, 100, 1_000]) func theCallsReadAheadAreBoundedForAllProcessesTogether(count: Int) {
        let each = FleetMerge.mostAhead(ofEach: count)
        #expect(each * count <= 16_384 && (16...512).contains(each))
        // Few processes are read in larger parts.
        #expect(count > 32 || each == 512)
    }

    @Test func veryManyProcessesAreReadInSmallParts() {
        #expect(FleetMerge.mostAhead(ofEach: 100_000) == 16)
    }
}
