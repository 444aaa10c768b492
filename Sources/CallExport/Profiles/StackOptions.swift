// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the numbers of a folded stack are.
public enum StackWeight: String, Sendable, CaseIterable {
    /// Self time in nanoseconds.
    case time
    /// Calls that have ended.
    case calls
}

/// The order of the frames of a stack.
public enum StackDirection: String, Sendable, CaseIterable {
    /// From callers to what they called.
    case topDown
    /// From calls to their callers.
    case bottomUp
}

/// How an export folds stacks; only the format `folded` has a choice, the others have both weights and all stacks.
public struct StackOptions: Sendable, Hashable {
    /// What the numbers are. Default: time.
    public var weight: StackWeight
    /// The order of frames. Default: the outermost call first.
    public var direction: StackDirection

    /// Creates options.
    public init(weight: StackWeight = .time, direction: StackDirection = .topDown) {
        self.weight = weight
        self.direction = direction
    }
}
