// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Takes over what a recorder records, to keep it somewhere else: in a file, for one.
///
/// A recorder gives a sink everything, in the order in which the calls completed, from two threads that belong to the
/// sink alone: one has the program's priority; one of lower priority stands in for it while calls come in a flood.
/// Proxied calls made on them are not recorded.
///
/// - Invariant: Nothing is called while another of the calls below is under way.
public protocol InvocationSink: AnyObject, Sendable {
    /// Where it keeps what it gets, for people: a path, for one; nil when there is nothing to say.
    var location: String? { get }

    /// Takes a batch over.
    ///
    /// - Throws: when it could not be kept. The recorder goes on; it gives the same invocations again after
    ///   `SinkConfiguration.retryInterval`, as far as they are in memory by then.
    func write(_ batch: SinkBatch) throws

    /// There will be no more. Everything that could be written was written.
    func finish()
}

extension InvocationSink {
    /// Says nothing.
    public var location: String? { nil }
}
