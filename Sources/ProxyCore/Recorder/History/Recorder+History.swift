// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Whether the recorder records nothing and only answers from a history.
    public var isReplay: Bool { attachment.isReplay }

    /// The last failure to read the history, which may have made an answer incomplete; nil when there was none.
    public var historyFailure: HistoryFailure? { attachment.history?.failure }

    /// The proxies of a replayed run, by number; empty for a recorder that records.
    public var recordedProxies: [RecordedProxy] { isReplay ? attachment.history?.proxies ?? [] : [] }

    /// Memory and history combined; nil without a history, and while memory still contains all calls.
    var historyView: HistoryView? {
        guard let history = attachment.history else { return nil }
        let view = HistoryView(history: history, snapshot: snapshot, decoder: decoder, isReplay: isReplay)
        return view.isReplay || view.isHistoric(after: 0, before: .max) ? view : nil
    }
}
