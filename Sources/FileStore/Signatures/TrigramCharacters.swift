// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The characters that trigrams consist of.
enum TrigramCharacters {
    /// The number of each byte, from 1 on; 0 for bytes that no trigram has: those of other characters, of those that JSON
    /// escapes, and of those that separate the values in it. Capitals have the numbers of their small letters.
    // Never changes after it was made.
    nonisolated(unsafe) static let numbers: UnsafePointer<UInt8> = {
        let numbers = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        numbers.initialize(repeating: 0, count: 256)
        var next: UInt8 = 1
        for byte in UInt8(0x20)..<0x7F where !"\"\\'*%@,:{}[]".utf8.contains(byte) && !isCapital(byte) {
            numbers[Int(byte)] = next
            next += 1
        }
        for byte in UInt8.min...UInt8.max where isCapital(byte) { numbers[Int(byte)] = numbers[Int(byte | 0x20)] }
        return UnsafePointer(numbers)
    }()

    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    /// The trigrams of a text to search for, each once.
    static func trigrams(of text: String) -> [UInt32] {
        var trigrams: [UInt32] = []
        var last: [UInt8] = []
        for byte in text.utf8 {
            last = last.suffix(2) + [numbers[Int(byte)]]
            guard last.count == 3, !last.contains(0) else { continue }
            let trigram = last.reduce(UInt32(0)) { $0 << 6 | UInt32($1) }
            if !trigrams.contains(trigram) { trigrams.append(trigram) }
        }
        return trigrams
    }
}
