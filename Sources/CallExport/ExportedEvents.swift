// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The proxy events of an export, read in portions so that memory doesn't grow with the recording.
struct ExportedEvents {
    private static let portionCount = 1_000

    private let recorder: Recorder
    private let isWanted: (ProxyEvent) -> Bool
    private var portion: ArraySlice<ProxyEvent> = []
    private var last: UInt64 = 0
    private var isAtEnd: Bool

    init(_ recorder: Recorder, _ selection: ProxyEventSelection, _ filter: InvocationFilter) {
        self.recorder = recorder
        isWanted = { selection.contains($0, filter) }
        isAtEnd = selection == .none
        if !isAtEnd { recorder.settleAllProxyEvents() }
    }

    /// The next event, if it happened before a call started.
    mutating func next(before call: Invocation) -> ProxyEvent? {
        next { event in
            // Recordings of earlier versions have no places, and calls of other processes have other numbers.
            let seq = event.epoch ?? call.id.epoch == call.id.epoch ? event.seq : nil
            // By the microsecond, as lines tell times: an imported recording is exported in the same order.
            return seq.map { $0 < call.seq }
                ?? (event.occurredAtNanoseconds / 1_000 < call.startedAtNanoseconds / 1_000)
        }
    }

    /// The next event; nil at the end.
    mutating func next() -> ProxyEvent? { next { _ in true } }

    private mutating func next(if isDue: (ProxyEvent) -> Bool) -> ProxyEvent? {
        if portion.isEmpty, !isAtEnd { read() }
        guard let event = portion.first, isDue(event) else { return nil }
        return portion.removeFirst()
    }

    private mutating func read() {
        var events: [ProxyEvent] = []
        var last = self.last
        isAtEnd = true
        recorder.forEachProxyEvent(after: last, .ascending) { event in
            last = event.number
            if isWanted(event) { events.append(event) }
            isAtEnd = events.count < Self.portionCount
            return isAtEnd
        }
        self.last = last
        portion = events[...]
    }
}
