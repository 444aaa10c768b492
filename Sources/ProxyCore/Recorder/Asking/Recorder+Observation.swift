// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Keeps an observer of a recorder alive.
    public final class ObservationToken: Sendable {
        private let list: ObserverList
        private let number: Int

        init(_ list: ObserverList, _ body: @escaping @Sendable () -> Void) {
            self.list = list
            number = list.add(body)
        }

        deinit { cancel() }

        /// Ends the calls; one that is under way goes on.
        public func cancel() { list.remove(number) }
    }

    /// Keeps an observer of a recorder's progress alive.
    public typealias ProgressToken = ObservationToken

    /// Keeps an observer of proxy events alive.
    public typealias ProxyEventToken = ObservationToken

    /// Calls `body` whenever something new is stored, or a call has been running for long enough to be told of.
    ///
    /// - Parameter body: Runs on the recorder's thread, after a batch; it should only wake who does the work. Proxied
    ///   calls that it makes are not recorded.
    /// - Returns: A token; the calls end when it is cancelled or let go.
    public func onProgress(_ body: @escaping @Sendable () -> Void) -> ProgressToken {
        ObservationToken(engine.progressObservers, body)
    }

    /// Calls `body` whenever something happened to a proxy; `proxyEvents(after:)` says what.
    ///
    /// - Parameter body: Runs on the thread on which it happened, without a lock; it should only wake who does the work.
    /// - Returns: A token; the calls end when it is cancelled or let go.
    public func onProxyEvent(_ body: @escaping @Sendable () -> Void) -> ProxyEventToken {
        ObservationToken(directory.observers, body)
    }
}
