// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The last elements of a subject, and who is sent them on subscribing.
struct ReplayBuffer {
    enum Policy {
        /// Subscribers are sent the elements until the subject ends.
        case untilEnd
        /// Subscribers are sent the elements at any time.
        case always
        /// Subscribers are sent the elements only once the subject has ended.
        case afterEnd
    }

    let policy: Policy
    private let limit: Int
    private var elements: [ReplayEvent]
    /// Where the oldest element is, once `limit` is reached.
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

    /// What a subscriber is sent first.
    func replay(isEnded: Bool) -> [ReplayEvent] {
        switch (policy, isEnded) {
        case (.untilEnd, true), (.afterEnd, false): []
        default: Array(elements[start...] + elements[..<start])
        }
    }

    /// Adds `element` and returns the one that had to go for it, so that the caller decides where it is released.
    mutating func append(_ element: consuming ReplayEvent) -> ReplayEvent? {
        guard limit > 0 else { return element }
        guard elements.count == limit else {
            elements.append(element)
            return nil
        }
        // Exchanged, which counts no references.
        var evicted = element
        swap(&elements[start], &evicted)
        start = start + 1 == limit ? 0 : start + 1
        return evicted
    }

    /// Empties the buffer and returns what was in it.
    mutating func removeAll() -> [ReplayEvent] {
        defer { (elements, start) = ([], 0) }
        return elements
    }
}
