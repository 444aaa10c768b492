// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A copy of bytes from the registers or the stack of a call to the memory of its record. Plain memory, computed once.
struct CopyStep: BitwiseCopyable {
    private enum Source: BitwiseCopyable {
        case bytes(WordPlace)
        /// At the address in a place.
        case pointer(WordPlace)
        /// A byte of which only the lowest bit is defined.
        case bit(WordPlace)
        case constant(UnsafeRawPointer)
    }

    private let source: Source
    /// Bytes to skip in the source.
    private let skipped: Int
    private let to: Int
    private let size: Int

    private init(_ source: Source, skipping skipped: Int = 0, to: Int, size: Int) {
        self.source = source
        self.skipped = skipped
        self.to = to
        self.size = size
    }

    // MARK: Planning

    /// The steps for the arguments of a call, in memory that is never freed.
    static func immortal(_ arguments: [RecordedArgument]) -> UnsafeBufferPointer<CopyStep> {
        immortal(
            arguments.flatMap { argument in
                argument.parts.flatMap { steps(for: $0.part, to: argument.offset + $0.offset) }
            }
        )
    }

    /// The steps for a result or error in registers, in memory that is never freed.
    static func immortal(_ pieces: [Piece]) -> UnsafeBufferPointer<CopyStep> {
        immortal(steps(for: pieces, in: .results))
    }

    private static func immortal(_ all: [CopyStep]) -> UnsafeBufferPointer<CopyStep> {
        let steps = UnsafeMutableBufferPointer<CopyStep>.allocate(capacity: all.count)
        _ = steps.initialize(from: all)
        return UnsafeBufferPointer(steps)
    }

    private static func steps(for part: RecordedArgument.Part, to offset: Int) -> [CopyStep] {
        switch part {
        case .pieces(let pieces): steps(for: pieces, in: .arguments, to: offset)
        case .address(let place, let size): [CopyStep(.pointer(WordPlace(place)), to: offset, size: size)]
        case .constant(let value):
            [CopyStep(.constant(immortal(value)), to: offset, size: MemoryLayout<UndecodedValue>.size)]
        }
    }

    /// The steps for the parts of a value.
    static func steps(for pieces: [Piece], in layout: RegisterLayout, to offset: Int = 0) -> [CopyStep] {
        pieces.map { piece in
            let place = WordPlace(piece.place, in: layout)
            return CopyStep(
                piece.isBit ? .bit(place) : .bytes(place),
                skipping: piece.placeOffset,
                to: offset + piece.valueOffset,
                size: piece.size
            )
        }
    }

    /// A copy of a value that is never freed.
    static func immortal(_ value: UndecodedValue) -> UnsafePointer<UndecodedValue> {
        let memory = UnsafeMutablePointer<UndecodedValue>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
    }

    // MARK: Copying

    /// Bytes that are cleared at once.
    static let blockSize = 16

    /// A size of memory that has room for so many bytes.
    static func wholeBlocks(_ size: Int) -> Int { max(size + blockSize - 1, blockSize) & ~(blockSize - 1) }

    /// Copies the bytes. They stay with their owner.
    @inline(__always)
    func perform(_ registers: UnsafeRawPointer, _ stack: UnsafeRawPointer, into base: UnsafeMutableRawPointer) {
        let target = base + to
        switch source {
        case .bytes(let place): Self.copy(from: place.address(registers, stack) + skipped, to: target, size)
        case .pointer(let place):
            let pointer = place.address(registers, stack).loadUnaligned(as: UnsafeRawPointer?.self)
            if let pointer { Self.copy(from: pointer, to: target, size) }
        case .bit(let place):
            let byte = (place.address(registers, stack) + skipped).load(as: UInt8.self)
            target.storeBytes(of: byte & 1, as: UInt8.self)
        case .constant(let value): target.copyMemory(from: value, byteCount: size)
        }
    }

    /// Most parts are words, and a function would take longer to find that out.
    @inline(__always)
    private static func copy(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ size: Int) {
        switch size {
        case 8: target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
        case 1: target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
        case 4: target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
        default: target.copyMemory(from: source, byteCount: size)
        }
    }
}

extension UnsafeBufferPointer<CopyStep> {
    /// Clears memory and copies a value there.
    ///
    /// - Parameter size: Of the memory, in whole blocks.
    @inline(__always)
    func perform(
        _ registers: UnsafeRawPointer,
        _ stack: UnsafeRawPointer,
        into base: UnsafeMutableRawPointer,
        size: Int
    ) {
        var cleared = 0
        while cleared < size {
            base.storeBytes(of: 0, toByteOffset: cleared, as: UInt64.self)
            base.storeBytes(of: 0, toByteOffset: cleared + 8, as: UInt64.self)
            cleared += CopyStep.blockSize
        }
        for step in self { step.perform(registers, stack, into: base) }
    }
}
