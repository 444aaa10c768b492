// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

/// Who is at work on one property of a parent object, so that what one thread finds there can be told from what another
/// one is about to change.
struct InstallationWork: Equatable {
    /// Counts beginnings and ends of work.
    var changes = 0
    /// Threads that are settling what is in the property.
    var threads: [UInt32] = []
    /// How many times the property is being emptied for a moment.
    var resets = 0
}

extension DelegateProxyStorage {
    /// The work on a property now.
    func work(on identifier: DelegateProxyIdentifier) -> InstallationWork {
        changeWork(on: identifier) { $0 }
    }

    /// Begins to settle a property; false when this thread is at that already.
    func enter(_ identifier: DelegateProxyIdentifier) -> Bool {
        let thread = cthread_id()
        return changeWork(on: identifier) { work in
            guard !work.threads.contains(thread) else { return false }
            work.threads.append(thread)
            work.changes += 1
            return true
        }
    }

    /// Ends what `enter` began.
    func leave(_ identifier: DelegateProxyIdentifier) {
        let thread = cthread_id()
        changeWork(on: identifier) { work in
            work.threads.removeAll { $0 == thread }
            work.changes += 1
        }
    }

    /// The property may be empty from now on.
    func beginReset(_ identifier: DelegateProxyIdentifier) {
        changeWork(on: identifier) { work in
            work.resets += 1
            work.changes += 1
        }
    }

    /// Ends what `beginReset` began.
    func endReset(_ identifier: DelegateProxyIdentifier) {
        changeWork(on: identifier) { work in
            work.resets -= 1
            work.changes += 1
        }
    }
}
