// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Which events of proxies a stream, a list or an export contains.
public enum ProxyEventSelection: String, Sendable, CaseIterable {
    /// Events that match the filter's conditions on proxies.
    case matching
    /// All events, regardless of the filter.
    case all
    /// No events.
    case none

    /// Whether an event is contained, beside the calls that a filter selects.
    public func contains(_ event: ProxyEvent, _ filter: InvocationFilter) -> Bool {
        switch self {
        case .matching: filter.isEverything || filter.matches(event)
        case .all: true
        case .none: false
        }
    }
}
