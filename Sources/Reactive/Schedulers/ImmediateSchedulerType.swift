// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A scheduler for immediate work: now, later in this thread's turn, or on a queue.
public protocol ImmediateSchedulerType {
    /// Schedules `action`.
    ///
    /// - Parameters:
    ///   - state: The argument of `action`.
    ///   - action: The work. Its result is disposed of with the returned disposable.
    /// - Returns: A disposable that cancels pending work.
    func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable
}

extension ImmediateSchedulerType {
    /// Schedules `action`, which may reschedule itself by calling its second argument with a new state.
    ///
    /// The stack doesn't grow with the number of rounds.
    public func scheduleRecursive<State>(
        _ state: State,
        action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        let recursion = ImmediateRecursion(action: action, scheduler: self)
        recursion.schedule(state)
        return recursion
    }
}
