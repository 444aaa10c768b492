// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the file of a program says of itself.
///
/// - SeeAlso: elf(5), execve(2) "Interpreter scripts"
struct ELFFile {
    private let data: Data

    init(path: String) throws(CommandFailure) {
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// The program that runs a script; nil if the file is none.
    var interpreter: String? {
        guard data.starts(with: Array("#!".utf8)) else { return nil }
        let line = data.dropFirst(2).prefix(256).prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.first.map(String.init)
    }

    /// ELF of 64 bits.
    var isELF: Bool { data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) }

    var isOfThisMachine: Bool {
        #if arch(x86_64)
        let machine: UInt16 = 62
        #else
        let machine: UInt16 = 183
        #endif
        return number(at: 18) == machine
    }

    /// Whether the loader starts the program, and not the system alone.
    var isDynamic: Bool { loaderSegment != nil }

    /// The path of the loader that starts the program; nil if the system alone does.
    var loader: String? {
        // p_offset and p_filesz.
        guard let segment = loaderSegment, let start: UInt64 = number(at: segment + 8),
            let length: UInt64 = number(at: segment + 32), let offset = Int(exactly: start), offset < data.count
        else { return nil }
        let path = data.dropFirst(offset).prefix(Int(min(length, UInt64(PATH_MAX)))).prefix { $0 != 0 }
        return String(decoding: path, as: UTF8.self)
    }

    /// Whether functions that no other image calls have names in it.
    var hasSymbolTable: Bool { entries(.sections).contains { number(at: $0 + 4) == UInt32(2) } }

    func contains(_ text: String) -> Bool { data.range(of: Data(text.utf8)) != nil }

    // MARK: Reading

    private enum Table {
        case segments, sections
    }

    /// The offset of the entry that names the loader: PT_INTERP.
    private var loaderSegment: Int? { entries(.segments).first { number(at: $0) == UInt32(3) } }

    /// The offsets of a table's entries.
    private func entries(_ table: Table) -> [Int] {
        // The offset of the table, the size of its entries, and their number: e_phoff, e_phentsize, … in elf(5).
        let (place, sizes) = table == .segments ? (32, 54) : (40, 58)
        guard let start: UInt64 = number(at: place), let size: UInt16 = number(at: sizes),
            let count: UInt16 = number(at: sizes + 2), start < UInt64(data.count)
        else { return [] }
        return (0..<Int(count)).map { Int(start) + $0 * Int(size) }
    }

    /// Nil behind the end of the file.
    private func number<Number: FixedWidthInteger>(at offset: Int) -> Number? {
        guard offset >= 0, offset + MemoryLayout<Number>.size <= data.count else { return nil }
        return data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
}
