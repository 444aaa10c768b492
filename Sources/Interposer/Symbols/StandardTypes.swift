// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types of the standard library that symbols abbreviate with `S` and a letter, or `Sc` and a letter.
enum StandardTypes {
    /// The type for a letter.
    static func type(for letter: UInt8, isConcurrency: Bool) -> SymbolNominal? {
        let table = isConcurrency ? concurrency : basic
        guard let (kind, name) = table[Character(Unicode.Scalar(letter))] else { return nil }
        return .standard(kind, name)
    }

    private static let basic: [Character: (SymbolNominal.Kind, String)] = [
        "A": (.structure, "AutoreleasingUnsafeMutablePointer"),
        "a": (.structure, "Array"),
        "b": (.structure, "Bool"),
        "D": (.structure, "Dictionary"),
        "d": (.structure, "Double"),
        "f": (.structure, "Float"),
        "h": (.structure, "Set"),
        "I": (.structure, "DefaultIndices"),
        "i": (.structure, "Int"),
        "J": (.structure, "Character"),
        "N": (.structure, "ClosedRange"),
        "n": (.structure, "Range"),
        "O": (.structure, "ObjectIdentifier"),
        "P": (.structure, "UnsafePointer"),
        "p": (.structure, "UnsafeMutablePointer"),
        "R": (.structure, "UnsafeBufferPointer"),
        "r": (.structure, "UnsafeMutableBufferPointer"),
        "S": (.structure, "String"),
        "s": (.structure, "Substring"),
        "u": (.structure, "UInt"),
        "V": (.structure, "UnsafeRawPointer"),
        "v": (.structure, "UnsafeMutableRawPointer"),
        "W": (.structure, "UnsafeRawBufferPointer"),
        "w": (.structure, "UnsafeMutableRawBufferPointer"),
        "q": (.enum, "Optional"),
        "B": (.protocol, "BinaryFloatingPoint"),
        "E": (.protocol, "Encodable"),
        "e": (.protocol, "Decodable"),
        "F": (.protocol, "FloatingPoint"),
        "G": (.protocol, "RandomNumberGenerator"),
        "H": (.protocol, "Hashable"),
        "j": (.protocol, "Numeric"),
        "K": (.protocol, "BidirectionalCollection"),
        "k": (.protocol, "RandomAccessCollection"),
        "L": (.protocol, "Comparable"),
        "l": (.protocol, "Collection"),
        "M": (.protocol, "MutableCollection"),
        "m": (.protocol, "RangeReplaceableCollection"),
        "Q": (.protocol, "Equatable"),
        "T": (.protocol, "Sequence"),
        "t": (.protocol, "IteratorProtocol"),
        "U": (.protocol, "UnsignedInteger"),
        "X": (.protocol, "RangeExpression"),
        "x": (.protocol, "Strideable"),
        "Y": (.protocol, "RawRepresentable"),
        "y": (.protocol, "StringProtocol"),
        "Z": (.protocol, "SignedInteger"),
        "z": (.protocol, "BinaryInteger"),
    ]

    private static let concurrency: [Character: (SymbolNominal.Kind, String)] = [
        "A": (.protocol, "Actor"),
        "C": (.structure, "CheckedContinuation"),
        "c": (.structure, "UnsafeContinuation"),
        "E": (.structure, "CancellationError"),
        "e": (.structure, "UnownedSerialExecutor"),
        "F": (.protocol, "Executor"),
        "f": (.protocol, "SerialExecutor"),
        "G": (.structure, "TaskGroup"),
        "g": (.structure, "ThrowingTaskGroup"),
        "h": (.protocol, "TaskExecutor"),
        "I": (.protocol, "AsyncIteratorProtocol"),
        "i": (.protocol, "AsyncSequence"),
        "J": (.structure, "UnownedJob"),
        "M": (.class, "MainActor"),
        "P": (.structure, "TaskPriority"),
        "S": (.structure, "AsyncStream"),
        "s": (.structure, "AsyncThrowingStream"),
        "T": (.structure, "Task"),
        "t": (.structure, "UnsafeCurrentTask"),
    ]
}
