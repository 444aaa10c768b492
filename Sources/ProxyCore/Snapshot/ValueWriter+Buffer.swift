// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

extension ValueWriter {
    /// Recorded bytes of a buffer that is not text.
    static let bufferBytes = 64
    /// The most that precedes a buffer's bytes: tag, type, cut mark, label, length.
    private static let bufferHeadBytes = 88
    /// The same, and the hash.
    private static let bufferSpareBytes = 96

    /// Writes the first bytes of a buffer, more of them if they are text, and a hash.
    package mutating func putBuffer(_ bytes: UnsafeRawBufferPointer, type: UnsafeRawPointer?, label: String?) {
        putBeginning(bytes, of: bytes.count, hash: Self.hash(bytes), type: type, label: label)
    }

    /// Writes a buffer as `putBuffer` does, or that it cannot be read.
    ///
    /// A load from a page of a mapped file that is shorter by now ends the program, and so does one from memory that is
    /// protected or unmapped. A program may pass such a buffer on as long as it doesn't look into it. So nothing of it is
    /// read but copies, which the kernel makes.
    package mutating func putForeignBuffer(_ bytes: UnsafeRawBufferPointer, type: UnsafeRawPointer?, label: String?) {
        guard let base = bytes.baseAddress, !bytes.isEmpty, !Self.areInFrame(bytes) else {
            return putBuffer(bytes, type: type, label: label)
        }
        // What may be kept, and the byte after it, which tells whether a character ends there. They are copied behind where
        // the head will be, and moved there.
        let most = min(max(budget.textBytes, Self.bufferBytes), room - Self.bufferSpareBytes)
        let count = most > 0 ? min(bytes.count, most + 1) : 0
        let copy = cursor + Self.bufferHeadBytes
        let outcome = cruntime_try_copy(UInt(bitPattern: base), copy, count)
        if outcome == CRUNTIME_REFUSED { return putBuffer(bytes, type: type, label: label) }
        let beginning = UnsafeRawBufferPointer(start: copy, count: count)
        guard outcome == CRUNTIME_COPIED else { return putUnreadable(label: label) }
        var hash = ByteHash()
        if count == bytes.count {
            hash.add(beginning)
        } else {
            switch Self.add(copyOf: bytes, to: &hash) {
            case CRUNTIME_COPIED: break
            case CRUNTIME_REFUSED: return putBuffer(bytes, type: type, label: label)
            default: return putUnreadable(label: label)
            }
        }
        putBeginning(beginning, of: bytes.count, hash: hash.value, type: type, label: label)
    }

    /// Writes as much of the beginning of a buffer as is kept. The beginning may be anywhere behind the head.
    private mutating func putBeginning(
        _ bytes: UnsafeRawBufferPointer,
        of total: Int,
        hash: UInt64,
        type: UnsafeRawPointer?,
        label: String?
    ) {
        let kept = keptBytes(of: bytes)
        putHead(.bytes, type: type, cut: kept < total ? (.length, total) : nil, label: label)
        putLength(kept)
        putBytes(UnsafeRawBufferPointer(rebasing: bytes[..<kept]))
        put(hash)
    }

    private mutating func putUnreadable(label: String?) {
        let type = unsafeBitCast(UnrecordedArgument.self as Any.Type, to: UnsafeRawPointer.self)
        putString(UnrecordedArgument.unreadable.inspectedDescription, tag: .described, type: type, label: label)
    }

    private func keptBytes(of bytes: UnsafeRawBufferPointer) -> Int {
        let fits = max(0, room - Self.bufferSpareBytes)
        let few = min(bytes.count, Self.bufferBytes, fits)
        guard few > 0, ReadableBytes.mayBeText(UnsafeRawBufferPointer(rebasing: bytes[..<few])) else { return few }
        let utf8 = bytes.bindMemory(to: UInt8.self)
        let kept = Self.characterBoundary(in: utf8, notAfter: min(bytes.count, budget.textBytes, fits))
        return ReadableBytes.areText(UnsafeRawBufferPointer(rebasing: bytes[..<kept])) ? kept : few
    }

    /// Whether bytes are those of a variable of the caller, where a small value keeps its own. They can be read, and to copy
    /// them would take longer than the rest of the record.
    @inline(never)
    private static func areInFrame(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= 16, let base = bytes.baseAddress else { return false }
        // The stack grows downwards, so this variable is below those of callers.
        var last: UInt8 = 0
        return withUnsafeMutablePointer(to: &last) { UInt(bitPattern: base) &- UInt(bitPattern: $0) < 4_096 }
    }

    // MARK: Hash

    /// A hash of at most the first and last 64 KiB, which bounds the time for a large buffer.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let (first, last) = edges(of: bytes)
        var hash = ByteHash()
        hash.add(first)
        hash.add(last)
        return hash.value
    }

    /// Adds the same bytes, of copies.
    private static func add(copyOf bytes: UnsafeRawBufferPointer, to hash: inout ByteHash) -> cruntime_copying {
        let (first, last) = edges(of: bytes)
        let outcome = add(copyOfEdge: first, to: &hash)
        return outcome == CRUNTIME_COPIED ? add(copyOfEdge: last, to: &hash) : outcome
    }

    private static func add(copyOfEdge bytes: UnsafeRawBufferPointer, to hash: inout ByteHash) -> cruntime_copying {
        withUnsafeMutablePointer(to: &hash) { hash in
            // The hash of pieces is that of the whole: but for the last one, they are multiples of its steps.
            cruntime_copy_pieces(UInt(bitPattern: bytes.baseAddress), bytes.count, hash) { hash, piece, count in
                let piece = UnsafeRawBufferPointer(start: piece, count: count)
                hash.assumingMemoryBound(to: ByteHash.self).pointee.add(piece)
            }
        }
    }

    private static func edges(
        of bytes: UnsafeRawBufferPointer
    ) -> (first: UnsafeRawBufferPointer, last: UnsafeRawBufferPointer) {
        let edge = 65_536
        let rest = bytes.dropFirst(max(edge, bytes.count - edge))
        return (UnsafeRawBufferPointer(rebasing: bytes.prefix(edge)), UnsafeRawBufferPointer(rebasing: rest))
    }
}
