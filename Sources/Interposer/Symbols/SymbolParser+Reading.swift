// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// An error at the current operator.
    func failure(_ code: SymbolError.Code) -> SymbolError {
        let text = bytes[min(operatorStart, position)..<position].prefix(8).map { byte in
            (0x20...0x7E).contains(byte) ? Character(Unicode.Scalar(byte)) : "?"
        }
        return SymbolError(code: code, offset: operatorStart, operation: String(text))
    }

    /// The next byte; nil at the end.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads a byte of an operator.
    mutating func next() throws(SymbolError) -> Unicode.Scalar {
        guard let byte = peek else { throw failure(.unknownOperator) }
        position += 1
        return Unicode.Scalar(byte)
    }

    /// Skips a byte if it's the given one.
    mutating func skip(_ letter: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: letter) else { return false }
        position += 1
        return true
    }

    /// Reads decimal digits; nil if there are none. No number of a valid symbol exceeds a million.
    mutating func readNatural() throws(SymbolError) -> Int? {
        var value: Int?
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            let number = (value ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            guard number <= 1_000_000 else { throw failure(.invalidText) }
            value = number
            position += 1
        }
        return value
    }

    /// Reads an index: `_` is 0, `0_` is 1, and so on.
    mutating func readIndex() throws(SymbolError) -> Int {
        if skip("_") { return 0 }
        guard let number = try readNatural(), skip("_") else { throw failure(.invalidText) }
        return number + 1
    }

    /// Reads a generic parameter's depth and index.
    mutating func readGenericParameter() throws(SymbolError) -> SymbolType {
        if skip("s") { return .existentialSelf }
        if skip("z") { return .parameter(depth: 0, index: 0) }
        if skip("d") {
            let depth = try readIndex() + 1
            return .parameter(depth: depth, index: try readIndex())
        }
        return .parameter(depth: 0, index: try readIndex() + 1)
    }
}
