// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes elements with `write` as far as the budgets allow, and their total count.
    ///
    /// - Parameter isQuick: Whether `write` is so fast that the clock need not be read for each element.
    package mutating func putElements<Elements: Collection>(
        _ elements: Elements,
        tag: ValueTag,
        type: UnsafeRawPointer?,
        label: String?,
        childrenPerElement: Int = 1,
        isQuick: Bool = false,
        write: (Elements.Element, inout ValueWriter) -> Void
    ) {
        let total = elements.count
        guard depth < budget.depth || total == 0 else {
            return putEmpty(tag, type: type, label: label, total: total, reason: .depth)
        }
        guard room > 96 else { return putEmpty(tag, type: type, label: label, total: total, reason: .record) }
        let allowed = min(total, budget.childCount)
        let head = cursor
        putHead(tag, type: type, cut: allowed < total ? (.count, total) : nil, label: label)
        putLength(total)
        let position = cursor
        put(UInt16(0))
        var kept = 0
        var cut: TruncationReason?
        depth += 1
        for element in elements.prefix(allowed) {
            let isLate = (!isQuick || kept & 3 == 3) && isOutOfTime()
            cut = room <= 96 ? .record : isLate ? .time : nil
            if cut != nil { break }
            write(element, &self)
            kept += 1
        }
        depth -= 1
        patch(kept * childrenPerElement, at: position)
        if let cut { markCut(cut, original: total, headAt: head) }
    }

    /// Writes a container without children.
    mutating func putEmpty(
        _ tag: ValueTag,
        type: UnsafeRawPointer?,
        label: String?,
        total: Int,
        reason: TruncationReason
    ) {
        putHead(tag, type: type, cut: (reason, total), label: room > 0 ? label : nil)
        if tag == .enumeration { putLength(0) }
        if tag == .list || tag == .map { putLength(total) }
        put(UInt16(0))
    }
}

extension ValueWriter {
    /// Writes a dictionary of strings.
    mutating func putStringMap(_ strings: [String: String], type: UnsafeRawPointer? = nil, label: String? = nil) {
        putElements(strings, tag: .map, type: type, label: label, childrenPerElement: 2, isQuick: true) {
            $1.putText($0.key)
            if let rule = $1.rule(forKey: $0.key) { $1.putRedacted(rule) } else { $1.putText($0.value) }
        }
    }
}

// The loops below are specialised for strings: an element of a type known only at run time costs several dynamic casts.

extension Array: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Element.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        if Element.self == UInt8.self {
            withUnsafeBytes { writer.putBuffer($0, type: type, label: label) }
        } else if Element.self == String.self, writer.redactor == nil {
            writer.putElements(
                unsafeBitCast(self, to: [String].self),
                tag: .list,
                type: type,
                label: label,
                isQuick: true
            ) {
                $1.putString($0)
            }
        } else {
            writer.putElements(self, tag: .list, type: type, label: label) { element, writer in
                writer.writeAny(element, label: nil, staticType: Element.self)
            }
        }
    }
}

extension ArraySlice: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Element.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putElements(self, tag: .list, type: type, label: label) { element, writer in
            writer.writeAny(element, label: nil, staticType: Element.self)
        }
    }
}

extension Set: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Element.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putElements(self, tag: .list, type: type, label: label) { element, writer in
            writer.writeAny(element, label: nil, staticType: Element.self)
        }
    }
}

extension ContiguousArray: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Element.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        if Element.self == UInt8.self {
            withUnsafeBytes { writer.putBuffer($0, type: type, label: label) }
        } else {
            writer.putElements(self, tag: .list, type: type, label: label) { element, writer in
                writer.writeAny(element, label: nil, staticType: nil)
            }
        }
    }
}

extension KeyValuePairs: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Key.self) && ValueEncoder.isPlain(Value.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putElements(self, tag: .map, type: type, label: label, childrenPerElement: 2) { element, writer in
            writer.writeAny(element.key, label: nil, staticType: nil)
            if let rule = writer.rule(forKey: element.key) {
                writer.putRedacted(rule)
            } else {
                writer.writeAny(element.value, label: nil, staticType: nil)
            }
        }
    }
}

extension Dictionary: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Key.self) && ValueEncoder.isPlain(Value.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        if Key.self == String.self, Value.self == String.self {
            return writer.putStringMap(unsafeBitCast(self, to: [String: String].self), type: type, label: label)
        }
        writer.putElements(self, tag: .map, type: type, label: label, childrenPerElement: 2) { element, writer in
            writer.writeAny(element.key, label: nil, staticType: Key.self)
            if let rule = writer.rule(forKey: element.key) {
                writer.putRedacted(rule)
            } else {
                writer.writeAny(element.value, label: nil, staticType: Value.self)
            }
        }
    }
}
