// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The elements of a result, of which those that aren't address-only make a tuple.
struct ResultTuple {
    struct Element {
        let index: Int
        let type: Any.Type?
        /// nil for an element that is address-only.
        let offset: Int?
    }

    private var explosion: ValueExplosion
    private(set) var elements: [Element] = []
    private(set) var size = 0
    /// Set by an element that is passed by address alone, but may be part of a tuple.
    private(set) var large: LayoutRefusal?

    init(_ explosion: ValueExplosion) {
        self.explosion = explosion
    }

    var lowering: AggregateLowering { explosion.lowering }
    var addressCount: Int { elements.count { $0.offset == nil } }

    mutating func add(_ value: PassedValue, index: Int) throws(LayoutRefusal) {
        switch value {
        case .value(let type):
            for element in TypeMetadata.flattened(type) { try add(element.type, index: index) }
        case .words(let count):
            let offset = place(count * Convention.wordSize, alignmentMask: Convention.wordSize - 1)
            elements.append(Element(index: index, type: nil, offset: offset))
            for word in 0..<count {
                try explosion.lowering.add(
                    .integer,
                    at: offset + word * Convention.wordSize,
                    size: Convention.wordSize
                )
            }
        case .address: elements.append(Element(index: index, type: nil, offset: nil))
        case .unknown(let refusal, _): throw refusal
        }
    }

    private mutating func add(_ type: Any.Type, index: Int) throws(LayoutRefusal) {
        var tried = explosion
        let witnesses = ValueWitnesses(type)
        let offset = witnesses.aligned(size)
        do {
            try tried.add(type, at: offset)
        } catch {
            switch try ValueLayout(of: type, without: error) {
            case .indirect(.largeAndUnknown(let refusal)): large = refusal
            default: break
            }
            elements.append(Element(index: index, type: type, offset: nil))
            return
        }
        explosion = tried
        _ = place(witnesses.size, alignmentMask: witnesses.alignmentMask)
        elements.append(Element(index: index, type: type, offset: offset))
    }

    /// The offset of the next direct element.
    private mutating func place(_ size: Int, alignmentMask: Int) -> Int {
        let offset = (self.size + alignmentMask) & ~alignmentMask
        self.size = offset + size
        return offset
    }
}
