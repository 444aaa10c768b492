// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output, or a file that stands in its place whole or not at all.
///
/// It is written under another name in the same folder and renamed at the end. A device or a pipe is written as it is;
/// a symbolic link stays one, and what it leads to is replaced.
final class OutputFile {
    private let name: String
    private let descriptor: Int32
    /// Bytes written so far.
    private(set) var writtenBytes = 0
    /// Where it is written and where it goes in the end; nil for what is written in place.
    private let renaming: (from: String, to: String)?

    /// - Parameter path: nil for standard output.
    init(path: String?) throws(CommandFailure) {
        name = path ?? "standard output"
        guard let path else {
            descriptor = STDOUT_FILENO
            renaming = nil
            return
        }
        let status = try Self.check(path)
        if let status, status.st_mode & S_IFMT != S_IFREG {
            renaming = nil
            descriptor = try Self.open(path, O_WRONLY)
            return
        }
        let target = realpath(path, nil)
        defer { free(target) }
        let final = target.map { String(cString: $0) } ?? path
        let temporary = "\(final).\(getpid()).part"
        descriptor = try Self.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
        renaming = (temporary, final)
        if let status { fchmod(descriptor, status.st_mode & 0o7777) }
        UnfinishedFile.begin(temporary)
    }

    deinit {
        guard let renaming else { return }
        // After `finish()` there is no file of that name.
        unlink(renaming.from)
        UnfinishedFile.end()
    }

    /// What stands there now, nil for nothing, if it may be written over.
    private static func check(_ path: String) throws(CommandFailure) -> stat? {
        guard !path.isEmpty else { throw CommandFailure("The name of the file to write is empty.") }
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandFailure("\(path) is a folder. Give the name of a file in it.")
        }
        guard access(path, W_OK) == 0 else { throw CommandFailure("\(path) cannot be written: \(SystemError()).") }
        if status.st_mode & S_IFMT == S_IFREG, isDatabase(path) {
            throw CommandFailure("\(path) is a recording or another database. Choose another name, or remove it first.")
        }
        return status
    }

    private static func isDatabase(_ path: String) -> Bool {
        let head = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 16)
        return head == Data("SQLite format 3\0".utf8)
    }

    private static func open(_ path: String, _ flags: Int32) throws(CommandFailure) -> Int32 {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw CommandFailure("\(path) cannot be written: \(SystemError()).") }
        return descriptor
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(SystemError) {
            try DescriptorFile.write(bytes, to: descriptor)
        } catch {
            throw CommandFailure("\(name) cannot be written: \(error).")
        }
        writtenBytes += bytes.count
    }

    /// Puts the file in its place. Call it when everything is written.
    func finish() throws(CommandFailure) {
        guard descriptor != STDOUT_FILENO else { return }
        guard close(descriptor) == 0, renaming.map({ rename($0.from, $0.to) }) ?? 0 == 0 else {
            throw CommandFailure("\(name) cannot be written: \(SystemError()).")
        }
    }
}

/// The one file that is removed when a signal ends the program.
private enum UnfinishedFile {
    /// The address of its name, 0 for none. The handler of signals can reach nothing but globals, and may not lock.
    private static let address = Atomic<UInt>(0)

    private static var path: UnsafeMutablePointer<CChar>? {
        UnsafeMutablePointer(bitPattern: address.load(ordering: .sequentiallyConsistent))
    }

    static func begin(_ name: String) {
        address.store(UInt(bitPattern: strdup(name)), ordering: .sequentiallyConsistent)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                // Only what signal-safety(7) allows. The second time the signal does what it does to every program.
                if let name = UnfinishedFile.path { unlink(name) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func end() {
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
        let name = path
        address.store(0, ordering: .sequentiallyConsistent)
        free(name)
    }
}
