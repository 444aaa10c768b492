// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization

/// Turns what the recorder stores into events, once for all clients with the same view, and lets streams begin where
/// they want to.
///
/// A thread of its own encodes: the recorder's thread only says that there is something. It works while there are
/// streams; what a new stream wants of the past comes from the recorder's store.
///
/// - Invariant: Callable from any thread.
final class EventHub: Sendable {
    /// Views at a time: each filter costs every call, and each feed memory.
    static let viewLimit = 32

    private let recorder: Recorder
    private let heartbeat: Duration
    private let queue = DispatchQueue(label: "inspector-server.events")
    private let state = Mutex(State())
    private let isScheduled = Atomic<Bool>(false)

    private struct State: Sendable {
        var channels: [StreamView: EventChannel] = [:]
        var progress: Recorder.ProgressToken?
        var proxyEvents: Recorder.ProxyEventToken?
    }

    init(recorder: Recorder, heartbeat: Duration) {
        self.recorder = recorder
        self.heartbeat = heartbeat
    }

    // MARK: Streams

    /// Begins a stream: says hello, brings what it has missed, and goes on with what comes.
    ///
    /// - Parameter daemon: The server that the stream belongs to.
    /// - Throws: 503 `tooManyViews` when the view is another one than those of all other streams.
    func open(_ stream: EventStream, _ view: StreamView, from point: ResumePoint, on daemon: HTTPDaemon) throws {
        let channel = try channel(for: view, on: daemon)
        var isReplaying = false
        defer { if !isReplaying { finishOpening(channel) } }
        let range = StoredRange(recorder)
        try stream.writeNow(channel.encoder.hello(oldest: range.oldest, newest: range.newest))
        if let reset = point.reset(channel.encoder) { try stream.writeNow(reset) }
        let position = point.position(in: range)
        if try stream.join(channel.feed, after: position) { return }
        isReplaying = true
        BackgroundWork.run { [self] in
            channel.replay(stream, after: position)
            finishOpening(channel)
        }
    }

    private func finishOpening(_ channel: EventChannel) {
        channel.addOpener(-1)
        // What was stored since the feed was made, while it had no stream yet, is still to be encoded.
        schedule()
    }

    /// The channel of a view, made when the first stream comes. Call `finishOpening` when its feed is joined.
    private func channel(for view: StreamView, on daemon: HTTPDaemon) throws -> EventChannel {
        let known = state.withLock { state in
            state.channels[view]?.addOpener(1)
            return (channel: state.channels[view], count: state.channels.count)
        }
        if let channel = known.channel { return channel }
        guard known.count < Self.viewLimit else {
            throw HTTPProblem(
                503,
                "tooManyViews",
                "The open streams have \(Self.viewLimit) different filters and forms already; use one of them.",
                headers: ["Retry-After": "5"]
            )
        }
        let new = try EventChannel(view, recorder, on: daemon, heartbeat: heartbeat)
        let progress = recorder.onProgress { [weak self] in self?.schedule() }
        let proxyEvents = recorder.onProxyEvent { [weak self] in self?.schedule() }
        let (channel, unneeded) = state.withLock { state in
            let channel = state.channels[view] ?? new
            channel.addOpener(1)
            state.channels[view] = channel
            let unneeded = state.progress == nil ? nil : (progress, proxyEvents)
            if unneeded == nil { (state.progress, state.proxyEvents) = (progress, proxyEvents) }
            return (channel, unneeded)
        }
        withExtendedLifetime(unneeded) {}
        schedule()
        return channel
    }

    /// Forgets the feeds; the streams that read them end with the server.
    func close() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        old.progress?.cancel()
        old.proxyEvents?.cancel()
    }

    /// Tells all streams, whatever their filter, of what a client changed: it may bring a call in or out of a filter.
    func tell(_ change: RecordChange) {
        queue.async { [weak self] in
            for channel in self?.channels ?? [] {
                channel.pump()
                switch change {
                case .noted(let invocation): channel.append(channel.encoder.update(invocation))
                case .cleared: channel.append(channel.encoder.reset(reason: "cleared"))
                }
            }
        }
    }

    // MARK: Encoding

    private var channels: [EventChannel] { state.withLock { Array($0.channels.values) } }

    private func schedule() {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [weak self] in self?.pump() }
    }

    private func pump() {
        isScheduled.store(false, ordering: .releasing)
        for channel in channels where channel.feed.streamCount > 0 { channel.pump() }
        drop()
    }

    /// Lets go of what nobody reads: who comes next gets the past from the store.
    private func drop() {
        let dropped = state.withLock { state -> State in
            var dropped = State()
            dropped.channels = state.channels.filter { $0.value.isUnused }
            for view in dropped.channels.keys { state.channels[view] = nil }
            guard state.channels.isEmpty else { return dropped }
            (dropped.progress, dropped.proxyEvents) = (state.progress, state.proxyEvents)
            (state.progress, state.proxyEvents) = (nil, nil)
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }
}
