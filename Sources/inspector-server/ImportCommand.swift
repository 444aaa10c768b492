// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation

/// `inspector-server import NDJSON FILE`
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Takes exported lines of JSON into a recording.",
        discussion: "Invocations keep their ids. Those that the recording has already are left as they are."
    )

    @Argument(help: "What export wrote as ndjson; - for standard input.", completion: .file())
    var input: String

    @Argument(help: "The recording; made when it is missing.", completion: .file())
    var file: String

    func run() throws {
        guard let source = input == "-" ? .standardInput : FileHandle(forReadingAtPath: input) else {
            throw CommandFailure("\(input) cannot be read: \(String(cString: strerror(errno))).")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: input)[.size] as? Int) ?? nil
        let target = try RecordingImport(path: file)
        var rest = Data()
        var read = 0
        while let chunk = try source.read(upToCount: 1 << 20), !chunk.isEmpty {
            read += chunk.count
            rest.append(chunk)
            try takeLines(of: &rest, into: target)
            Console.progress("\(input): \(size.map { "\(read * 100 / max($0, 1)) %" } ?? "\(read >> 20) MiB")")
        }
        if !rest.isEmpty { try rest.withUnsafeBytes { try target.add($0) } }
        let summary = try target.finish()
        Console.progress("")
        let known = summary.known == 0 ? "" : ", \(summary.known) were there already"
        Console.note("\(file): \(summary.added) invocations\(known).")
    }

    private func takeLines(of data: inout Data, into target: RecordingImport) throws {
        let end = try data.withUnsafeBytes { bytes in
            var start = 0
            while let newline = memchr(bytes.baseAddress! + start, Int32(UInt8(ascii: "\n")), bytes.count - start) {
                let end = UnsafeRawPointer(newline) - bytes.baseAddress!
                try target.add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                start = end + 1
            }
            return start
        }
        data = Data(data.dropFirst(end))
    }
}
