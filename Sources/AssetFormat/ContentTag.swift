// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Strong entity tags.
package enum ContentTag {
    /// The tag of `bytes`, in quotes: two 64-bit FNV-1a hashes, one of the bytes and one of the reversed bytes. Equal
    /// content has an equal tag on every machine.
    ///
    /// - SeeAlso: RFC 9110, 8.8.3 "ETag".
    package static func make(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        "\"\(hexadecimal(hash(bytes)))\(hexadecimal(hash(bytes.reversed())))\""
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
