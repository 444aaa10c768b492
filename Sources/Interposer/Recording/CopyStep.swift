// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A copy of bytes from the registers or the stack of a call to the memory of its record. Plain memory, computed once.
struct CopyStep: BitwiseCopyable {
    private enum Source: BitwiseCopyable {
        /// Whole words that follow each other.
        case words(WordPlace)
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
    let size: Int

    private init(_ source: Source, skipping skipped: Int = 0, to: Int, size: Int) {
        self.source = source
        self.skipped = skipped
        self.to = to
        self.size = size
    }

    // MARK: Planning

    /// The steps for the arguments of a call.
    static func steps(for arguments: [RecordedArgument]) -> [CopyStep] {
        arguments.flatMap { argument in
            argument.parts.flatMap { steps(for: $0.part, to: argument.offset + $0.offset) }
        }
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
            let isWord = piece.size == Convention.wordSize && piece.placeOffset == 0
            return CopyStep(
                piece.isBit ? .bit(place) : isWord ? .words(place) : .bytes(place),
                skipping: piece.placeOffset,
                to: offset + piece.valueOffset,
                size: piece.size
            )
        }
    }

    /// The same steps, with words that follow each other at both ends in one step.
    static func joined(_ steps: [CopyStep]) -> [CopyStep] {
        var joined: [CopyStep] = []
        for step in steps {
            if let last = joined.last, let start = last.words, let next = step.words, step.to == last.to + last.size,
                next == start.moved(by: last.size)
            {
                joined[joined.count - 1] = CopyStep(.words(start), to: last.to, size: last.size + step.size)
            } else {
                joined.append(step)
            }
        }
        return joined
    }

    /// Where the words are that the step copies; nil if it copies something else.
    var words: WordPlace? {
        if case .words(let place) = source { place } else { nil }
    }

    /// Bytes of the value that the step copies.
    var target: Range<Int> { to..<(to + size) }

    /// Whether the step always copies its bytes.
    var isCertain: Bool {
        if case .pointer = source { false } else { true }
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
        case .words(let place):
            let source = place.address(registers, stack)
            var copied = 0
            repeat {
                let word = (source + copied).loadUnaligned(as: UInt64.self)
                target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
                copied &+= 8
            } while copied < size
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
