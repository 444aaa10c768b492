// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The last elements of a subject, and the rule for replaying them.
struct ReplayBuffer {
    enum Policy {
        /// Replays until the subject ends.
        case untilEnd
        /// Replays at any time.
        case always
        /// Replays only after the subject has ended.
        case afterEnd
    }

    let policy: Policy
    private let limit: Int
    private var elements: [ReplayEvent]
    /// Index of the oldest element, once `limit` is reached.
    private var start = 0

    init(policy: Policy, limit: Int, initial: [ReplayEvent] = []) {
        self.policy = policy
        self.limit = limit
        elements = initial
    }

    /// The latest element.
    var last: ReplayEvent? {
        elements.isEmpty ? nil : elements[(start + elements.count - 1) % elements.count]
    }

    /// The elements to replay.
    func replay(isEnded: Bool) -> [ReplayEvent] {
        switch (policy, isEnded) {
        case (.untilEnd, true), (.afterEnd, false): []
        default: Array(elements[start...] + elements[..<start])
        }
    }

    /// Adds `element` and returns the evicted one, so that the caller decides where it is released.
    mutating func append(_ element: consuming ReplayEvent) -> ReplayEvent? {
        guard limit > 0 else { return element }
        guard elements.count == limit else {
            elements.append(element)
            return nil
        }
        // An exchange counts no references.
        var evicted = element
        swap(&elements[start], &evicted)
        start = start + 1 == limit ? 0 : start + 1
        return evicted
    }

    /// Empties the buffer and returns its contents.
    mutating func removeAll() -> [ReplayEvent] {
        defer { (elements, start) = ([], 0) }
        return elements
    }
}
