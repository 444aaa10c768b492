// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What rules did with one call, as far as its record tells.
///
/// Its encoded form is the last part of the values at a call's end; the two bytes of its length come last.
@usableFromInline
struct RuleNote: Sendable {
    /// Largest encoded size, in bytes.
    private static let sizeLimit = 60_000
    private static let neverHeld = UInt64.max

    /// Number of the last rule that acted.
    var rule: Int
    /// Time for which rules held or delayed the call; nil when none did.
    var heldNanoseconds: UInt64?
    var isMarked = false
    var comment: String?
    /// The changed arguments by index, each with the encoded value that the target got.
    var edits: [(index: Int, value: [UInt8])] = []

    var hasEdits: Bool { !edits.isEmpty }

    init(rule: Int) { self.rule = rule }

    /// The form in a ring and in the store.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        func put(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number) { bytes += $0 } }
        put(UInt32(clamping: rule))
        put(heldNanoseconds ?? Self.neverHeld)
        put(UInt8((isMarked ? 1 : 0) | (comment == nil ? 0 : 2)))
        let comment = Array((comment ?? "").utf8.prefix(InvocationMark.commentBytesLimit))
        put(UInt16(comment.count))
        bytes += comment
        for edit in edits where bytes.count + edit.value.count < Self.sizeLimit {
            put(UInt8(clamping: edit.index))
            put(UInt16(clamping: edit.value.count))
            bytes += edit.value
        }
        put(UInt16(clamping: bytes.count + 2))
        return bytes
    }

    /// Reads the encoded form; nil if it is cut.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        func take<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
            let size = MemoryLayout<Number>.size
            guard place + size <= bytes.count - 2 else { return nil }
            defer { place += size }
            return bytes.loadUnaligned(fromByteOffset: place, as: Number.self)
        }
        guard let number = take(UInt32.self), let held = take(UInt64.self), let flags = take(UInt8.self),
            let length = take(UInt16.self), place + Int(length) <= bytes.count - 2
        else { return nil }
        rule = Int(number)
        heldNanoseconds = held == Self.neverHeld ? nil : held
        isMarked = flags & 1 != 0
        if flags & 2 != 0 { comment = String(decoding: bytes[place..<place + Int(length)], as: UTF8.self) }
        place += Int(length)
        while let index = take(UInt8.self), let size = take(UInt16.self), place + Int(size) <= bytes.count - 2 {
            edits.append((Int(index), Array(bytes[place..<place + Int(size)])))
            place += Int(size)
        }
    }

    /// Divides the values at a call's end into those that every call can have and the note.
    static func split(_ end: UnsafeRawBufferPointer, _ parts: EndParts)
        -> (values: UnsafeRawBufferPointer, note: UnsafeRawBufferPointer)
    {
        guard parts.contains(.rule), end.count >= 2 else { return (end, UnsafeRawBufferPointer(start: nil, count: 0)) }
        let length = min(end.count, Int(end.loadUnaligned(fromByteOffset: end.count - 2, as: UInt16.self)))
        return (
            UnsafeRawBufferPointer(rebasing: end.dropLast(length)), UnsafeRawBufferPointer(rebasing: end.suffix(length))
        )
    }
}

extension Invocation {
    /// The call with what earlier rules did, as a filter of a later rule sees it. The arguments are those that the target
    /// gets.
    func noted(by note: RuleNote?) -> Invocation {
        guard let note else { return self }
        var call = self
        call.rule = note.rule
        call.heldNanoseconds = note.heldNanoseconds
        call.isMarked = note.isMarked
        call.comment = note.comment
        for edit in note.edits where call.arguments.indices.contains(edit.index) {
            call.arguments[edit.index].edited = call.arguments[edit.index].value
        }
        return call
    }
}
