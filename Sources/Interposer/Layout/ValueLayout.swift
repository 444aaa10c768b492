// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a value is passed.
enum ValueLayout: Equatable, Sendable {
    /// In registers, or on the stack like them, in this order. No parts for a value without bytes.
    case direct([ValuePart])
    /// By its address.
    case indirect(Indirection)

    enum Indirection: Equatable, Sendable {
        /// Values of the type are always in memory, for this reason.
        case addressOnly(String)
        /// The value takes more than four registers.
        case tooLarge
        /// The value takes more than four registers, whatever its parts are. They aren't known, for this reason.
        case largeAndUnknown(LayoutRefusal)
    }

    /// The layout of a value that is passed alone. Tuples are not: each element is passed for itself.
    ///
    /// - Throws: `LayoutRefusal` if it can't be told for sure.
    init(
        of type: Any.Type,
        on convention: Convention = .current,
        _ stability: ModuleStability = .toolchain
    ) throws(LayoutRefusal) {
        var explosion = ValueExplosion(convention, stability)
        do {
            try explosion.add(type, at: 0)
        } catch {
            self = try Self(of: type, without: error)
            return
        }
        self.init(explosion.lowering)
    }

    /// The layout of a value of these scalars.
    init(_ lowering: AggregateLowering) {
        let parts = lowering.parts
        let wordCount = parts.reduce(0) { $0 + $1.wordCount }
        self = wordCount > Convention.wordLimit ? .indirect(.tooLarge) : .direct(parts)
    }

    /// The layout of a value that has no parts.
    init(of type: Any.Type, without stop: ValueExplosion.Stop) throws(LayoutRefusal) {
        switch stop {
        case .addressOnly(let reason): self = .indirect(.addressOnly(reason))
        case .refused(let refusal):
            let witnesses = ValueWitnesses(type)
            guard !witnesses.isIncomplete, !witnesses.isBorrowedByAddress,
                witnesses.alignmentMask < Self.largestAlignment,
                witnesses.size > Convention.wordLimit * Convention.largestPart
            else { throw refusal }
            // Each 16 bytes have something of the value, and no register has more than that.
            self = .indirect(.largeAndUnknown(refusal))
        }
    }

    private static let largestAlignment = 16
}
