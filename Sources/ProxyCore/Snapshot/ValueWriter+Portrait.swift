// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes what a type tells of a value: a text, and parts with labels.
    ///
    /// - Parameters:
    ///   - object: The value itself when it is a class instance: the record has its identity too.
    ///   - parts: Puts the parts, in the order in which they are shown.
    package mutating func putPortrait(
        _ text: String,
        of object: AnyObject? = nil,
        type: UnsafeRawPointer?,
        label: String?,
        _ parts: (inout PartWriter) -> Void
    ) {
        guard room > 256 else { return putHead(.absent, cut: (.record, 0)) }
        let head = cursor
        var text = text
        text.withUTF8 { utf8 in
            let kept = Self.characterBoundary(in: utf8, notAfter: min(budget.textBytes, room - 192))
            let cut: (TruncationReason, Int)? = kept < utf8.count ? (.length, utf8.count) : nil
            if let object {
                putHead(.portrayedObject, type: Self.typePointer(of: object), cut: cut, label: label)
                put(UInt(bitPattern: ObjectIdentifier(object)))
            } else {
                putHead(.portrayed, type: type, cut: cut, label: label)
            }
            putLength(kept)
            putBytes(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<kept]))
        }
        putParts(headAt: head, ownCount: nil, parts)
    }

    /// Writes an object that reads a text: where it is, in a few nanoseconds.
    ///
    /// - Parameter object: Its address.
    @inline(__always)
    package mutating func putPosition(line: Int, column: Int, of object: UnsafeRawPointer, label: String? = nil) {
        let type = UnsafeRawPointer(bitPattern: object.load(as: UInt.self))
        if label == nil, let type {
            put(ValueTag.positioned.rawValue | ValueTag.typed)
            put(UInt(bitPattern: type))
        } else {
            putHead(.positioned, type: type, label: label)
        }
        put(UInt(bitPattern: object))
        put(UInt32(clamping: line))
        put(UInt32(clamping: column))
    }

    /// Writes two numbers and the children that `parts` puts, and marks the value at `head` when some were cut.
    ///
    /// - Parameter ownCount: The first of the two numbers; nil for how many children there are.
    mutating func putParts(
        headAt head: UnsafeMutableRawPointer,
        ownCount: Int?,
        _ parts: (inout PartWriter) -> Void
    ) {
        let position = cursor
        put(UInt16(0))
        put(UInt16(0))
        depth += 1
        let (total, kept, cut) = withUnsafeMutablePointer(to: &self) { writer in
            var part = PartWriter(writer)
            parts(&part)
            return (part.total, part.kept, part.cut)
        }
        depth -= 1
        patch(ownCount ?? total, at: position)
        patch(kept, at: position + 2)
        if let cut { markCut(cut, original: ownCount ?? total, headAt: head) }
    }

    static func typePointer(of object: AnyObject) -> UnsafeRawPointer {
        unsafeBitCast(Swift.type(of: object) as Any.Type, to: UnsafeRawPointer.self)
    }
}

/// Puts the parts of a value, as far as the budget goes. Valid inside the closure that it is given to.
package struct PartWriter {
    private let writer: UnsafeMutablePointer<ValueWriter>
    fileprivate(set) var total = 0
    fileprivate(set) var kept = 0
    fileprivate(set) var cut: TruncationReason?

    fileprivate init(_ writer: UnsafeMutablePointer<ValueWriter>) { self.writer = writer }

    /// What the recorder leaves out of values.
    package var hidesCredentials: Bool { writer.pointee.hidesCredentials }

    /// Puts a part, whose type is written with it.
    package mutating func put<Value>(_ label: String?, _ value: Value) {
        guard admits() else { return }
        writer.pointee.writeAny(value, label: label, staticType: nil)
        kept += 1
    }

    /// Puts a part if there is one.
    package mutating func put<Value>(_ label: String?, ifPresent value: Value?) {
        if let value { put(label, value) }
    }

    /// Puts a part of a value of the program's, unless the time is over.
    mutating func putInTime(_ label: String?, _ value: Any) {
        if cut == nil, writer.pointee.isOutOfTime() { cut = .time }
        put(label, value)
    }

    private mutating func admits() -> Bool {
        total += 1
        if cut == nil {
            let budget = writer.pointee.budget
            cut =
                writer.pointee.depth > budget.depth
                ? .depth : total > max(budget.childCount, 16) ? .count : writer.pointee.room <= 256 ? .record : nil
        }
        return cut == nil
    }
}
