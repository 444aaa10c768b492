// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes the description that a type gives of a value: a text and labelled parts.
    ///
    /// - Parameters:
    ///   - object: The value itself when it is a class instance, to record its identity.
    ///   - parts: Writes the parts in display order.
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

    /// Writes an object that parses a text, with its current position; takes a few nanoseconds.
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

    /// Writes two counts and the children from `parts`, and marks the value at `head` if children were cut.
    ///
    /// - Parameter ownCount: The first count: how many of the children are the value's own, and come first; nil for the
    ///   total number of children.
    mutating func putParts(
        headAt head: UnsafeMutableRawPointer,
        ownCount: Int?,
        _ parts: (inout PartWriter) -> Void
    ) {
        let position = cursor
        put(UInt16(0))
        put(UInt16(0))
        depth += 1
        let (total, kept, ownKept, cut) = withUnsafeMutablePointer(to: &self) { writer in
            var part = PartWriter(writer)
            parts(&part)
            return (part.total, part.kept, part.kept - part.factCount, part.cut)
        }
        depth -= 1
        patch(ownCount.map { min($0, ownKept) } ?? total, at: position)
        patch(kept, at: position + 2)
        if let cut { markCut(cut, original: ownCount ?? total, headAt: head) }
    }

    static func typePointer(of object: AnyObject) -> UnsafeRawPointer {
        unsafeBitCast(Swift.type(of: object) as Any.Type, to: UnsafeRawPointer.self)
    }
}
