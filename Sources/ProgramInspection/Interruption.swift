// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The end of the process by a signal.
enum Interruption {
    /// Waits for SIGINT or SIGTERM, whatever the program had wanted with them.
    ///
    /// - Returns: The signal.
    static func wait() -> Int32 {
        for number in [SIGINT, SIGTERM] { signal(number) { Interruption.ended.store($0, ordering: .relaxed) } }
        // Another one that the program blocks may be pending, and would end the process now.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGINT, SIGTERM] { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
        while ended.load(ordering: .relaxed) == 0 { usleep(20_000) }
        return ended.load(ordering: .relaxed)
    }

    /// Ends the process as the signal does.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    private static let ended = Atomic<Int32>(0)
}
