// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The moment of a call at which an observer is notified.
enum ObservationPhase: Int, CaseIterable {
    /// Before the call is forwarded.
    case sent
    /// After the call returned or threw.
    case invoked
    /// After the call returned, with its result.
    case returned
}
