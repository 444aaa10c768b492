// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The budget that truncated a value.
public enum TruncationReason: UInt8, Sendable, Hashable, CaseIterable {
    /// The text was longer than the budget.
    case length
    /// The value was nested deeper than the budget.
    case depth
    /// The collection had more elements than the budget.
    case count
    /// The record was full.
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

    /// The reason with that name in JSON; nil when there is none.
    public init?(name: String) {
        guard let reason = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = reason
    }
}
