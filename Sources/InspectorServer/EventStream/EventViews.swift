// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization

/// All views: turns what the recorder stores into events, once for all clients with equal requests, and lets streams
/// begin where they want to.
///
/// A thread of its own encodes: the recorder's thread only says that there is something. It works while there are
/// streams; what a new stream wants of the past comes from the recorder's store.
///
/// - Invariant: Callable from any thread.
final class EventViews: Sendable {
    /// Views at a time: each filter costs every call, and each ring memory.
    static let viewLimit = 32

    private let recorder: Recorder
    private let heartbeat: Duration
    private let queue = DispatchQueue(label: "inspector-server.events")
    private let state = Mutex(State())
    private let isScheduled = Atomic<Bool>(false)

    private struct State: Sendable {
        var views: [StreamRequest: EventView] = [:]
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
    /// - Throws: 503 `tooManyViews` when the request is another one than those of all other streams and there are many already.
    func open(_ stream: EventStream, _ request: StreamRequest, from point: ResumePoint, on daemon: HTTPDaemon) throws {
        let view = try view(for: request, on: daemon)
        var isReplaying = false
        defer { if !isReplaying { finishOpening(view) } }
        let range = StoredRange(recorder)
        try stream.writeNow(view.encoder.hello(oldest: range.oldest, newest: range.newest))
        if let reset = point.reset(view.encoder) { try stream.writeNow(reset) }
        let position = point.position(in: range)
        if try stream.join(view.ring, after: position) { return }
        isReplaying = true
        BackgroundWork.run { [self] in
            view.replay(stream, after: position)
            finishOpening(view)
        }
    }

    private func finishOpening(_ view: EventView) {
        view.addOpener(-1)
        // What was stored since the ring was made, while it had no stream yet, is still to be encoded.
        schedule()
    }

    /// The view of a request, made when the first stream comes. Call `finishOpening` when its ring is joined.
    private func view(for request: StreamRequest, on daemon: HTTPDaemon) throws -> EventView {
        let known = state.withLock { state in
            state.views[request]?.addOpener(1)
            return (view: state.views[request], count: state.views.count)
        }
        if let view = known.view { return view }
        guard known.count < Self.viewLimit else {
            throw HTTPProblem(
                503,
                "tooManyViews",
                "The open streams have \(Self.viewLimit) different filters and forms already; use one of them.",
                headers: ["Retry-After": "5"]
            )
        }
        let new = try EventView(request, recorder, on: daemon, heartbeat: heartbeat)
        let progress = recorder.onProgress { [weak self] in self?.schedule() }
        let proxyEvents = recorder.onProxyEvent { [weak self] in self?.schedule() }
        let (view, unneeded) = state.withLock { state in
            let view = state.views[request] ?? new
            view.addOpener(1)
            state.views[request] = view
            let unneeded = state.progress == nil ? nil : (progress, proxyEvents)
            if unneeded == nil { (state.progress, state.proxyEvents) = (progress, proxyEvents) }
            return (view, unneeded)
        }
        withExtendedLifetime(unneeded) {}
        schedule()
        return view
    }

    /// Forgets the rings; the streams that read them end with the server.
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
            for view in self?.views ?? [] {
                view.pump()
                switch change {
                case .noted(let invocation): view.append(view.encoder.update(invocation))
                case .cleared: view.append(view.encoder.reset(reason: "cleared"))
                }
            }
        }
    }

    // MARK: Encoding

    private var views: [EventView] { state.withLock { Array($0.views.values) } }

    private func schedule() {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [weak self] in self?.pump() }
    }

    private func pump() {
        isScheduled.store(false, ordering: .releasing)
        for view in views where view.ring.streamCount > 0 { view.pump() }
        drop()
    }

    /// Lets go of what nobody reads: who comes next gets the past from the store.
    private func drop() {
        let dropped = state.withLock { state -> State in
            var dropped = State()
            dropped.views = state.views.filter { $0.value.isUnused }
            for request in dropped.views.keys { state.views[request] = nil }
            guard state.views.isEmpty else { return dropped }
            (dropped.progress, dropped.proxyEvents) = (state.progress, state.proxyEvents)
            (state.progress, state.proxyEvents) = (nil, nil)
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }
}
