// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The forms that `PlainArguments` writes itself, one bit each.
///
/// From a comparison with several cases, the compiler makes a table of addresses. The table is on a page that nothing else
/// of a call uses, and a call that comes alone waits for it.
struct PlainForm: OptionSet {
    let rawValue: UInt8

    static let text = PlainForm(rawValue: 1 << 0)
    static let int64 = PlainForm(rawValue: 1 << 1)
    static let object = PlainForm(rawValue: 1 << 2)
    static let stringMap = PlainForm(rawValue: 1 << 3)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Empty for other forms.
    init(_ form: ValueForm) {
        self =
            switch form {
            case .string, .optionalString: .text
            case .int64: .int64
            case .object: .object
            case .stringMap: .stringMap
            default: []
            }
    }
}

/// Writes the arguments of a plain call: the common ones by code that is short and keeps everything in registers, so that
/// a call that comes alone waits for few cache lines, and the others by a `ValueWriter`.
enum PlainArguments {
    /// Most arguments of a plain call: numbers and objects, of 17 bytes at most, are written without a look at the room.
    static let most = 10
    /// Bytes that a text needs beside its own.
    private static let spareBytes = 128

    /// Writes the arguments at `base`, as a `ValueWriter` without redactions does. Needs `StringMapWords.areKnown`.
    ///
    /// - Parameters:
    ///   - start: Memory for the arguments, with `ValueWriter.tailBytes` behind `limit`.
    ///   - limit: The budget's end.
    /// - Returns: The end of what was written.
    @inline(__always)
    static func write(
        _ site: UnsafePointer<CallSite>,
        in base: UnsafeRawPointer,
        to start: UnsafeMutableRawPointer,
        until limit: UnsafeMutableRawPointer,
        _ limits: UnsafePointer<SnapshotLimits>
    ) -> UnsafeMutableRawPointer {
        guard var argument = site.pointee.arguments.baseAddress else { return start }
        let last = argument + site.pointee.arguments.count
        var cursor = start
        var deadline: UInt64 = 0
        while argument < last {
            let address = base + argument.pointee.offset
            let form = argument.pointee.plainForm
            if form.contains(.text) {
                let words = StringWords(at: address)
                if words.isSmall, limit - cursor >= spareBytes + 16 {
                    putSmall(words, at: &cursor)
                } else if words.isNone, limit > cursor {
                    cursor.storeBytes(of: ValueTag.absent.rawValue, as: UInt8.self)
                    cursor += 1
                } else if !putLarge(words, at: &cursor, limit, limits) {
                    (cursor, deadline) = writeOther(argument, in: base, to: cursor, limit, limits, deadline)
                }
            } else if form.contains(.int64) {
                put(address.load(as: Int64.self), .signed, at: &cursor)
            } else if form.contains(.object) {
                putObject(address.load(as: UInt.self), at: &cursor)
            } else if form.contains(.stringMap),
                let end = putMap(StringMapWords(at: address), to: cursor, limit, limits)
            {
                cursor = end
            } else {
                (cursor, deadline) = writeOther(argument, in: base, to: cursor, limit, limits, deadline)
            }
            argument += 1
        }
        return cursor
    }

    @inline(__always)
    private static func put<Number: BitwiseCopyable>(
        _ number: Number,
        _ tag: ValueTag,
        at cursor: inout UnsafeMutableRawPointer
    ) {
        cursor.storeBytes(of: tag.rawValue, as: UInt8.self)
        (cursor + 1).storeBytes(of: number, as: Number.self)
        cursor += 1 + MemoryLayout<Number>.size
    }

    /// See `ValueWriter.putObject`.
    @inline(__always)
    private static func putObject(_ object: UInt, at cursor: inout UnsafeMutableRawPointer) {
        guard let type = UnsafeRawPointer(bitPattern: object) else {
            cursor.storeBytes(of: ValueTag.absent.rawValue, as: UInt8.self)
            cursor += 1
            return
        }
        cursor.storeBytes(of: ValueTag.object.rawValue | ValueTag.typed, as: UInt8.self)
        (cursor + 1).storeBytes(of: type.load(as: UInt.self), as: UInt.self)
        (cursor + 9).storeBytes(of: object, as: UInt.self)
        cursor += 17
    }

    /// Stores whole words; what is behind the text is overwritten by the next value, or is padding.
    @inline(__always)
    private static func putSmall(_ words: StringWords, at cursor: inout UnsafeMutableRawPointer) {
        let head = UInt16(ValueTag.string.rawValue) | UInt16(truncatingIfNeeded: words.smallCount) << 8
        cursor.storeBytes(of: head, as: UInt16.self)
        (cursor + 2).storeBytes(of: words.first, as: UInt64.self)
        (cursor + 10).storeBytes(of: words.second, as: UInt64.self)
        cursor += 2 + words.smallCount
    }

    /// - Returns: False, with nothing written, if the text is not in one piece or has to be cut.
    @inline(__always)
    private static func putLarge(
        _ words: StringWords,
        at cursor: inout UnsafeMutableRawPointer,
        _ limit: UnsafeMutableRawPointer,
        _ limits: UnsafePointer<SnapshotLimits>
    ) -> Bool {
        guard let text = words.largeText, text.count <= limits.pointee.budget.textBytes,
            text.count <= limit - cursor - spareBytes
        else { return false }
        cursor.storeBytes(of: ValueTag.string.rawValue, as: UInt8.self)
        cursor += 1
        var rest = UInt(bitPattern: text.count)
        while rest >= 0x80 {
            cursor.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
            cursor += 1
            rest &>>= 7
        }
        cursor.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
        cursor += 1
        cursor.copyMemory(from: text.start, byteCount: text.count)
        cursor += text.count
        return true
    }

    /// Most entries that are written before a `ValueWriter` looks at the clock.
    private static let mostEntries = 3

    /// Writes a dictionary of few entries, as `ValueWriter.putStringMap` does.
    ///
    /// - Returns: The end of what was written; nil if it has more entries, or texts that have to be cut.
    @inline(never)
    private static func putMap(
        _ map: StringMapWords,
        to start: UnsafeMutableRawPointer,
        _ limit: UnsafeMutableRawPointer,
        _ limits: UnsafePointer<SnapshotLimits>
    ) -> UnsafeMutableRawPointer? {
        let count = map.count
        guard count <= mostEntries, count <= limits.pointee.budget.childCount, limits.pointee.budget.depth > 0,
            limit - start >= spareBytes, let entries = map.fewEntries
        else { return nil }
        var cursor = start
        cursor.storeBytes(of: ValueTag.map.rawValue, as: UInt8.self)
        (cursor + 1).storeBytes(of: UInt8(truncatingIfNeeded: count), as: UInt8.self)
        (cursor + 2).storeBytes(of: UInt16(truncatingIfNeeded: count &* 2), as: UInt16.self)
        cursor += 4
        for (key, value) in entries {
            guard put(key, at: &cursor, limit, limits), put(value, at: &cursor, limit, limits) else { return nil }
        }
        return cursor
    }

    @inline(__always)
    private static func put(
        _ words: StringWords,
        at cursor: inout UnsafeMutableRawPointer,
        _ limit: UnsafeMutableRawPointer,
        _ limits: UnsafePointer<SnapshotLimits>
    ) -> Bool {
        guard words.isSmall, limit - cursor >= spareBytes + 16 else {
            return putLarge(words, at: &cursor, limit, limits)
        }
        putSmall(words, at: &cursor)
        return true
    }

    /// Writes one argument with a `ValueWriter`.
    ///
    /// - Parameter deadline: The time in ticks after which the children of this record's values are cut, 0 until the clock
    ///   is first read.
    /// - Returns: The end of what was written, and the deadline for the next argument.
    @inline(never)
    private static func writeOther(
        _ argument: UnsafePointer<ValueSite>,
        in base: UnsafeRawPointer,
        to cursor: UnsafeMutableRawPointer,
        _ limit: UnsafeMutableRawPointer,
        _ limits: UnsafePointer<SnapshotLimits>,
        _ deadline: UInt64
    ) -> (UnsafeMutableRawPointer, UInt64) {
        var writer = ValueWriter(at: cursor, until: limit, limits: limits)
        if deadline != 0 { writer.deadline = deadline }
        if let encoder = argument.pointee.encoder, limit > cursor {
            encoder._withUnsafeGuaranteedRef { $0.encode(base + argument.pointee.offset, &writer) }
        } else {
            writer.write(argument.pointee, in: base)
        }
        return (writer.cursor, writer.deadline ?? 0)
    }
}
