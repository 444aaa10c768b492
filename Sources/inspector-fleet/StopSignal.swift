// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A request to end the program: SIGINT or SIGTERM. A second one ends the process as usual.
///
/// - Invariant: Callable from any thread.
enum StopSignal {
    private static let descriptors: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Catches the signals from now on.
    static func install() {
        // Created before the handler that writes to it is installed.
        _ = descriptors
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                // Only calls allowed by signal-safety(7): restore the handler and write a byte.
                signal(number, SIG_DFL)
                var byte: UInt8 = 0
                _ = write(StopSignal.descriptors.write, &byte, 1)
            }
        }
    }

    /// Ends the program as a signal does.
    static func request() {
        var byte: UInt8 = 0
        _ = write(descriptors.write, &byte, 1)
    }

    /// Readable from the first signal on: the byte stays in the pipe.
    static var descriptor: Int32 { descriptors.read }

    static var isRaised: Bool { wait(milliseconds: 0) }

    /// Waits for the first signal; false if there is none in that time.
    static func wait(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}
