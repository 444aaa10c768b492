// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of a file or of standard input, with little more than one line in memory.
struct LineReader {
    /// Longest line; calls within their budgets are far shorter.
    private static let lineLimitBytes = 64 << 20
    private static let chunkBytes = 1 << 20
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let name: String
    private let descriptor: Int32
    /// Size of the file in bytes, 0 if unknown.
    let size: Int

    /// - Parameter path: `-` for standard input.
    init(path: String) throws(CommandFailure) {
        let file = try InputFile(path)
        name = file.name
        descriptor = file.descriptor
        size = Int(file.status.st_size)
    }

    /// Calls `body` with each line, without its terminator, and regularly `progress` with the bytes read so far.
    ///
    /// A byte order mark in front, which editors of other systems write, is left out (RFC 8259 § 8.1).
    ///
    /// - Throws: `CommandFailure` for unreadable input and lines that are too long, and errors of `body`.
    func forEach(_ body: (UnsafeRawBufferPointer) throws -> Void, progress: (Int) -> Void) throws {
        var isFirst = true
        func take(_ line: UnsafeRawBufferPointer) throws {
            let start = isFirst && line.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
            isFirst = false
            try body(UnsafeRawBufferPointer(rebasing: line.dropFirst(start)))
        }
        var buffer: [UInt8] = []
        var total = 0
        while true {
            let known = buffer.count
            guard try read(into: &buffer) else { break }
            total += buffer.count - known
            try takeLines(of: &buffer, searchedTo: known, take)
            guard buffer.count <= Self.lineLimitBytes else {
                let limit = Self.lineLimitBytes >> 20
                throw CommandFailure("\(name) has a line of more than \(limit) MiB, which is longer than any call.")
            }
            progress(total)
        }
        if !buffer.isEmpty { try buffer.withUnsafeBytes(take) }
    }

    /// - Returns: False at the end.
    private func read(into buffer: inout [UInt8]) throws(CommandFailure) -> Bool {
        let start = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: Self.chunkBytes))
        let count: Int
        do {
            count = try buffer[start...].withUnsafeMutableBytes { try DescriptorFile.read($0, from: descriptor) }
        } catch {
            throw CommandFailure("\(name) cannot be read: \(error).")
        }
        buffer.removeLast(Self.chunkBytes - count)
        return count > 0
    }

    /// Takes the complete lines; there is no line terminator before `place`.
    private func takeLines(
        of buffer: inout [UInt8],
        searchedTo place: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var start = 0
        try buffer.withUnsafeBytes { bytes in
            var from = place
            while let base = bytes.baseAddress,
                let end = memchr(base + from, Int32(UInt8(ascii: "\n")), bytes.count - from)
            {
                let offset = UnsafeRawPointer(end) - base
                try body(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
                start = offset + 1
                from = start
            }
        }
        buffer.removeFirst(start)
    }
}
