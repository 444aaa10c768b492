// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The wish of a person or a supervisor that the program ends: SIGINT or SIGTERM.
///
/// Signals are caught from the moment it is made. The first one ends `wait()`; a second one ends the process in the
/// ordinary way.
final class TerminationSignal {
    private let signals: AsyncStream<Void>

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        // Made before the handler that writes to it is installed.
        let pipe = TerminationPipe.descriptors
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                // Only what signal-safety(7) allows: restore, and leave a byte.
                signal(number, SIG_DFL)
                var byte: UInt8 = 0
                _ = write(TerminationPipe.descriptors.write, &byte, 1)
            }
        }
        let thread = Thread {
            var byte: UInt8 = 0
            while read(pipe.read, &byte, 1) < 0, errno == EINTR {}
            continuation.yield()
        }
        thread.start()
    }

    /// Returns when the first signal has come.
    func wait() async {
        for await _ in signals { break }
    }
}

/// Where the handler leaves its byte; a signal handler can reach nothing but globals.
private enum TerminationPipe {
    static let descriptors: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(String(cString: strerror(errno)))") }
        return (ends[0], ends[1])
    }()
}
