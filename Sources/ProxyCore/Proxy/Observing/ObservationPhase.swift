// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// At which moment of a call an observer sees it.
enum ObservationPhase: Int, CaseIterable {
    /// Before the call is passed on.
    case sent
    /// After it came back, however it did.
    case invoked
    /// After it returned, with its result.
    case returned
}
