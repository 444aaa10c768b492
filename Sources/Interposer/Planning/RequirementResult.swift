// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// How the result of a requirement is passed.
struct RequirementResult {
    enum Source {
        case none
        case registers([Piece], size: Int, type: Any.Type)
        /// At an address that the caller passed.
        case memory(ResultPlan.Address, type: Any.Type)
        case undecoded(UndecodedValue)

        /// For a result whose place depends on something that is not known.
        static func beside(_ other: String) -> Source { .undecoded(UndecodedValue("its place depends on \(other)")) }

        /// The type of the value in a record; nil for none.
        var type: (Any.Type)? {
            switch self {
            case .none: nil
            case .registers(_, _, let type), .memory(_, let type): type
            case .undecoded: UndecodedValue.self
            }
        }
    }

    var source: Source
    /// Words that the result adds before the arguments.
    let leadingCount: Int
    /// The parts of a result that is in registers as a whole.
    var parts: [ValuePart] = []

    /// The ways in which the result of a requirement may be passed: more than one if symbols don't tell.
    ///
    /// - Throws: `LayoutRefusal` if that is not known.
    static func variants(of requirement: SymbolEntity, _ passing: RequirementPassing) throws(LayoutRefusal)
        -> [RequirementResult]
    {
        let (isAsync, isClassBound) = (passing.isAsync, passing.isClassBound)
        guard requirement.returnsValue else { return [RequirementResult(source: .none, leadingCount: 0)] }
        func undecoded(_ reason: String, _ leadingCount: Int = 0) -> RequirementResult {
            RequirementResult(source: .undecoded(UndecodedValue(reason)), leadingCount: leadingCount)
        }
        // Only the results of async functions have their address among the arguments if it is the only one.
        if requirement.kind == .initializer { return [undecoded("the new value", isAsync && !isClassBound ? 1 : 0)] }
        if requirement.result.isGenericValue {
            let reason = "a value of a generic type"
            return isAsync ? [undecoded(reason), undecoded(reason, 1)] : [undecoded(reason)]
        }
        let passed = TypeLookup.passed(requirement.result, isClassBound: isClassBound, in: passing.homes)
        do {
            let plan = try ResultPlan([passed], isAsync: isAsync, passing.stability)
            guard case .value(let type) = passed else {
                let source = Source.undecoded(UndecodedValue("not decoded"))
                return [RequirementResult(source: source, leadingCount: plan.leadingCount, parts: plan.parts)]
            }
            if isAsync, requirement.mayThrowUnstated {
                // A continuation is passed an error in a register that is undefined if there can be none.
                let reason = "an async getter may have thrown, which its symbol does not tell"
                return [
                    RequirementResult(
                        source: .undecoded(UndecodedValue(reason)),
                        leadingCount: plan.leadingCount,
                        parts: plan.parts
                    )
                ]
            }
            let source = plan.source(type) ?? .undecoded(UndecodedValue("a tuple that is partly in memory"))
            return [RequirementResult(source: source, leadingCount: plan.leadingCount, parts: plan.parts)]
        } catch {
            if case .tuple = requirement.result { throw error }
            return isAsync ? [undecoded("\(error)"), undecoded("\(error)", 1)] : [undecoded("\(error)")]
        }
    }
}

extension ResultPlan {
    /// How the whole result is read; nil if its elements are not together.
    fileprivate func source(_ type: Any.Type) -> RequirementResult.Source? {
        guard ValueWitnesses(type).isCopyable else { return .undecoded(UndecodedValue("a value that can't be copied")) }
        if elements.count == 1, case .memory(let address) = elements[0].location { return .memory(address, type: type) }
        let offsets = TypeMetadata.flattened(type).map(\.offset)
        let isTogether = zip(elements, offsets).allSatisfy { $0.location == .direct($1) }
        guard elements.count == offsets.count, isTogether else { return nil }
        switch direct {
        case .registers(let pieces):
            return .registers(pieces, size: max(directSize, ValueWitnesses(type).size), type: type)
        case .memory(let address): return .memory(address, type: type)
        }
    }
}

extension SymbolType {
    /// Whether a value of the type is a reference or in memory, depending on what a generic parameter stands for.
    fileprivate var isGenericValue: Bool {
        switch self {
        case .parameter(depth: 0, index: 0): false
        case .parameter, .member: true
        default: false
        }
    }
}
