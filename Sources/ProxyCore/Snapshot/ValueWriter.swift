// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// Appends encoded values to memory that it does not own, within the budgets of one record.
///
/// A value that does not fit is replaced by its tag and `TruncationReason.record`. `tailBytes` of the memory are
/// reserved for these marks, so the writer never fails.
package struct ValueWriter {
    /// Bytes reserved for the marks of values that do not fit. The last one that fits in part needs 160 at most, numbers and
    /// objects after it 17 each, and from 320 bytes on each argument one: enough for a requirement with 170.
    static let tailBytes = 512

    private(set) var cursor: UnsafeMutableRawPointer
    /// End of the space for values; the tail follows.
    private let limit: UnsafeMutableRawPointer
    private let limits: UnsafePointer<SnapshotLimits>
    /// Time in ticks after which children are cut; nil until the first check.
    var deadline: UInt64?
    /// Nesting depth of the current value.
    var depth = 0
    /// Whether values are written as they are stored, and descriptions, mirrors and texts that the program's types
    /// provide are not asked for.
    var isStructural = false

    /// - Parameters:
    ///   - start: Memory of at least `SnapshotLimits.capacity` bytes.
    ///   - limits: Must stay valid while the writer is in use.
    @inline(__always)
    init(at start: UnsafeMutableRawPointer, limits: UnsafePointer<SnapshotLimits>) {
        self.init(at: start, until: start + limits.pointee.budget.recordBytes, limits: limits)
    }

    /// - Parameter limit: End of the space for values.
    @inline(__always)
    init(
        at cursor: UnsafeMutableRawPointer,
        until limit: UnsafeMutableRawPointer,
        limits: UnsafePointer<SnapshotLimits>
    ) {
        self.cursor = cursor
        self.limit = limit
        self.limits = limits
    }

    var budget: SnapshotBudget { limits.pointee.budget }
    /// How many bytes of a text are kept at most.
    package var textBytes: Int { budget.textBytes }
    /// The redaction rules; nil when there are none.
    var redactor: Unmanaged<Redactor>? { limits.pointee.redactor }

    /// Whether the values of header fields with credentials are left out.
    package var hidesCredentials: Bool { limits.pointee.hidesCredentials }

    /// The budget's time, in ticks of the counter.
    var allowedTicks: UInt64 { limits.pointee.ticks }

    /// Bytes left for values.
    var room: Int { limit - cursor }

    /// Whether the record's time is over. The clock starts with the first call.
    mutating func isOutOfTime() -> Bool {
        let now = cclock_ticks()
        if let deadline { return now > deadline }
        deadline = now &+ limits.pointee.ticks
        return false
    }

    // MARK: Parts

    @inline(__always)
    mutating func put<Number: BitwiseCopyable>(_ number: Number) {
        cursor.storeBytes(of: number, as: Number.self)
        cursor += MemoryLayout<Number>.size
    }

    @inline(__always)
    mutating func putLength(_ length: Int) {
        var rest = UInt(length)
        while rest >= 0x80 {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(truncatingIfNeeded: rest))
    }

    mutating func putBytes(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        cursor.copyMemory(from: base, byteCount: bytes.count)
        cursor += bytes.count
    }

    /// Writes the head of a value: tag, dynamic type, cut mark, label.
    package mutating func putHead(
        _ tag: ValueTag,
        type: UnsafeRawPointer? = nil,
        cut: (reason: TruncationReason, original: Int)? = nil,
        label: String? = nil
    ) {
        var head = tag.rawValue
        if type != nil { head |= ValueTag.typed }
        if cut != nil { head |= ValueTag.cut }
        if label != nil { head |= ValueTag.labelled }
        put(head)
        if let type { put(UInt(bitPattern: type)) }
        if let cut {
            put(cut.reason.rawValue)
            putLength(cut.original)
        }
        if let label { putShortText(label) }
    }

    /// Marks the value at `head` as cut, unless it is marked already.
    mutating func markCut(_ reason: TruncationReason, original: Int, headAt head: UnsafeMutableRawPointer) {
        let flags = head.load(as: UInt8.self)
        guard flags & ValueTag.cut == 0 else { return }
        let start = head + (flags & ValueTag.typed != 0 ? 9 : 1)
        let count = cursor - start
        // The mark is first appended to learn its size; then the bytes after the head are moved to make room for it.
        let end = cursor
        put(reason.rawValue)
        putLength(original)
        let size = cursor - end
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { mark in
            mark.copyMemory(from: UnsafeRawBufferPointer(start: end, count: size))
            (start + size).copyMemory(from: start, byteCount: count)
            start.copyMemory(from: mark.baseAddress ?? end, byteCount: size)
        }
        head.storeBytes(of: flags | ValueTag.cut, as: UInt8.self)
    }

    /// Writes at most 64 bytes of a label, case name or rule.
    mutating func putShortText(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let kept = Self.characterBoundary(in: utf8, notAfter: 64)
            putLength(kept)
            putBytes(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<kept]))
        }
    }

    /// Overwrites the two bytes at `position` with a number of children. What a custom mirror shows can be any number; more
    /// than the bytes can tell are told as the most.
    func patch(_ children: Int, at position: UnsafeMutableRawPointer) {
        position.storeBytes(of: UInt16(clamping: children), as: UInt16.self)
    }

    // MARK: Text

    /// Writes a string in full if it is short, else its beginning and its total length.
    @inline(__always)
    package mutating func putString(
        _ string: String,
        tag: ValueTag = .string,
        type: UnsafeRawPointer? = nil,
        label: String? = nil
    ) {
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { utf8 in
            putUTF8(utf8, tag: tag, type: type, label: label)
        }
        if done == nil { putCopied(string, tag: tag, type: type, label: label) }
    }

    @inline(never)
    private mutating func putCopied(_ string: String, tag: ValueTag, type: UnsafeRawPointer?, label: String?) {
        var native = string
        native.withUTF8 { putUTF8($0, tag: tag, type: type, label: label) }
    }

    @inline(__always)
    private mutating func putUTF8(
        _ utf8: UnsafeBufferPointer<UInt8>,
        tag: ValueTag,
        type: UnsafeRawPointer?,
        label: String?
    ) {
        if utf8.count <= budget.textBytes, utf8.count + 128 <= room {
            if type == nil, label == nil { put(tag.rawValue) } else { putHead(tag, type: type, label: label) }
            putLength(utf8.count)
            putBytes(UnsafeRawBufferPointer(utf8))
        } else {
            putCut(utf8, of: utf8.count, tag: tag, type: type, label: label)
        }
    }

    /// Writes a text that is no string of its own, as `putString` does. If it is in pieces, only its beginning is copied.
    package mutating func putText(
        _ utf8: some Collection<UInt8>,
        tag: ValueTag,
        type: UnsafeRawPointer?,
        label: String?
    ) {
        let done: Void? = utf8.withContiguousStorageIfAvailable { putUTF8($0, tag: tag, type: type, label: label) }
        if done != nil { return }
        let total = utf8.count
        let most = min(budget.textBytes, max(0, room - 128))
        // The byte after the last one that fits tells whether a character ends there.
        let beginning = Array(utf8.prefix(most + 1))
        beginning.withUnsafeBufferPointer { bytes in
            if total <= most {
                putUTF8(bytes, tag: tag, type: type, label: label)
            } else {
                putCut(bytes, of: total, tag: tag, type: type, label: label)
            }
        }
    }

    @inline(never)
    private mutating func putCut(
        _ utf8: UnsafeBufferPointer<UInt8>,
        of total: Int,
        tag: ValueTag,
        type: UnsafeRawPointer?,
        label: String?
    ) {
        let fits = max(0, room - 128)
        let kept = Self.characterBoundary(in: utf8, notAfter: min(budget.textBytes, fits))
        let reason = fits < budget.textBytes ? TruncationReason.record : .length
        putHead(tag, type: type, cut: (reason, total), label: room > 0 ? label : nil)
        putLength(kept)
        putBytes(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<kept]))
    }

    /// The last position up to `end` at which a UTF-8 character starts.
    static func characterBoundary(in utf8: UnsafeBufferPointer<UInt8>, notAfter end: Int) -> Int {
        guard utf8.count > end else { return utf8.count }
        var position = end
        while position > 0, utf8[position] & 0xC0 == 0x80 { position -= 1 }
        return position
    }
}
