// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Glibc
import Testing

/// A call may lie between a failed call of the system and the place where the program reads `errno`.
@Suite struct ErrorNumberTests {
    /// The error number that a program with the number ERANGE finds afterwards.
    private func errorNumber(after body: () -> Void) -> Int32 {
        errno = ERANGE
        body()
        return errno
    }

    @Test func aWaitForARingWithRoomKeepsTheErrorOfTheProgram() {
        let word: UInt32 = 5
        #expect(errorNumber { cthread_wait([word], word, 1) } == ERANGE)
        #expect(errorNumber { cthread_wait([word], word + 1, 1) } == ERANGE)
    }

    @Test func memoryThatIsNotToBeHadKeepsTheErrorOfTheProgram() {
        var memory: UnsafeMutableRawPointer?
        #expect(errorNumber { memory = cthread_map(1 << 62) } == ERANGE)
        #expect(memory == nil)
    }
}
