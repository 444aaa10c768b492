// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that does work as soon as it can: now, later in this thread's turn, or on a queue.
public protocol ImmediateSchedulerType {
    /// Schedules `action`.
    ///
    /// - Parameters:
    ///   - state: Given to `action`.
    ///   - action: The work. What it returns is disposed of with the result.
    /// - Returns: What cancels the work as far as it has not happened.
    func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable
}

extension ImmediateSchedulerType {
    /// Schedules `action`, which may schedule itself again by calling its second argument with a new state.
    ///
    /// However often it does so, the stack does not grow.
    public func scheduleRecursive<State>(
        _ state: State,
        action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        let recursion = ImmediateRecursion(action: action, scheduler: self)
        recursion.schedule(state)
        return recursion
    }
}
