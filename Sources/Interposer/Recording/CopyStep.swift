// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore

/// A copy of bytes from the registers or the stack of a call to the memory of its record. Plain memory, computed once.
struct CopyStep: BitwiseCopyable {
    private enum Source: UInt8, BitwiseCopyable {
        case registers, stack, constant
    }

    private let source: Source
    /// Whether the word in the source is the address of the bytes.
    private let isAddress: Bool
    private let isBit: Bool
    /// Offset of the source, or the address of a constant.
    private let from: Int
    private let to: Int
    private let size: Int

    private init(_ place: Place, skipping skipped: Int = 0, isAddress: Bool, isBit: Bool, to: Int, size: Int) {
        let word = Convention.wordSize
        switch place {
        case .integer(let index): (source, from) = (.registers, Self.integers + index * word + skipped)
        case .vector(let index): (source, from) = (.registers, Self.vectors + index * Convention.largestPart + skipped)
        case .stack(let offset): (source, from) = (.stack, offset + skipped)
        }
        self.isAddress = isAddress
        self.isBit = isBit
        self.to = to
        self.size = size
    }

    /// - Parameter constant: Never freed.
    private init(constant: UnsafeRawPointer, to: Int, size: Int) {
        source = .constant
        from = Int(bitPattern: constant)
        isAddress = false
        isBit = false
        self.to = to
        self.size = size
    }

    private static let integers = MemoryLayout.offset(of: \cinterpose_registers.integers) ?? 0
    private static let vectors = MemoryLayout.offset(of: \cinterpose_registers.vectors) ?? 0

    /// The steps for an argument.
    static func steps(for argument: RecordedArgument) -> [CopyStep] {
        argument.parts.flatMap { steps(for: $0.part, to: argument.offset + $0.offset) }
    }

    private static func steps(for part: RecordedArgument.Part, to offset: Int) -> [CopyStep] {
        switch part {
        case .pieces(let pieces):
            pieces.map { piece in
                CopyStep(
                    piece.place,
                    skipping: piece.placeOffset,
                    isAddress: false,
                    isBit: piece.isBit,
                    to: offset + piece.valueOffset,
                    size: piece.size
                )
            }
        case .address(let place, let size):
            [CopyStep(place, isAddress: true, isBit: false, to: offset, size: size)]
        case .constant(let stand):
            [CopyStep(constant: immortal(stand), to: offset, size: MemoryLayout<UndecodedValue>.size)]
        }
    }

    /// The steps for the arguments of a call, in memory that is never freed.
    static func immortal(_ arguments: [RecordedArgument]) -> UnsafeBufferPointer<CopyStep> {
        let all = arguments.flatMap(steps)
        let steps = UnsafeMutableBufferPointer<CopyStep>.allocate(capacity: all.count)
        _ = steps.initialize(from: all)
        return UnsafeBufferPointer(steps)
    }

    private static func immortal(_ value: UndecodedValue) -> UnsafeRawPointer {
        let memory = UnsafeMutablePointer<UndecodedValue>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafeRawPointer(memory)
    }

    /// Copies the bytes. They stay with their owner.
    @inline(__always)
    func perform(_ registers: UnsafeRawPointer, _ stack: UnsafeRawPointer, into base: UnsafeMutableRawPointer) {
        let place: UnsafeRawPointer
        switch source {
        case .registers: place = registers + from
        case .stack: place = stack + from
        case .constant: place = UnsafeRawPointer(bitPattern: from).unsafelyUnwrapped
        }
        let target = base + to
        if isAddress {
            guard let value = place.loadUnaligned(as: UnsafeRawPointer?.self) else { return }
            return target.copyMemory(from: value, byteCount: size)
        }
        if size == Convention.wordSize {
            target.storeBytes(of: place.loadUnaligned(as: UInt64.self), as: UInt64.self)
        } else {
            target.copyMemory(from: place, byteCount: size)
        }
        if isBit { target.storeBytes(of: target.load(as: UInt8.self) & 1, as: UInt8.self) }
    }
}
