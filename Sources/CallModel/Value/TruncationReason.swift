// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which budget cut a value.
public enum TruncationReason: UInt8, Sendable, Hashable, CaseIterable {
    /// The text of the value was longer than the budget.
    case length
    /// The value was nested deeper than the budget.
    case depth
    /// The collection had more elements than the budget.
    case count
    /// The record had no room left.
    case record
    /// Taking the snapshot took longer than the budget.
    case time

    /// The word in JSON.
    public var name: String {
        switch self {
        case .length: "length"
        case .depth: "depth"
        case .count: "count"
        case .record: "record"
        case .time: "time"
        }
    }

    /// The reason with that word; nil when there is none.
    public init?(name: String) {
        guard let reason = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = reason
    }
}
