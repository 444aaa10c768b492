// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An XML file as a stream that reports its progress and hides input that would crash the parser.
///
/// FoundationXML on Linux crashes on two valid inputs: the declaration of an attribute without a default (`XMLPrologue`
/// blanks those) and a name that isn't UTF-8 (swiftlang/swift-corelibs-foundation#5534). The stream of a file declared
/// as UTF-8 therefore ends before the first invalid byte, and sets `invalidOffset`.
final class XMLFileStream: InputStream {
    /// Called before each read with the fraction of the file read so far.
    var onRead: ((Double) -> Void)?
    /// Maximum number of bytes per read.
    var chunkBytes = 1 << 16
    /// Offset of the first byte that isn't UTF-8, once it has been reached.
    private(set) var invalidOffset: Int?

    private let data: Data
    private let prologue: [UInt8]
    private let isUTF8: Bool
    private var offset = 0
    private var status = Status.notOpen

    /// Opens a file, or reads a pipe to its end; `-` is standard input.
    convenience init(path: String) throws(CommandFailure) { self.init(data: try XMLInput.data(of: path)) }

    /// Reads a document in memory.
    override init(data: Data) {
        self.data = data
        let start = [UInt8](data.prefix(XMLPrologue.longestBytes))
        prologue = XMLPrologue.withoutUndefaultedAttributes(start)
        isUTF8 = XMLPrologue.isUTF8(start)
        super.init(data: Data())
    }

    /// Line of a byte, from 1.
    func line(of offset: Int) -> Int { data.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }

    override func open() { status = .open }

    override func close() { status = .closed }

    override var streamStatus: Status { status }

    override var hasBytesAvailable: Bool { status == .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        onRead?(data.isEmpty ? 1 : Double(offset) / Double(data.count))
        let count = copyNext(to: buffer, atMost: min(length, chunkBytes))
        if count == 0 { status = .atEnd }
        return count
    }

    private func copyNext(to buffer: UnsafeMutablePointer<UInt8>, atMost length: Int) -> Int {
        var count = min(length, data.count - offset)
        guard count > 0, invalidOffset == nil else { return 0 }
        data.copyBytes(to: buffer, from: (data.startIndex + offset)..<(data.startIndex + offset + count))
        for index in offset..<max(offset, min(offset + count, prologue.count)) {
            buffer[index - offset] = prologue[index]
        }
        if isUTF8 {
            let chunk = UnsafeBufferPointer(start: buffer, count: count)
            let valid = UTF8Scanner.validPrefix(of: chunk)
            let isTruncatedCharacter = count - valid < 4 && offset + count < data.count
            if valid < count, !isTruncatedCharacter || valid == 0 { invalidOffset = offset + valid }
            // A possibly incomplete character is read again with the next chunk.
            count = valid
        }
        offset += count
        return count
    }
}
