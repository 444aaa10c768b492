// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of standard input, of limited length.
struct MessageLines {
    enum Line {
        /// A line without its line break.
        case whole([UInt8])
        /// A line longer than the limit, of which only the size is kept.
        case tooLong(bytes: Int)
    }

    let limitBytes: Int

    /// Calls `body` with each line until the input ends. A last line needs no line break.
    func forEach(_ body: (Line) -> Void) throws {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var line: [UInt8] = []
        var size = 0
        func end() {
            body(size > limitBytes ? .tooLong(bytes: size) : .whole(line))
            line.removeAll(keepingCapacity: true)
            size = 0
        }
        while let count = try read(into: &chunk) {
            let parts = chunk[..<count].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { end() }
                size += part.count
                if size <= limitBytes { line += part }
            }
        }
        if size > 0 { end() }
    }

    /// The number of bytes that were read; nil at the end.
    private func read(into chunk: inout [UInt8]) throws -> Int? {
        do {
            let count = try chunk.withUnsafeMutableBytes { try DescriptorFile.read($0, from: STDIN_FILENO) }
            return count == 0 ? nil : count
        } catch {
            throw CommandFailure("standard input cannot be read: \(error).")
        }
    }
}
