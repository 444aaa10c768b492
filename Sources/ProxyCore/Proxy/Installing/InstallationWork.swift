// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

/// The work under way on one property of a parent object. A thread uses it to detect that another thread is about to
/// change the value it has just read.
struct InstallationWork: Equatable {
    /// Counts each start and end of work.
    var changes = 0
    /// Threads that are settling the property.
    var threads: [UInt32] = []
    /// Number of resets under way, each of which may leave the property empty for a moment.
    var resets = 0
}

extension DelegateProxyStorage {
    /// The work now under way on a property.
    func work(on identifier: DelegateProxyIdentifier) -> InstallationWork {
        changeWork(on: identifier) { $0 }
    }

    /// Begins to settle a property; false when this thread is already settling it.
    func enter(_ identifier: DelegateProxyIdentifier) -> Bool {
        let thread = cthread_id()
        return changeWork(on: identifier) { work in
            guard !work.threads.contains(thread) else { return false }
            work.threads.append(thread)
            work.changes += 1
            return true
        }
    }

    /// Ends the work that `enter` began.
    func leave(_ identifier: DelegateProxyIdentifier) {
        let thread = cthread_id()
        changeWork(on: identifier) { work in
            work.threads.removeAll { $0 == thread }
            work.changes += 1
        }
    }

    /// Marks the property as possibly empty.
    func beginReset(_ identifier: DelegateProxyIdentifier) {
        changeWork(on: identifier) { work in
            work.resets += 1
            work.changes += 1
        }
    }

    /// Ends the reset that `beginReset` began.
    func endReset(_ identifier: DelegateProxyIdentifier) {
        changeWork(on: identifier) { work in
            work.resets -= 1
            work.changes += 1
        }
    }
}
