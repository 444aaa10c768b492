// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Standard output, or a file that stands in its place whole or not at all: it is written under another name beside it,
/// and Ctrl-C takes that away. What is no file, such as a pipe or a device, is written as it is.
final class OutputFile {
    /// Where it goes, behind symbolic links; nil for standard output.
    private let path: String?
    /// What is written until then; nil where nothing stands in the place of anything.
    private let temporary: String?
    private let handle: FileHandle
    private var interruptions: [any DispatchSourceSignal] = []
    /// Bytes written so far.
    private(set) var writtenBytes = 0

    init(path: String?) throws {
        guard let path else {
            self.path = nil
            temporary = nil
            handle = .standardOutput
            return
        }
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        self.path = place
        temporary = Self.isReplaceable(place) ? "\(place).\(getpid()).part" : nil
        let flags = temporary == nil ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL
        let descriptor = Foundation.open(temporary ?? place, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure(temporary ?? place) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        removeWhenInterrupted()
    }

    /// Whether a file may stand there: there is one, or nothing.
    private static func isReplaceable(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) != 0 || information.st_mode & S_IFMT == S_IFREG
    }

    deinit {
        for source in interruptions { source.cancel() }
        if let temporary { unlink(temporary) }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }

    /// Ends the program on SIGINT and SIGTERM without leaving half a file.
    private func removeWhenInterrupted() {
        guard let temporary else { return }
        interruptions = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                unlink(temporary)
                // What a shell gives for a program that the signal ended. Threads of Dispatch do not take signals.
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    func write(_ bytes: [UInt8]) throws {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw Self.failure(path ?? "standard output")
        }
        writtenBytes += bytes.count
    }

    func finish() throws {
        guard let path, let temporary else { return }
        try handle.close()
        guard rename(temporary, path) == 0 else { throw Self.failure(path) }
    }
}
