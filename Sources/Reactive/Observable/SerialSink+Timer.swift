// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SerialSink {
    /// Replaces `timer` by one that does `work` inside the gate, `dueTime` from now.
    func restart(
        _ timer: SerialDisposable,
        after dueTime: RxTimeInterval,
        on scheduler: any SchedulerType,
        _ work: @escaping () -> Void
    ) {
        let next = SingleAssignmentDisposable()
        timer.disposable = next
        next.setDisposable(
            scheduler.scheduleRelative((), dueTime: dueTime) {
                self.gate.run(work)
                return Disposables.create()
            }
        )
    }
}
