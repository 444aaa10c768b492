// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore

/// What has been recorded, and how it is told of in failures.
struct CallReport {
    let recorder: Recorder
    /// In the order in which they began; running ones, too.
    let calls: [Invocation]
    /// Calls that were recorded and evicted.
    private let evicted: UInt64
    /// Calls for which there was no room.
    private let dropped: UInt64
    private let suppressed: UInt64

    init(_ recorder: Recorder) {
        self.recorder = recorder
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        // Before the stored ones, so that a call that ends meanwhile is there at least once.
        let running = recorder.running
        var cursor = recorder.cursor(query)
        var calls: [Invocation] = []
        while !cursor.isAtEnd { calls += cursor.next() }
        // Behind the stored ones, so that it counts what was evicted meanwhile.
        let status = recorder.status
        (evicted, dropped, suppressed) = (status.evicted, status.dropped, status.suppressed)
        let known = Set(calls.map(\.seq))
        self.calls = (calls + running.filter { !known.contains($0.seq) }).sorted { $0.seq < $1.seq }
    }

    /// Calls on lines of their own.
    static func lines(_ calls: some Collection<Invocation>, atMost limit: Int = 5) -> String {
        let shown = calls.prefix(limit).map { "\n  \(line($0))" }.joined()
        return calls.count > limit ? "\(shown)\n  … and \(calls.count - limit) more" : shown
    }

    /// `#3 feed(_: Feed@1f, didFindTitle: "News") -> true`, with what became of closure arguments in the words of a filter.
    static func line(_ call: Invocation) -> String {
        let outcome = CallText.outcome(call, limit: 60)
        let arrow = outcome.isEmpty ? "" : call.error == nil ? " -> \(outcome)" : " \(outcome)"
        let closures = call.completion.map { " (completion:\($0.name))" } ?? ""
        let text = CallText.call(call, limit: 60)
        return "#\(call.seq) \(text)\(call.state == .running ? " (running)" : arrow)\(closures)"
    }

    /// Text to add to a failure if there is no call at all.
    var absence: String { calls.isEmpty ? "\nNothing was recorded." : "" }

    /// What a reader needs to know besides: answers that were missing, and calls that are not in the record.
    var remarks: String {
        let unanswered = calls.filter { $0.state != .running && $0.returnPath == .none }
        var text = ""
        if !unanswered.isEmpty {
            text += "\nNobody answered \(CountText.calls(unanswered.count)):\(Self.lines(unanswered, atMost: 3))"
        }
        let lost = dropped + evicted + suppressed
        if lost > 0 { text += "\n\(CountText.calls(Int(clamping: lost))) more are not in the record." }
        return text
    }

    /// Why there may have been more calls than the record has, and what helps; nil if it has all that were to be
    /// recorded.
    var lack: String? {
        guard evicted + dropped > 0 else { return nil }
        let number = CountText.calls(Int(clamping: evicted + dropped))
        let were = evicted + dropped == 1 ? "is" : "are"
        var remedies: [String] = []
        // Which of the two was reached is not known.
        let limits = recorder.configuration.storedCountLimit < .max ? " and storedCountLimit" : ""
        if evicted > 0 { remedies.append("a larger storedBytesLimit\(limits)") }
        if dropped > 0 { remedies.append("the overflowPolicy .wait") }
        let remedy = remedies.joined(separator: " and ")
        return "\(number) \(were) not in the record. Give withRecorder a configuration with \(remedy)."
    }
}
