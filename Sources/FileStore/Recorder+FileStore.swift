// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// Where a recorder stores invocations.
public enum RecorderStore: Sendable {
    /// In memory only.
    case memory
    /// In memory and in a file. The file answers for invocations no longer in memory.
    case file(URL, FileStoreConfiguration = FileStoreConfiguration())
}

extension Recorder {
    /// Creates a recorder with a store.
    ///
    /// - Throws: `FileStoreError` when the file cannot be written.
    public convenience init(
        _ configuration: RecorderConfiguration = RecorderConfiguration(),
        store: RecorderStore
    ) throws(FileStoreError) {
        self.init(configuration)
        try keep(in: store)
    }

    /// Writes everything recorded from now on, and everything in memory, to a store. `detachSink()` ends it.
    ///
    /// - Returns: False if a store is already attached; nothing changed then.
    /// - Throws: `FileStoreError` when the file cannot be written.
    @discardableResult
    public func keep(in store: RecorderStore) throws(FileStoreError) -> Bool {
        guard case .file(let url, let configuration) = store else { return true }
        let file = try FileStore(path: url.path, configuration: configuration)
        let history = try FileHistory(
            path: url.path,
            writtenAs: epoch,
            ownsDescriptors: configuration.ownsDescriptors
        )
        return attach(file, history: history, configuration: file.sinkConfiguration)
    }

    /// Creates a recorder that records nothing and answers all queries from a run in a file.
    ///
    /// - Parameters:
    ///   - epoch: Epoch of the run. Default: that of the newest run.
    ///   - others: Other files whose runs can be compared with this one. Default none.
    /// - Throws: `FileStoreError` if a file cannot be read or does not contain the run.
    public convenience init(replaying url: URL, epoch: String? = nil, comparedWith others: [URL] = [])
        throws(FileStoreError)
    {
        self.init(
            replaying: try FileHistory(path: url.path, epoch: epoch, comparedWith: others.map(\.path))
        )
    }
}
