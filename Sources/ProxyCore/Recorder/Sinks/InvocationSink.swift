// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Receives everything that a recorder records, to store it elsewhere, such as in a file.
///
/// A recorder passes the invocations in completion order. It calls the sink on one of two dedicated threads: one at the
/// program's priority, and one at low priority for writing large backlogs. Proxied calls made by the sink are not
/// recorded.
///
/// - Invariant: The methods are never called concurrently.
public protocol InvocationSink: AnyObject, Sendable {
    /// Where the sink stores invocations, for display, such as a path; nil if it has no location.
    var location: String? { get }

    /// A problem that did not keep the sink from storing its batches, for display; nil if there is none. Read after
    /// each batch.
    var failure: String? { get }

    /// Stores a batch.
    ///
    /// - Throws: If the batch could not be stored. The recorder keeps recording and passes those invocations still in
    ///   memory again after `SinkConfiguration.retryInterval`.
    func write(_ batch: SinkBatch) throws

    /// Called once at the end, after the last batch.
    func finish()
}

extension InvocationSink {
    /// No location.
    public var location: String? { nil }

    /// Nothing is wrong.
    public var failure: String? { nil }
}
