// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The end of the process by a signal.
enum Interruption {
    /// Waits for SIGINT, SIGTERM or SIGHUP, whatever the program had wanted with them. A SIGHUP that is ignored, as under
    /// `nohup`, stays so.
    ///
    /// - Returns: The signal.
    static func wait() -> Int32 {
        let numbers = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
        for number in numbers { signal(number) { Interruption.ended.store($0, ordering: .relaxed) } }
        // Another one that the program blocks may be pending, and would end the process now.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in numbers { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
        while ended.load(ordering: .relaxed) == 0 { usleep(20_000) }
        return ended.load(ordering: .relaxed)
    }

    /// Ends the process as the signal does.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static let ended = Atomic<Int32>(0)
}
