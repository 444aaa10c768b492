// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The place of a call in a sorted list: its key, then its number, so that no two calls have the same place.
package struct SortPlace: Sendable, Hashable, Comparable {
    /// A key, the same for all calls that only their numbers order.
    package struct Key: Sendable, Hashable, Comparable {
        package let text: String
        package let number: UInt64

        package init(duration: UInt64) {
            text = ""
            number = duration
        }

        package init(_ selector: Selector) {
            text = selector.name
            number = 0
        }

        package init(_ thread: ThreadInfo) {
            text = thread.isMain ? "main" : thread.name
            number = UInt64(clamping: thread.id)
        }

        package static func < (left: Self, right: Self) -> Bool {
            left.text == right.text ? left.number < right.number : left.text < right.text
        }
    }

    package let key: Key
    /// In a recording of several processes, the key of the call.
    package let seq: UInt64

    package init(_ key: Key, seq: UInt64) {
        self.key = key
        self.seq = seq
    }

    package init(of invocation: Invocation, by sort: InvocationSort) {
        seq = invocation.key
        key =
            switch sort {
            case .start: Key(duration: 0)
            case .duration: Key(duration: invocation.durationNanoseconds ?? 0)
            case .selector: Key(invocation.selector)
            case .thread: Key(invocation.thread)
            }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.key == right.key ? left.seq < right.seq : left.key < right.key
    }
}
