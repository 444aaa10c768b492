// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Values that a program hands back after they were recorded. They can have any form, so everything in them is bounded.

extension ValueWriter {
    /// Levels of nesting that are written. Deeper values are cut by `depth`.
    private static let deepest = 32
    /// Room for the head of a value, with its numbers.
    private static let headBytes = 256

    /// Copies a value that is encoded already.
    mutating func putEncoded(_ bytes: UnsafeRawBufferPointer) {
        if bytes.count <= room { putBytes(bytes) } else { putHead(.absent, cut: (.record, 0)) }
    }

    /// Writes a value and its children.
    ///
    /// - Parameters:
    ///   - typeName: Name of the type that a value without a type of its own has.
    ///   - depth: Levels above the value.
    mutating func put(_ value: RecordedValue, staticTypeName typeName: String, _ types: TypeNameCache, depth: Int = 0) {
        guard room > Self.headBytes else { return putHead(.absent, cut: (.record, 0)) }
        guard depth < Self.deepest else { return putHead(.absent, cut: (.depth, 0)) }
        let tag = value.tag
        let text = value.textOfTag
        let type = value.typeName == typeName ? nil : types.address(of: value.typeName)
        let kept = keptBytes(of: value.payloadCount(text))
        let head = cursor
        putHead(
            tag,
            type: type.flatMap { UnsafeRawPointer(bitPattern: $0) },
            cut: cut(value, text, kept),
            label: value.label
        )
        putContent(of: value, tag, text, kept)
        if tag.hasChildren { putChildren(of: value, tag, types, depth, headAt: head) }
    }

    /// How many bytes of a text or a blob fit.
    private func keptBytes(of count: Int) -> Int { min(count, budget.textBytes, room - Self.headBytes) }

    private func cut(_ value: RecordedValue, _ text: String, _ kept: Int) -> (TruncationReason, Int)? {
        if let known = value.truncation { return (known.reason, max(0, known.original)) }
        let whole = value.payloadCount(text)
        return kept < whole ? (kept < budget.textBytes ? .record : .length, whole) : nil
    }

    /// Writes what precedes the children.
    private mutating func putContent(of value: RecordedValue, _ tag: ValueTag, _ text: String, _ kept: Int) {
        switch tag {
        case .absent, .function, .structure, .tuple, .list, .map, .errorStructure, .positioned: break
        case .bool, .signed, .unsigned, .float, .double: putNumber(value.content)
        case .object: put(value.address)
        case .string, .described, .redacted, .enumeration, .errorCase, .portrayed: putBeginning(of: text, kept)
        case .portrayedObject:
            put(value.address)
            putBeginning(of: text, kept)
        case .bytes:
            guard case .bytes(let bytes, let hash) = value.content else { return }
            putLength(kept)
            bytes.withUnsafeBytes { putBytes(UnsafeRawBufferPointer(rebasing: $0[..<kept])) }
            put(hash)
        }
    }

    private mutating func putNumber(_ content: RecordedValue.Content) {
        switch content {
        case .bool(let truth): put(UInt8(truth ? 1 : 0))
        case .signed(let number): put(number)
        case .unsigned(let number): put(number)
        case .float(let number): put(number)
        case .double(let number): put(number)
        case .none, .text, .bytes, .address: break
        }
    }

    private mutating func putBeginning(of text: String, _ most: Int) {
        var text = text
        text.withUTF8 { utf8 in
            let kept = Self.characterBoundary(in: utf8, notAfter: most)
            putLength(kept)
            putBytes(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<kept]))
        }
    }

    private mutating func putChildren(
        of value: RecordedValue,
        _ tag: ValueTag,
        _ types: TypeNameCache,
        _ depth: Int,
        headAt head: UnsafeMutableRawPointer
    ) {
        let count = max(0, value.count ?? value.children.count)
        switch tag {
        case .list, .map: putLength(count)
        case .portrayed, .portrayedObject, .errorCase, .errorStructure: put(UInt16(clamping: count))
        default: break
        }
        let place = cursor
        put(UInt16(0))
        // A map has a value for each key.
        let step = tag == .map ? 2 : 1
        let most = min(value.children.count, Int(UInt16.max)) / step * step
        let names = TypeName.children(of: value.typeName)
        var written = 0
        while written < most, room > Self.headBytes * 2 {
            for child in value.children[written..<(written + step)] {
                let name = names.isEmpty ? "" : names[written % names.count]
                put(child, staticTypeName: name, types, depth: depth + 1)
                written += 1
            }
        }
        patch(written, at: place)
        if written < value.children.count { markCut(.record, original: count, headAt: head) }
    }
}

extension RecordedValue {
    /// The tag that stands for the value, with the content that its kind has.
    fileprivate var tag: ValueTag {
        switch kind {
        case .scalar: numberTag
        case .string: .string
        case .bytes: if case .bytes = content { .bytes } else { .absent }
        case .list: .list
        case .map: .map
        case .struct: structTag
        case .enum: count == nil ? .enumeration : .errorCase
        case .tuple: .tuple
        case .object: text == nil && children.isEmpty ? .object : .portrayedObject
        case .nil: .absent
        case .function: .function
        case .redacted: .redacted
        }
    }

    private var numberTag: ValueTag {
        switch content {
        case .bool: .bool
        case .signed: .signed
        case .unsigned: .unsigned
        case .float: .float
        case .double: .double
        case .text: .string
        case .none, .bytes, .address: .absent
        }
    }

    private var structTag: ValueTag {
        if case .text = content { return count == nil && children.isEmpty ? .described : .portrayed }
        return count == nil || count == truncation?.original ?? children.count ? .structure : .errorStructure
    }

    /// The text that the tag has.
    fileprivate var textOfTag: String {
        if kind == .object { return text ?? "" }
        if case .text(let text) = content { return text }
        return ""
    }

    /// The address of an object.
    fileprivate var address: UInt {
        if case .address(let address) = content { address } else { 0 }
    }

    /// Bytes of the text or the blob.
    fileprivate func payloadCount(_ text: String) -> Int {
        if case .bytes(let bytes, _) = content { bytes.count } else { text.utf8.count }
    }
}
