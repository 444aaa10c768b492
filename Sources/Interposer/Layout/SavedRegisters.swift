// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// The registers of a call, or of its result, and the arguments on the stack.
///
/// Reading them allocates nothing.
struct SavedRegisters {
    private let integers: UnsafeRawPointer
    private let vectors: UnsafeRawPointer
    private let stack: UnsafeRawPointer?

    /// - Parameters:
    ///   - integers: Eight bytes each.
    ///   - vectors: Sixteen bytes each.
    init(integers: UnsafeRawPointer, vectors: UnsafeRawPointer, stack: UnsafeRawPointer?) {
        self.integers = integers
        self.vectors = vectors
        self.stack = stack
    }

    init(_ registers: UnsafePointer<cinterpose_registers>) {
        let start = UnsafeRawPointer(registers)
        self.init(
            integers: start + Self.argumentIntegers,
            vectors: start + Self.argumentVectors,
            stack: UnsafeRawPointer(registers.pointee.stack)
        )
    }

    init(_ results: UnsafePointer<cinterpose_results>) {
        let start = UnsafeRawPointer(results)
        self.init(integers: start + Self.resultIntegers, vectors: start + Self.resultVectors, stack: nil)
    }

    private static let argumentIntegers = MemoryLayout.offset(of: \cinterpose_registers.integers) ?? 0
    private static let argumentVectors = MemoryLayout.offset(of: \cinterpose_registers.vectors) ?? 0
    private static let resultIntegers = MemoryLayout.offset(of: \cinterpose_results.integers) ?? 0
    private static let resultVectors = MemoryLayout.offset(of: \cinterpose_results.vectors) ?? 0

    /// The word in a place; 0 for a place on the stack if there is none.
    func word(in place: Place) -> UInt {
        address(of: place)?.loadUnaligned(as: UInt.self) ?? 0
    }

    /// Copies the bytes of a value into `buffer` and clears the rest of it. Pieces that don't fit are left out.
    func assemble(_ pieces: [Piece], into buffer: UnsafeMutableRawBufferPointer) {
        guard let value = buffer.baseAddress else { return }
        value.initializeMemory(as: UInt8.self, repeating: 0, count: buffer.count)
        for piece in pieces where piece.valueOffset + piece.size <= buffer.count {
            guard let place = address(of: piece.place) else { continue }
            let bytes = value + piece.valueOffset
            bytes.copyMemory(from: place + piece.placeOffset, byteCount: piece.size)
            if piece.isBit { bytes.storeBytes(of: bytes.load(as: UInt8.self) & 1, as: UInt8.self) }
        }
    }

    private func address(of place: Place) -> UnsafeRawPointer? {
        switch place {
        case .integer(let index): integers + index * Convention.wordSize
        case .vector(let index): vectors + index * Convention.largestPart
        case .stack(let offset): stack.map { $0 + offset }
        }
    }
}
