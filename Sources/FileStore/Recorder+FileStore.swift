// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// Where a recorder keeps what it records.
public enum RecorderStore: Sendable {
    /// In memory only.
    case memory
    /// In memory, and all of it in a file as well, which answers for what is no longer in memory.
    case file(URL, FileStoreConfiguration = FileStoreConfiguration())
}

extension Recorder {
    /// Creates a recorder that keeps what it records in a store.
    ///
    /// - Throws: `FileStoreError` when the file cannot be written.
    public convenience init(
        _ configuration: RecorderConfiguration = RecorderConfiguration(),
        store: RecorderStore
    ) throws(FileStoreError) {
        self.init(configuration)
        try keep(in: store)
    }

    /// From now on keeps what is recorded in a store, beginning with what is in memory. `detachSink()` ends it.
    ///
    /// - Returns: False, and nothing changed, when it keeps it in one already.
    /// - Throws: `FileStoreError` when the file cannot be written.
    @discardableResult
    public func keep(in store: RecorderStore) throws(FileStoreError) -> Bool {
        guard case .file(let url, let configuration) = store else { return true }
        let file = try FileStore(path: url.path, configuration: configuration)
        let history = try FileHistory(path: url.path, writtenAs: epoch)
        return attach(file, history: history, configuration: file.sinkConfiguration)
    }

    /// Creates a recorder that answers from a run in a file, and records nothing.
    ///
    /// - Parameters:
    ///   - epoch: Default that of the run that began last.
    ///   - others: Other files, whose runs it can be compared with. Default none.
    /// - Throws: `FileStoreError` when a file cannot be read, or has no such run.
    public convenience init(replaying url: URL, epoch: String? = nil, comparedWith others: [URL] = [])
        throws(FileStoreError)
    {
        self.init(
            replaying: try FileHistory(path: url.path, epoch: epoch, comparedWith: others.map(\.path))
        )
    }
}
