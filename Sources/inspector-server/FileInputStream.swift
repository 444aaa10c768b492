// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file as a stream that can say how far it is read, and that can be slowed down between two reads.
final class FileInputStream: InputStream {
    /// Called before each read with the share of the file that has been read.
    var onProgress: ((Double) -> Void)?
    /// Most bytes that one read gives.
    var chunkBytes = 1 << 16

    private let handle: FileHandle
    private let size: Int
    private var offset = 0
    private var status = Status.notOpen

    /// Opens a file; nil when that cannot be done, with the reason in `errno`.
    init?(path: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        self.handle = handle
        size = Int((try? handle.seekToEnd()) ?? 0)
        try? handle.seek(toOffset: 0)
        super.init(data: Data())
    }

    deinit { try? handle.close() }

    override func open() { status = .open }

    override func close() { status = .closed }

    override var streamStatus: Status { status }

    override var hasBytesAvailable: Bool { status == .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        onProgress?(size == 0 ? 1 : Double(offset) / Double(size))
        guard let data = try? handle.read(upToCount: min(length, chunkBytes)), !data.isEmpty else {
            status = .atEnd
            return 0
        }
        data.copyBytes(to: buffer, count: data.count)
        offset += data.count
        return data.count
    }
}
