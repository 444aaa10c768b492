// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Keeps an observer of a recorder registered; releasing it cancels the observer.
    public final class ObservationToken: Sendable {
        private let list: ObserverList
        private let number: Int

        init(_ list: ObserverList, _ body: @escaping @Sendable () -> Void) {
            self.list = list
            number = list.add(body)
        }

        deinit { cancel() }

        /// Stops the calls. A call already in progress continues.
        public func cancel() { list.remove(number) }
    }

    /// Keeps an observer of a recorder's progress registered.
    public typealias ProgressToken = ObservationToken

    /// Keeps an observer of proxy events registered.
    public typealias ProxyEventToken = ObservationToken

    /// Calls `body` whenever calls began or were stored, closure arguments of stored calls were called or released, or a
    /// running call reached `RecorderConfiguration.runningNoticeAge`.
    ///
    /// - Parameter body: Runs on the recorder's thread after each round, or with a history that grows on the thread that
    ///   adds to it, so it should only wake another thread. Proxied calls made in it are not recorded.
    /// - Returns: A token; the calls end when it is cancelled or released.
    public func onProgress(_ body: @escaping @Sendable () -> Void) -> ProgressToken {
        ObservationToken(engine.progressObservers, body)
    }

    /// Calls `body` after each proxy event; `proxyEvents(after:)` returns the events.
    ///
    /// - Parameter body: Runs without a lock on the thread that caused or noticed the event: for changes of the property,
    ///   often the library's watcher; for the death of a delegate, the thread of the next call or query. It should only
    ///   wake another thread.
    /// - Returns: A token; the calls end when it is cancelled or released.
    public func onProxyEvent(_ body: @escaping @Sendable () -> Void) -> ProxyEventToken {
        ObservationToken(directory.observers, body)
    }
}
