// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization

/// All views. Encodes events once for all clients with equal requests, and starts streams at any resume point.
///
/// Encoding runs on a separate queue while there are streams; the recorder's thread only signals progress. New streams
/// read earlier events from the recorder's store.
///
/// - Invariant: Callable from any thread.
final class EventViews: Sendable {
    /// Maximum number of views: each one filters every call and has a ring in memory.
    static let viewLimit = 32

    private let recorder: Recorder
    private let heartbeat: Duration
    private let queue = DispatchQueue(label: "inspector-server.events")
    private let state = Mutex(State())
    private let isScheduled = Atomic<Bool>(false)
    /// The streams that are about to join their rings.
    private let openings = DispatchGroup()

    private struct State: Sendable {
        var views: [StreamRequest: EventView] = [:]
        var progress: Recorder.ProgressToken?
        var proxyEvents: Recorder.ProxyEventToken?
        /// Number of the last change of completions that was sent.
        var completionChange: UInt64 = 0
    }

    init(recorder: Recorder, heartbeat: Duration) {
        self.recorder = recorder
        self.heartbeat = heartbeat
    }

    // MARK: Streams

    /// Starts a stream: sends the hello event and missed events, then continues with new events.
    ///
    /// - Parameter daemon: The server of the stream.
    /// - Throws: 503 `tooManyViews` if the request needs a new view and the limit is reached.
    func open(_ stream: EventStream, _ request: StreamRequest, from point: ResumePoint, on daemon: HTTPDaemon) throws {
        openings.enter()
        var isReplaying = false
        defer { if !isReplaying { openings.leave() } }
        let view = try view(for: request, on: daemon)
        defer { if !isReplaying { finishOpening(view) } }
        let range = StoredRange(recorder)
        var first = view.encoder.hello(oldest: range.oldest, newest: range.newest)
        first += point.reset(view.encoder) ?? []
        do {
            try stream.writeNow(first)
            first = []
        } catch EventStream.Failure.full {
            // The words of a long filter: the replay waits for the client to read.
        }
        let place = point.place(in: range, recorder)
        // From here on, so that the stream gets what changes after the held calls were listed.
        view.keepEvents(for: stream)
        defer { if !isReplaying { view.dropEvents(for: stream) } }
        let held = recorder.rules.held
        // The ring has what was in time for the stream that the view was made for.
        let ownEnd = request.filter.selectsSame(as: view.request.filter) ? 0 : range.end.position
        if try first.isEmpty && held.isEmpty && place.position >= ownEnd && view.join(stream, after: place) { return }
        isReplaying = true
        BackgroundWork.waiting.run { [self, first] in
            view.replay(
                stream,
                after: place,
                startingWith: first + held.flatMap(view.encoder.held),
                matching: request.filter,
                through: ownEnd
            ) { work in
                try queue.sync { try OwnWork.perform(work) }
            }
            view.dropEvents(for: stream)
            finishOpening(view)
            openings.leave()
        }
    }

    private func finishOpening(_ view: EventView) {
        view.addOpener(-1)
        // Encodes events stored since the ring was created, while it had no streams.
        schedule()
    }

    /// The view for a request, if there is one, with one more opener; and how many views there are.
    private func knownView(for request: StreamRequest) -> (view: EventView?, count: Int) {
        state.withLock { state in
            state.views[request]?.addOpener(1)
            return (view: state.views[request], count: state.views.count)
        }
    }

    /// The view for a request, created for its first stream. Call `finishOpening` after joining its ring.
    private func view(for request: StreamRequest, on daemon: HTTPDaemon) throws -> EventView {
        var known = knownView(for: request)
        if known.view == nil, known.count >= Self.viewLimit {
            // While the program makes no calls, nothing else removes those whose streams have ended.
            drop()
            known = knownView(for: request)
        }
        if let view = known.view { return view }
        guard known.count < Self.viewLimit else {
            throw HTTPProblem(
                503,
                "tooManyViews",
                "The open streams already use \(Self.viewLimit) different filters and forms; use one of those.",
                headers: ["Retry-After": "5"]
            )
        }
        let new = try EventView(request, recorder, on: daemon, heartbeat: heartbeat)
        let progress = recorder.onProgress { [weak self] in self?.schedule() }
        let proxyEvents = recorder.onProxyEvent { [weak self] in self?.schedule() }
        let completionChange = recorder.lastCompletionChange
        let (view, unneeded) = state.withLock { state in
            let view = state.views[request] ?? new
            view.addOpener(1)
            state.views[request] = view
            let unneeded = state.progress == nil ? nil : (progress, proxyEvents)
            if unneeded == nil {
                (state.progress, state.proxyEvents) = (progress, proxyEvents)
                state.completionChange = completionChange
            }
            return (view, unneeded)
        }
        withExtendedLifetime(unneeded) {}
        schedule()
        return view
    }

    /// Passes on what was recorded before this call, also to streams that are still being opened.
    ///
    /// - Parameter time: Longest time, because clients may be slow, and the program may wait for its recorder.
    func catchUp(within time: Duration) {
        let deadline = DispatchTime.now() + .milliseconds(Int(time.milliseconds))
        // Those that are open don't wait for those that are not.
        flush(until: deadline)
        guard openings.wait(timeout: deadline) == .success else { return }
        flush(until: deadline)
    }

    private func flush(until deadline: DispatchTime) {
        guard !views.isEmpty else { return }
        let done = DispatchSemaphore(value: 0)
        async {
            self.recorder.flush()
            while self.pumpAll(), DispatchTime.now() < deadline {}
            done.signal()
        }
        _ = done.wait(timeout: deadline)
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

    /// Reports a client's change to all streams regardless of their filters, because it may affect which filters a call
    /// matches.
    func tell(_ change: RecordChange) {
        async { [weak self] in
            for view in self?.views ?? [] {
                view.pump()
                switch change {
                case .noted(let invocation): view.append(view.encoder.update(invocation))
                case .cleared: view.append(view.encoder.reset(reason: "cleared"))
                }
            }
        }
    }

    /// Reports a change of a rule or a held call to all streams regardless of their filters.
    func tell(_ event: RuleEvent) {
        async { [weak self] in
            // Streams differ in nothing but the format here.
            var blocks: [StreamRequest.Format: [UInt8]] = [:]
            for view in self?.views ?? [] {
                let format = view.request.format
                guard let block = blocks[format] ?? view.encoder.ruleEvent(event) else { return }
                blocks[format] = block
                view.pump()
                view.append(block)
            }
        }
    }

    // MARK: Encoding

    private func async(_ body: @escaping @Sendable () -> Void) { queue.async { OwnWork.perform(body) } }

    private var views: [EventView] { state.withLock { Array($0.views.values) } }

    private func schedule() {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        async { [weak self] in self?.pump() }
    }

    private func pump() {
        isScheduled.store(false, ordering: .releasing)
        // What clients ask and tell meanwhile comes in between.
        if pumpAll() { schedule() }
    }

    /// Gives each view its turn.
    ///
    /// - Returns: Whether one has more events.
    private func pumpAll() -> Bool {
        var hasMore = false
        // Taken before the views send what is stored, so that an update follows the event of its call.
        let updates = recorder.completionUpdates(after: state.withLock { $0.completionChange })
        state.withLock { $0.completionChange = updates.last }
        for view in views {
            if view.ring.streamCount > 0 || !updates.items.isEmpty, view.pump() { hasMore = true }
            // Also for a stream that is about to join the ring and may have read the call already.
            for invocation in updates.items { view.append(view.encoder.update(invocation)) }
        }
        drop()
        return hasMore
    }

    /// Removes unused views; later streams read earlier events from the store.
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
