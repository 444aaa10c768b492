// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Foundation

/// The signal that this process was started to get when its parent ends. It belongs to a thread: a program that another
/// thread starts in the place of the process would be without it.
///
/// - SeeAlso: prctl(2), *PR_SET_PDEATHSIG*
enum ParentDeathSignal {
    private struct Noted: Sendable {
        let number = cthread_parent_death_signal()
        let parent = getppid()
    }

    private static let noted = Noted()

    /// Notes the signal. Call it first of all, on the first thread.
    static func note() { _ = noted }

    /// Gives this thread the signal that the process was started with. Call it right before the program is started.
    static func restore() {
        guard noted.number != 0 else { return }
        cthread_set_parent_death_signal(noted.number)
        // To the process, as the kernel does: a signal that it has sent already, and that waits, does not come twice.
        if getppid() != noted.parent { kill(getpid(), noted.number) }
    }
}
