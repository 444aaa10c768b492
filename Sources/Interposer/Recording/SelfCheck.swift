// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import CRuntime
internal import ProxyCore
internal import Synchronization

/// Decides for each call through a conformance whether it is passed as a reading says.
///
/// Behind the arguments come the metadata of `Self` and the witness table. A reading is right only if both are at the
/// places that it says and nowhere before: a place behind the right one may have the words of an earlier call. The check
/// counts words in integer registers and on the stack, so it can't tell a type from another of the same size, or see a
/// mistake in vector registers.
final class SelfCheck: @unchecked Sendable {
    // Sendable: pairs are written once, before the count or the word that makes them visible.
    struct Pair: BitwiseCopyable {
        let metadata: UInt
        let table: UInt
    }

    /// The table in the image, whose first word is its conformance record. The runtime copies it for generic arguments.
    private let table: UnsafeRawPointer
    /// The descriptor of the conforming type; nil if it has none.
    private let descriptor: UnsafeRawPointer?
    /// The first pairs that have been found right: of a generic type's arguments, or of subclasses.
    private let known: UnsafeMutablePointer<Pair>
    private let firstIsKnown: Bool
    private let knownCount: Atomic<Int>
    /// Further pairs; nil until there are some. Those that it has no room for are looked at each time.
    private let further = Atomic<UnsafeMutablePointer<PairTable>?>(nil)
    private let isWriting = Atomic<Bool>(false)

    /// Number of pairs that are searched one by one.
    private static let knownLimit = 8

    /// - Parameters:
    ///   - descriptor: That of the conforming type.
    ///   - metadata: The conforming type, if it is known.
    init(table: UnsafeRawPointer, descriptor: UnsafeRawPointer?, metadata: UnsafeRawPointer?) {
        self.table = table
        self.descriptor = descriptor
        known = .allocate(capacity: Self.knownLimit)
        firstIsKnown = metadata != nil
        knownCount = Atomic(metadata == nil ? 0 : 1)
        guard let metadata else { return }
        known.initialize(to: Pair(metadata: UInt(bitPattern: metadata), table: UInt(bitPattern: table)))
    }

    deinit {
        known.deallocate()
        guard let further = further.load(ordering: .relaxed) else { return }
        further.deinitialize(count: 1)
        further.deallocate()
    }

    /// The pair of the conforming type; nil if its metadata was not known.
    var firstPair: Pair? { firstIsKnown ? known[0] : nil }

    /// Two words, of which the second follows the first.
    struct Neighbours: BitwiseCopyable {
        let first: WordPlace
        let second: WordPlace
    }

    /// Words that follow each other.
    struct Run: BitwiseCopyable {
        let first: WordPlace
        fileprivate(set) var count: Int
    }

    /// Where a reading expects what is checked.
    struct Places: BitwiseCopyable {
        let selfMetadata: WordPlace
        let witnessTable: WordPlace
        /// Neighbours before them, which must not be the same words.
        private let earlier: UnsafeBufferPointer<Neighbours>
        /// The second ones of these.
        let seconds: UnsafeBufferPointer<Run>

        /// In memory that is never freed.
        init(selfMetadata: Place, witnessTable: Place, earlier: [(Place, Place)]) {
            self.selfMetadata = WordPlace(selfMetadata)
            self.witnessTable = WordPlace(witnessTable)
            let neighbours = earlier.map { Neighbours(first: WordPlace($0), second: WordPlace($1)) }
            var runs: [Run] = []
            for place in neighbours.map(\.second) {
                if let last = runs.last, place == last.first.moved(by: last.count * Convention.wordSize) {
                    runs[runs.count - 1].count += 1
                } else {
                    runs.append(Run(first: place, count: 1))
                }
            }
            self.earlier = Self.immortal(neighbours)
            seconds = Self.immortal(runs)
        }

        private static func immortal<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
            let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
            _ = memory.initialize(from: elements)
            return UnsafeBufferPointer(memory)
        }

        /// Whether a pair is among the earlier neighbours.
        @inline(__always)
        fileprivate func haveEarlier(_ pair: Pair, in registers: UnsafePointer<cinterpose_registers>) -> Bool {
            for run in seconds {
                let words = run.first.address(registers, registers.pointee.stack)
                var offset = 0
                repeat {
                    // Hardly any other word is the address of a witness table.
                    if (words + offset).loadUnaligned(as: UInt.self) == pair.table {
                        return isEarlier(pair, in: registers)
                    }
                    offset &+= Convention.wordSize
                } while offset < run.count &* Convention.wordSize
            }
            return false
        }

        @inline(never)
        private func isEarlier(_ pair: Pair, in registers: UnsafePointer<cinterpose_registers>) -> Bool {
            earlier.contains {
                $0.first.word(in: registers) == pair.metadata && $0.second.word(in: registers) == pair.table
            }
        }
    }

    /// Whether the registers are those of a call that is passed as a reading says.
    @inline(__always)
    func passes(_ registers: UnsafePointer<cinterpose_registers>, _ places: Places) -> Bool {
        let pair = Pair(
            metadata: places.selfMetadata.word(in: registers),
            table: places.witnessTable.word(in: registers)
        )
        return (isKnown(pair) || isRight(pair)) && !places.haveEarlier(pair, in: registers)
    }

    /// Whether a table of the conformance may be where a reading expects it; false only if there is certainly none.
    @inline(never)
    func mayHaveTable(_ registers: UnsafePointer<cinterpose_registers>, _ places: Places) -> Bool {
        let word = places.witnessTable.word(in: registers)
        guard word != UInt(bitPattern: table) else { return true }
        var record: UInt = 0
        return switch cruntime_try_copy(word, &record, MemoryLayout<UInt>.size) {
        case CRUNTIME_COPIED: record == table.load(as: UInt.self)
        case CRUNTIME_UNREADABLE: false
        default: true
        }
    }

    @inline(__always)
    private func isKnown(_ pair: Pair) -> Bool {
        for index in 0..<knownCount.load(ordering: .acquiring) {
            let right = known[index]
            if right.metadata == pair.metadata && right.table == pair.table { return true }
        }
        return false
    }

    @inline(never)
    private func isRight(_ pair: Pair) -> Bool {
        if let further = further.load(ordering: .acquiring), further.pointee.contains(pair) { return true }
        guard isCopy(pair.table), isOfConformingType(pair.metadata) else { return false }
        note(pair)
        return true
    }

    /// Whether a word is the address of the table, or of a copy for other generic arguments.
    private func isCopy(_ word: UInt) -> Bool {
        word == UInt(bitPattern: table) || Self.word(at: word) == table.load(as: UInt.self)
    }

    /// Whether a word is the address of metadata of the conforming type or of a subclass.
    private func isOfConformingType(_ word: UInt) -> Bool {
        guard let descriptor else { return true }
        var metadata = word
        for _ in 0..<Self.depthLimit {
            guard let kind = Self.word(at: metadata) else { return false }
            let isClass = TypeMetadata.isClass(kind: kind)
            let place = isClass ? TypeMetadata.classDescriptorOffset : TypeMetadata.descriptorOffset
            guard let found = Self.word(at: metadata &+ UInt(place)) else { return false }
            if found == UInt(bitPattern: descriptor) { return true }
            guard isClass, let parent = Self.word(at: metadata &+ UInt(TypeMetadata.superclassOffset)), parent != 0
            else { return false }
            metadata = parent
        }
        return false
    }

    private static let depthLimit = 64

    /// The word at an address, which may not be one.
    private static func word(at address: UInt) -> UInt? {
        var word: UInt = 0
        return cruntime_copy(address, &word, MemoryLayout<UInt>.size) ? word : nil
    }

    /// Keeps a pair, if there is room and no other thread is keeping one now.
    private func note(_ pair: Pair) {
        guard !isWriting.exchange(true, ordering: .acquiring) else { return }
        defer { isWriting.store(false, ordering: .releasing) }
        // Another thread may have kept it meanwhile.
        guard !isKnown(pair) else { return }
        let count = knownCount.load(ordering: .relaxed)
        guard count == Self.knownLimit else {
            (known + count).initialize(to: pair)
            knownCount.store(count + 1, ordering: .releasing)
            return
        }
        tableForFurther()?.pointee.add(pair)
    }

    /// The table for further pairs; nil where none can be made now. Only for the thread that is keeping a pair.
    private func tableForFurther() -> UnsafeMutablePointer<PairTable>? {
        if let further = further.load(ordering: .relaxed) { return further }
        // The handler of a signal may have interrupted the allocator.
        guard !InterposedRequirement.isInHandler else { return nil }
        let made = UnsafeMutablePointer<PairTable>.allocate(capacity: 1)
        made.initialize(to: PairTable())
        further.store(made, ordering: .releasing)
        return made
    }
}
