// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A scan of a history in parts. A part that begins where the last one ended goes on with what was read for that one,
/// without the calls that have arrived in between; any other part is a scan of its own.
///
/// - Invariant: Callable from any thread, and by several threads concurrently.
package protocol LastingScan: AnyObject, Sendable {
    /// Scans the invocations of a range in the order of their starts, until `body` returns false. The requests of all parts
    /// differ in their time, and in the bound that the order reaches last, only.
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan
}
