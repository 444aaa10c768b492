// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Keeps a recording for one `serve`: two would bring the same messages into it.
enum RecordingLock {
    /// Takes a recording until this program has ended. SQLite's locks are of another kind, and come and go with each
    /// transaction.
    ///
    /// The descriptor stays open: with any that is closed, this process would lose SQLite's locks on the file, too.
    ///
    /// - Throws: `FleetFailure` if somebody has it.
    static func take(_ path: String) throws {
        // Only for reading: file systems of a network, which would lock against SQLite, refuse the lock then. Where files
        // can't be locked at all, it has to do without.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw FleetFailure(
            "--store \(path): another inspector-fleet serve writes this recording. Stop it, or name another file."
        )
    }
}
