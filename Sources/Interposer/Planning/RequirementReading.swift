// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// One way in which the calls of a requirement may pass what symbols do not tell of.
struct RequirementVariant {
    /// How the result is passed.
    let result: RequirementResult
    /// Words between the addresses of results and the arguments: the actor that a `nonisolated(nonsending)` function
    /// runs on (two), or none.
    var isolationCount = 0
    /// Words behind the generic arguments: the address for an error of one type, or none.
    var errorCount = 0
}

/// Where the parts of a call are if it is passed in one way.
struct RequirementReading {
    /// How an error is read.
    enum Failure {
        case none
        /// In the register for errors.
        case anyError
        /// An error of one type at an address that the caller passed.
        case memory(Place, type: Any.Type)
        /// An error of one type in registers.
        case registers([Piece], size: Int, type: Any.Type)
        case undecoded(UndecodedError)
        /// A getter may throw, of which its symbol says nothing. A caller that expects an error empties the register for
        /// it, and others find in it what they left there. It has 1 for an error of one type, and otherwise the error.
        /// - SeeAlso: swift/lib/IRGen/IRGenSIL.cpp, `IRGenSILFunction::visitThrowInst`.
        case unstated

        /// Whether calls can throw.
        var isPossible: Bool {
            if case .none = self { false } else { true }
        }

        var isUnstated: Bool {
            if case .unstated = self { true } else { false }
        }
    }

    let arguments: [RecordedArgument]
    /// Bytes of memory for all arguments.
    let byteCount: Int
    var result: RequirementResult.Source
    let failure: Failure
    /// Places of the registers that a caller passes addresses of results in.
    let leading: [Place]
    let selfMetadata: Place
    let witnessTable: Place
    /// Neighbours among the words of the arguments, which must not be the metadata and the table.
    let earlierWords: [(Place, Place)]
    let stackSize: Int

    /// - Throws: `LayoutRefusal` if an argument isn't known.
    init(_ requirement: SymbolEntity, _ variant: RequirementVariant, _ passing: RequirementPassing)
        throws(LayoutRefusal)
    {
        let parameters = requirement.passedParameters
        let leadingCount = variant.result.leadingCount
        let genericCount = try requirement.genericWordCount()
        let plan = ArgumentPlan(
            parameters.map { $0.passed(passing) },
            leadingCount: leadingCount + variant.isolationCount,
            genericCount: genericCount + variant.errorCount,
            passing.stability
        )
        guard let selfMetadata = plan.selfMetadata, let witnessTable = plan.witnessTable else {
            throw plan.refusal
        }
        self.selfMetadata = selfMetadata
        self.witnessTable = witnessTable
        var layout = RecordLayout(passing.homes)
        arguments = parameters.indices.map { index in
            layout.argument(parameters[index], plan.arguments.filter { $0.index == index })
        }
        byteCount = layout.size
        leading = Array(plan.leading.prefix(leadingCount))
        stackSize = plan.stackSize
        let errorAddress = variant.errorCount > 0 ? plan.generic.last : nil
        var returned = variant.result
        failure = Self.failure(of: requirement, at: errorAddress, beside: &returned, passing)
        result = returned.source
        let generic = Set(plan.generic.prefix(genericCount))
        let words = Convention.current.words(before: selfMetadata)
        // The arguments of a generic requirement may be of this type themselves.
        earlierWords = zip(words, words.dropFirst()).filter { !generic.contains($0.1) }
    }

    /// An error of one type is in the integer registers of results if it is made of integers, and at an address otherwise.
    ///
    /// - Parameter result: Which is changed if the error moves it.
    /// - SeeAlso: swift/lib/IRGen/GenCall.cpp, `NativeConventionSchema::shouldReturnTypedErrorIndirectly`.
    private static func failure(
        of requirement: SymbolEntity,
        at errorAddress: Place?,
        beside result: inout RequirementResult,
        _ passing: RequirementPassing
    ) -> Failure {
        if requirement.mayThrowUnstated { return passing.isAsync ? .none : .unstated }
        switch requirement.throwing {
        case .never: return .none
        case .anyError: return .anyError
        case .typed(let symbol):
            let undecoded = Failure.undecoded(UndecodedError(symbol.text(names: .requirement)))
            guard let type = TypeLookup.type(symbol, in: passing.homes) else {
                // The error may be in registers, too, and have an integer of 16 bytes.
                result.loseItsPlace(if: result.isMovable)
                return undecoded
            }
            if let errorAddress { return .memory(errorAddress, type: type) }
            guard let plan = try? ResultPlan([.value(type)], isAsync: passing.isAsync, passing.stability),
                plan.leadingCount == 0, case .registers = plan.direct, !plan.parts.contains(where: \.isFloat)
            else { return undecoded }
            guard let combined = CombinedReturn(result.parts, plan.parts, isAsync: passing.isAsync) else {
                result.loseItsPlace(if: true)
                return undecoded
            }
            result.move(to: combined.result)
            return .registers(combined.error, size: max(plan.directSize, ValueWitnesses(type).size), type: type)
        }
    }
}

extension RequirementResult {
    /// Whether an error beside it may change the registers of any part.
    fileprivate var isMovable: Bool { parts.reduce(0) { $0 + ($1.isFloat ? 0 : $1.wordCount) } > 1 }

    fileprivate mutating func move(to pieces: [Piece]) {
        if case .registers(_, let size, let type) = source { source = .registers(pieces, size: size, type: type) }
    }

    fileprivate mutating func loseItsPlace(if isLost: Bool) {
        if isLost, case .registers = source { source = .beside("the error") }
    }
}

extension Convention {
    /// The places of all words before one of them, in the order in which they are passed.
    fileprivate func words(before place: Place) -> [Place] {
        switch place {
        case .integer(let index): (0..<index).map(Place.integer)
        case .stack(let offset):
            (0..<integerRegisterCount).map(Place.integer)
                + stride(from: 0, to: offset, by: Self.wordSize).map(Place.stack)
        case .vector: []
        }
    }
}
