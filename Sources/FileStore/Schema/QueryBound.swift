// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import GRDBSQLite
internal import ProxyCore
internal import Synchronization

/// Interrupts queries that take many times the steps of a scan of the whole file. In a damaged or forged file, pages
/// can link to each other in cycles, so that a table has no end.
///
/// The object must outlive the connections it watches. Each connection holds the closure that prepares it, which holds
/// the object.
final class QueryBound: Sendable {
    /// Number of SQLite's virtual machine steps between two checks.
    private static let stride: Int32 = 1 << 20
    /// Additional steps allowed per byte of the file. A scan of a table takes less than two per byte of its rows, a
    /// check of the whole file about two.
    private static let stepsPerByte: UInt64 = 32

    /// The counters of one connection; only its own thread changes them.
    private final class Watch: Sendable {
        let path: String
        let base: UInt64
        let steps = Atomic<UInt64>(0)

        init(path: String, base: UInt64) {
            self.path = path
            self.base = base
        }

        var isExceeded: Bool {
            let steps = self.steps.add(UInt64(QueryBound.stride), ordering: .relaxed).newValue
            guard steps > base else { return false }
            // The file may have grown since the query started.
            let bytes = [path, path + "-wal"].reduce(UInt64(0)) { sum, name in
                var status = stat()
                return stat(name, &status) == 0 ? sum + UInt64(clamping: status.st_size) : sum
            }
            return steps > base + bytes.saturatingMultiplied(by: QueryBound.stepsPerByte)
        }
    }

    private let path: String
    private let base: UInt64
    private let watches = Mutex<[Watch]>([])

    /// - Parameter base: Steps allowed for any file. Default: about two seconds' worth.
    init(path: String, base: UInt64 = 1 << 28) {
        self.path = path
        self.base = base
    }

    /// Watches a connection; call it right after the connection is opened.
    func watch(_ db: Database) {
        let watch = Watch(path: path, base: base)
        watches.withLock { $0.append(watch) }
        let context = Unmanaged.passUnretained(watch).toOpaque()
        sqlite3_progress_handler(
            db.sqliteConnection,
            Self.stride,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().isExceeded ? 1 : 0
            },
            context
        )
        // Each query starts counting at 0.
        sqlite3_trace_v2(
            db.sqliteConnection,
            UInt32(SQLITE_TRACE_STMT),
            { _, context, _, _ in
                if let context {
                    Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().steps.store(0, ordering: .relaxed)
                }
                return 0
            },
            context
        )
    }
}
