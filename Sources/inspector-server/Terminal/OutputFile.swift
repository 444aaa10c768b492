// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output, or a file that appears complete or not at all.
///
/// The file is written under another name in the same folder and renamed at the end. Devices and pipes are written
/// directly. A symbolic link is kept, and its target is replaced.
final class OutputFile {
    private let name: String
    private let descriptor: Int32
    /// Bytes written so far.
    private(set) var writtenBytes = 0
    /// Temporary and final name; nil for output that is written directly.
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
        let final = Self.target(of: path)
        let temporary = Self.temporaryName(for: final)
        // Before there is a file, or a signal that comes between the two would leave it.
        UnfinishedFile.begin(temporary)
        do {
            descriptor = try Self.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
        } catch {
            UnfinishedFile.end()
            throw error
        }
        renaming = (temporary, final)
        if let status { fchmod(descriptor, status.st_mode & 0o7777) }
    }

    deinit {
        guard let renaming else { return }
        // After `finish()`, this name doesn't exist.
        unlink(renaming.from)
        UnfinishedFile.end()
    }

    /// Another name in the same folder, no longer than a file system takes.
    static func temporaryName(for path: String) -> String {
        let end = ".\(getpid()).part"
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        var name = path[start...]
        while name.utf8.count + end.utf8.count > Int(NAME_MAX) { name.removeLast() }
        return path[..<start] + name + end
    }

    /// The path of the file that is replaced or made by writing to a path: behind symbolic links, also behind those
    /// that lead to no file yet.
    static func target(of path: String) -> String {
        let target = realpath(path, nil)
        defer { free(target) }
        if let target { return String(cString: target) }
        var path = path
        // As many as the system follows.
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
            path = next.hasPrefix("/") ? next : folder + next
        }
        return path
    }

    /// The path of a file without links, whether it exists or would be made.
    static func place(of path: String) -> String {
        let url = URL(fileURLWithPath: target(of: path))
        let folder = realpath(url.deletingLastPathComponent().path, nil)
        defer { free(folder) }
        return folder.map { "\(String(cString: $0))/\(url.lastPathComponent)" } ?? url.standardizedFileURL.path
    }

    /// The existing file, nil for none.
    ///
    /// - Throws: If it is a folder, or a symbolic link that leads back to itself, or the name is empty.
    static func status(of path: String) throws(CommandFailure) -> stat? {
        guard !path.isEmpty else { throw CommandFailure("--output: the name is empty.") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno != ELOOP else { throw CommandFailure("\(path) cannot be written: \(SystemError()).") }
            return nil
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandFailure("\(path) is a folder. Choose the name of a file in it.")
        }
        return status
    }

    /// The existing file, nil for none, if it may be replaced.
    private static func check(_ path: String) throws(CommandFailure) -> stat? {
        guard let status = try Self.status(of: path) else { return nil }
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

    /// Moves the file to its final name. Call it when everything is written.
    func finish() throws(CommandFailure) {
        guard descriptor != STDOUT_FILENO else { return }
        guard close(descriptor) == 0, renaming.map({ rename($0.from, $0.to) }) ?? 0 == 0 else {
            throw CommandFailure("\(name) cannot be written: \(SystemError()).")
        }
    }
}

/// The file to remove when a signal ends the program.
private enum UnfinishedFile {
    /// The address of its name, 0 for none. A signal handler can only access globals, and must not lock.
    private static let address = Atomic<UInt>(0)

    private static var path: UnsafeMutablePointer<CChar>? {
        UnsafeMutablePointer(bitPattern: address.load(ordering: .sequentiallyConsistent))
    }

    /// Those that end the program: nohup(1) makes it ignore SIGHUP, and a shell may make jobs in the background ignore
    /// SIGINT.
    private static var signals: [Int32] { [SIGINT, SIGTERM, SIGHUP].filter { !SignalMask.isIgnoredFromStart($0) } }

    static func begin(_ name: String) {
        address.store(UInt(bitPattern: strdup(name)), ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { number in
                // Only calls allowed by signal-safety(7). A second signal has its default effect.
                if let name = UnfinishedFile.path { unlink(name) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func end() {
        for number in signals { signal(number, SIG_DFL) }
        let name = path
        address.store(0, ordering: .sequentiallyConsistent)
        free(name)
    }
}
