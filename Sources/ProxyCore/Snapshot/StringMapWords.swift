// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A native dictionary of strings as Swift stores it, which is read without counting references.
///
/// The storage (Swift's `DictionaryStorage.swift` and `HashTable.swift`, for 64 bits): after the head of the object come
/// the count and, with others, the scale, the addresses of keys and values, and a bit for each bucket that has an entry.
/// There are 2 to the power of the scale buckets, and entries are in the order of their buckets.
struct StringMapWords: BitwiseCopyable {
    private let storage: UnsafeRawPointer

    private enum Offset {
        static let count = 16
        static let scale = 32
        static let keys = 48
        static let values = 56
        static let buckets = 64
    }

    /// The dictionary at an address.
    @inline(__always)
    init(at address: UnsafeRawPointer) {
        // A native dictionary always has a storage.
        storage = address.load(as: UnsafeRawPointer.self)
    }

    var count: Int { storage.load(fromByteOffset: Offset.count, as: Int.self) }

    /// The entries of a dictionary with at most 64 buckets; nil if there are more.
    @inline(__always)
    var fewEntries: Entries? {
        let scale = storage.load(fromByteOffset: Offset.scale, as: Int8.self)
        guard scale >= 0, scale <= 6 else { return nil }
        let buckets = storage.load(fromByteOffset: Offset.buckets, as: UInt64.self)
        return Entries(
            rest: scale == 6 ? buckets : buckets & (1 << (1 << UInt64(scale)) - 1),
            keys: storage.load(fromByteOffset: Offset.keys, as: UnsafeRawPointer.self),
            values: storage.load(fromByteOffset: Offset.values, as: UnsafeRawPointer.self)
        )
    }

    /// The entries, in the order of the dictionary.
    struct Entries: IteratorProtocol, Sequence {
        fileprivate var rest: UInt64
        fileprivate let keys: UnsafeRawPointer
        fileprivate let values: UnsafeRawPointer

        @inline(__always)
        mutating func next() -> (key: StringWords, value: StringWords)? {
            guard rest != 0 else { return nil }
            let offset = rest.trailingZeroBitCount * MemoryLayout<String>.stride
            rest &= rest &- 1
            return (StringWords(at: keys + offset), StringWords(at: values + offset))
        }
    }

    // MARK: Self test

    /// Whether this process stores dictionaries of strings like this, and strings as `StringWords` says: some are read to
    /// find out.
    static let areKnown: Bool =
        StringWords.areKnown
        && [0, 1, 2, 3, 5, 9, 17, 40].allSatisfy { count in
            var strings: [String: String] = [:]
            for number in 0..<count { strings["key \(number)"] = "the value of the number \(number)" }
            return isKnown(strings)
        }

    private static func isKnown(_ strings: [String: String]) -> Bool {
        withExtendedLifetime(strings) {
            withUnsafeBytes(of: strings) { bytes in
                guard let base = bytes.baseAddress, bytes.count == MemoryLayout<UnsafeRawPointer>.size else {
                    return false
                }
                let words = StringMapWords(at: base)
                guard words.count == strings.count, let entries = words.fewEntries else { return false }
                let found = entries.map { ($0.first, $0.second, $1.first, $1.second) }
                let expected = strings.map { entry in
                    withUnsafeBytes(of: entry) { StringMapWords.words(at: $0) }
                }
                return found.count == expected.count && zip(found, expected).allSatisfy(==)
            }
        }
    }

    private static func words(at bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
        bytes.load(as: (UInt64, UInt64, UInt64, UInt64).self)
    }
}
