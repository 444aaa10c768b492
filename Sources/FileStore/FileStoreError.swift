// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// An error of a recording file that cannot be used or written.
public struct FileStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, for comparison.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case beyondRepair, busy, damaged, diskFull, exists, folderMissing, inUse, ioFailed, missing, newerVersion,
                notARecording, readOnly
            case refused, replaced, unknownRun, unreadable
        }

        private let value: Value

        /// The file is damaged where it lists its tables.
        public static let beyondRepair = Code(value: .beyondRepair)
        /// Another program has locked the file.
        public static let busy = Code(value: .busy)
        /// The file is an SQLite database with damaged content.
        public static let damaged = Code(value: .damaged)
        /// The disk is full, or its quota is used up.
        public static let diskFull = Code(value: .diskFull)
        /// There is a file where a new one was to be made.
        public static let exists = Code(value: .exists)
        /// The file's folder does not exist.
        public static let folderMissing = Code(value: .folderMissing)
        /// Another program writes a recording of several processes, which takes one writer.
        public static let inUse = Code(value: .inUse)
        /// Reading or writing failed for another reason, given in the context.
        public static let ioFailed = Code(value: .ioFailed)
        /// There is no such file, or its name is empty.
        public static let missing = Code(value: .missing)
        /// A newer version of this program wrote the file.
        public static let newerVersion = Code(value: .newerVersion)
        /// The file is not a recording.
        public static let notARecording = Code(value: .notARecording)
        /// The file or its folder cannot be written.
        public static let readOnly = Code(value: .readOnly)
        /// The file does not take what is written, because of what another program added to it or deleted.
        public static let refused = Code(value: .refused)
        /// The file was moved, deleted or replaced while in use.
        public static let replaced = Code(value: .replaced)
        /// The file has no run with that epoch, or none at all.
        public static let unknownRun = Code(value: .unknownRun)
        /// The file's permissions do not allow reading it.
        public static let unreadable = Code(value: .unreadable)

        /// The name of the code.
        public var description: String { value.rawValue }
    }

    /// The cause.
    public let code: Code
    /// Path of the file.
    public let path: String
    /// Details from the system, SQLite or this module; may be empty.
    public let context: String

    init(_ code: Code, _ path: String, _ context: String = "") {
        self.code = code
        self.path = path
        self.context = context
    }

    /// Classifies an SQLite error, or a column with an invalid value.
    init(_ error: any Error, _ path: String) {
        if let fault = error as? RowFault {
            self.init(.damaged, path, "the column \(fault.column) holds \(fault.found)")
            return
        }
        guard let error = error as? DatabaseError else {
            self = error as? FileStoreError ?? FileStoreError(.ioFailed, path, "\(error)")
            return
        }
        let code: Code =
            switch error.resultCode {
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
            case .SQLITE_NOTADB: .notARecording
            // A text or a number of bytes that no recorder writes.
            case .SQLITE_CORRUPT, .SQLITE_TOOBIG: .damaged
            // A value of the wrong type for its column, and an overflowing sum.
            case .SQLITE_MISMATCH, .SQLITE_CONSTRAINT: .damaged
            // Only `QueryBound` interrupts queries.
            case .SQLITE_INTERRUPT: .damaged
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            default: .ioFailed
            }
        let message = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        self.init(code, path, code == .notARecording ? "it is not an SQLite database" : message)
    }

    /// Classifies an error of writing. Rows that another program made or deleted are no damage.
    init(writing error: any Error, _ path: String) {
        if let refusal = error as? DatabaseError, refusal.resultCode == .SQLITE_CONSTRAINT {
            self.init(.refused, path, refusal.message ?? "SQLite error \(refusal.extendedResultCode.rawValue)")
        } else {
            self.init(error, path)
        }
    }

    /// Errors are equal if their codes and paths are equal.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.path == right.path }

    /// Hashes the code and the path.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(path)
    }

    /// What happened, where, and how to fix it.
    public var description: String {
        let reason = context.isEmpty ? "" : " (\(context))"
        return switch code {
        case .busy: "\(path) is locked by another program\(reason). Close that program, or choose another file."
        case .beyondRepair: "\(path) can't be repaired\(reason). Restore it from a backup, or record again."
        case .damaged:
            "\(path) is damaged\(reason). What is left of it goes into a new file by: "
                + "inspector-server repair '\(path)' repaired.sqlite"
        case .diskFull: "There is no room left for \(path)\(reason). Make room on that disk, or choose another one."
        case .exists: "There is a file \(path) already. Choose another name; it was not changed."
        case .folderMissing: "\(path) cannot be made: its folder does not exist. Make the folder, or choose another."
        case .inUse:
            "\(path) is written by another program, too\(reason). Stop one of them, or give each a recording of its own."
        case .missing where path.isEmpty: "The name of the recording is empty. Give the path of a file."
        case .missing: "There is no file \(path). Check the name, or record one with --store."
        case .newerVersion: "\(path) was written by a newer version of this program\(reason). Use that version."
        case .notARecording: "\(path) is not a recording\(reason). Choose another file; this one is left as it is."
        case .readOnly: "\(path) cannot be written\(reason). Change its permissions, or choose another folder."
        case .refused:
            "\(path) does not take what is written\(reason). Close other programs that change it, or choose another file."
        case .replaced where !context.isEmpty:
            "\(path) was moved, deleted or replaced \(context). Put it back, or open the file that stands there now."
        case .replaced:
            "\(path) was moved, deleted or replaced while it was written. "
                + "What was recorded before is in the file that stood there; start again to record into a new one."
        case .unknownRun where context.isEmpty: "\(path) has no run: nothing was recorded into it. Record with --store."
        case .unknownRun: "\(path) has no run \(context)."
        case .unreadable: "\(path) cannot be read\(reason). Change its permissions, or ask its owner."
        default: "\(path) cannot be used\(reason). Check the disk and the permissions of the file."
        }
    }
}
