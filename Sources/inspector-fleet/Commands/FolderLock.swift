// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keeps the files of a folder for one `up`: two NATS servers would destroy each other's.
enum FolderLock {
    /// Takes the folder until this program and all that it starts have ended. The descriptor stays open, and is inherited:
    /// when this one is killed, its NATS server may still be writing.
    ///
    /// - Throws: `FleetFailure` if somebody has it, or if nothing can be written there.
    static func take(_ folder: String) throws {
        let descriptor = open(folder + "/up.lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw FleetFailure("--data \(folder): no files can be made in it: \(String(cString: strerror(errno))).")
        }
        // Where files can't be locked at all, it has to do without.
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        close(descriptor)
        throw FleetFailure(
            """
            --data \(folder): another inspector-fleet up uses this folder, or what one that was killed has started still \
            runs. Stop it, or name another folder.
            """
        )
    }
}
