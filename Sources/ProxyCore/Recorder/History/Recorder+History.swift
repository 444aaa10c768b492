// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Whether it records nothing and answers from a history alone.
    public var isReplay: Bool { attachment.isReplay }

    /// The last time that the history could not be read, and an answer lacked something; nil when there was none.
    public var historyFailure: HistoryFailure? { attachment.history?.failure }

    /// The proxies of a run that is replayed, by number; none of a recorder that records.
    public var recordedProxies: [RecordedProxy] { isReplay ? attachment.history?.proxies ?? [] : [] }

    /// Memory and history as one; nil without a history, and while all of the past is in memory.
    var historyView: HistoryView? {
        guard let history = attachment.history else { return nil }
        let view = HistoryView(history: history, snapshot: snapshot, decoder: decoder, isReplay: isReplay)
        return view.isReplay || view.isHistoric(after: 0, before: .max) ? view : nil
    }
}
