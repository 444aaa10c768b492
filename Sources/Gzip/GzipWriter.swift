// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Compresses bytes to a gzip file, in pieces.
///
/// The file has neither a name nor a time: equal content makes equal files. A writer uses about 260 KB until it is
/// released. Use it from one thread at a time.
///
/// - SeeAlso: RFC 1952
package final class GzipWriter {
    private static let pieceBytes = 64 << 10

    private let file: OpaquePointer
    private var isFinished = false

    /// - Parameter level: 1 (fast) to 9 (small). Default 6.
    /// - Precondition: There is memory for zlib's tables.
    package init(level: Int = 6) {
        guard let file = czlib_gzip_start(Int32(min(max(level, 1), 9))) else { fatalError("no memory to compress") }
        self.file = file
    }

    deinit { czlib_gzip_stop(file) }

    /// Compresses more bytes.
    ///
    /// - Returns: The next bytes of the file; none while zlib still collects.
    package func write(_ bytes: [UInt8]) -> [UInt8] { compress(bytes, finishes: false) }

    /// Ends the file; don't write after it.
    ///
    /// - Returns: The last bytes of the file.
    package func finish() -> [UInt8] { compress([], finishes: true) }

    /// A whole file with `bytes` as its content.
    package static func file(of bytes: [UInt8], level: Int = 6) -> [UInt8] {
        GzipWriter(level: level).compress(bytes, finishes: true)
    }

    private func compress(_ bytes: [UInt8], finishes: Bool) -> [UInt8] {
        precondition(!isFinished, "the file has ended")
        isFinished = finishes
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { input in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceBytes) { piece in
                guard let start = piece.baseAddress else { return }
                var place = 0
                var produced = 0
                var isComplete = false
                repeat {
                    var consumed = 0
                    let rest = input.baseAddress.map { $0 + place }
                    isComplete = czlib_gzip_write(
                        file,
                        rest,
                        input.count - place,
                        finishes,
                        start,
                        piece.count,
                        &consumed,
                        &produced
                    )
                    place += consumed
                    output.append(contentsOf: piece[..<produced])
                    // A full piece may leave bytes inside zlib.
                } while finishes ? !isComplete : place < input.count || produced == piece.count
            }
        }
        return output
    }
}
