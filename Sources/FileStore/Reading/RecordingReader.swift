// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore
import Synchronization

/// Reads a recording file as long as its path refers to it, and remembers the last failure.
///
/// - Invariant: Callable from any thread, by several threads concurrently.
final class RecordingReader: Sendable {
    let path: String
    private let identity: RecordingFile.Identity?
    private let reader: any DatabaseReader
    private let ownsDescriptors: @Sendable () -> Bool
    private let lastFailure = Mutex<HistoryFailure?>(nil)
    private let lastError = Mutex<FileStoreError?>(nil)

    /// Opens a file without checking all of it.
    init(path: String, ownsDescriptors: @escaping @Sendable () -> Bool = { true }) throws(FileStoreError) {
        let file = RecordingFile(path: path)
        self.path = path
        self.ownsDescriptors = ownsDescriptors
        identity = file.identity
        reader = try file.openForReading(isChecked: false)
    }

    /// Calls `body` with a consistent view of the file. On failure, stores the error in `failure` and returns nil.
    func read<Answer>(_ body: (Database) throws -> Answer?) -> Answer? {
        do throws(FileStoreError) {
            return try answer(body)
        } catch {
            let failure = lastFailure.withLock { last in
                var failure = HistoryFailure(number: (last?.number ?? 0) + 1, description: error.description)
                failure.tellsOfReplacement = error.code == .replaced
                last = failure
                return failure
            }
            failure.tell()
            return nil
        }
    }

    /// Lets every later read fail with an error, although the file may come back: who reads it would wait in vain for what
    /// is not written any more.
    func end(with error: FileStoreError) { lastError.withLock { $0 = error } }

    /// Calls `body` with a consistent view of the file.
    ///
    /// - Throws: `FileStoreError`, with `.replaced` if the path refers to another file, or to none.
    func answer<Answer>(_ body: (Database) throws -> Answer) throws(FileStoreError) -> Answer {
        if let error = lastError.withLock({ $0 }) { throw error }
        do {
            guard RecordingFile.Identity(path: path) == identity else {
                throw FileStoreError(.replaced, path, "while it was read")
            }
            // To read would be to lock a file of the program.
            guard ownsDescriptors() else { throw FileStoreError(.ioFailed, path, "the program has closed it") }
            return try reader.read(body)
        } catch {
            throw FileStoreError(error, path)
        }
    }

    /// The last failure of `read`; nil when there was none.
    var failure: HistoryFailure? { lastFailure.withLock { $0 } }
}
