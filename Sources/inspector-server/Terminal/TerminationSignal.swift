// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A request to end the program: SIGINT or SIGTERM.
///
/// Signals are caught from initialisation on. The first one ends `wait()`; a second one ends the process as usual.
final class TerminationSignal {
    private let signals: AsyncStream<Void>

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        // Created before the handler that writes to it is installed.
        let pipe = TerminationPipe.descriptors
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                // Only calls allowed by signal-safety(7): restore the handler and write a byte.
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

    /// Returns after the first signal.
    func wait() async {
        for await _ in signals { break }
    }
}

/// The pipe for the handler's byte; a signal handler can only access globals.
private enum TerminationPipe {
    static let descriptors: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(String(cString: strerror(errno)))") }
        return (ends[0], ends[1])
    }()
}
