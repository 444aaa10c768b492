// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// What decides how a requirement is passed, besides its symbol.
struct RequirementPassing {
    /// As the protocol's descriptor says; symbols don't, for accessors.
    let isAsync: Bool
    /// Whether only classes conform to the protocol.
    let isClassBound: Bool
    var stability = ModuleStability.toolchain
    var homes = TypeHomes.anywhere
}

/// How the calls of one requirement are read, for one conforming type. Made once, before the first of them is recorded.
struct RequirementPlan {
    /// The ways in which a call may be passed. The self check finds the right one. Empty if only names and times are
    /// recorded.
    let readings: [RequirementReading]
    /// The arguments in a record; their places are those of the first reading.
    let arguments: [RecordedArgument]
    /// Bytes of memory for all arguments.
    let byteCount: Int
    /// The result in a record.
    let result: RequirementResult.Source
    let resultTypeName: String?
    /// How errors are read if there are no readings.
    let failure: RequirementReading.Failure
    /// Why only names and times are recorded.
    let limitation: LayoutRefusal?
    /// Bytes that the arguments take on the stack at most.
    let stackBound: Int

    init(_ requirement: SymbolEntity, _ passing: RequirementPassing) {
        do {
            readings = try Self.readings(of: requirement, passing)
            limitation = nil
        } catch {
            readings = []
            limitation = error
        }
        let limited = LimitedRequirement(requirement, limitation, passing)
        arguments = readings.first?.arguments ?? limited.arguments
        byteCount = readings.first?.byteCount ?? limited.byteCount
        result = readings.first?.result ?? limited.result
        failure = limited.failure
        stackBound = limited.stackBound
        resultTypeName = requirement.returnsValue ? requirement.result.text(names: .requirement) : nil
    }

    private static func readings(of requirement: SymbolEntity, _ passing: RequirementPassing)
        throws(LayoutRefusal) -> [RequirementReading]
    {
        var readings: [RequirementReading] = []
        let results = try RequirementResult.variants(of: requirement, passing)
        let errorCounts = requirement.mayPassErrorAddress(besides: results) ? [0, 1] : [0]
        for result in results {
            for isolationCount in passing.isAsync ? [0, 2] : [0] {
                for errorCount in errorCounts {
                    let variant = RequirementVariant(
                        result: result,
                        isolationCount: isolationCount,
                        errorCount: errorCount
                    )
                    readings.append(try RequirementReading(requirement, variant, passing))
                }
            }
        }
        // A record has a place for values of one type.
        if Set(readings.map { $0.result.type.map(ObjectIdentifier.init) }).count > 1 {
            for index in readings.indices { readings[index].result = .beside("the error") }
        }
        // Two that agree about the table could be told apart by nothing.
        guard Set(readings.map(\.witnessTable)).count == readings.count else {
            throw LayoutRefusal("its arguments may be passed in several ways")
        }
        return readings
    }
}

/// What is recorded of a requirement whose calls are not read: that they happened, and whether they threw.
private struct LimitedRequirement {
    let arguments: [RecordedArgument]
    let byteCount: Int
    let result: RequirementResult.Source
    let failure: RequirementReading.Failure
    let stackBound: Int

    init(_ requirement: SymbolEntity, _ limitation: LayoutRefusal?, _ passing: RequirementPassing) {
        let reason = limitation?.description ?? ""
        var layout = RecordLayout()
        arguments = requirement.passedParameters.map { layout.undecoded($0, reason) }
        byteCount = layout.size
        result = requirement.returnsValue ? .undecoded(UndecodedValue(reason)) : .none
        failure =
            switch requirement.throwing {
            case .never: requirement.mayThrowUnstated && !passing.isAsync ? .unstated : .none
            case .anyError: .anyError
            case .typed(let type): .undecoded(UndecodedError(type.text(names: .requirement)))
            }
        let plan = ArgumentPlan(
            requirement.passedParameters.map { $0.passed(passing) },
            // Each element of a result may have an address.
            leadingCount: Self.spareWords + requirement.result.valueCount,
            genericCount: requirement.mostGenericWords,
            passing.stability
        )
        stackBound = plan.stackBound
    }

    /// For what a requirement may pass besides its arguments and the addresses of results: that of an error, an actor.
    private static let spareWords = 8
}

extension SymbolParameter {
    func passed(_ passing: RequirementPassing) -> PassedValue {
        guard ownership != .inOut else { return .address }
        return TypeLookup.passed(type, isClassBound: passing.isClassBound, in: passing.homes)
    }
}

extension SymbolEntity {
    /// The parameters in the order in which they are passed: a setter's new value comes first.
    var passedParameters: [SymbolParameter] {
        let value = accessor == .setter ? [SymbolParameter(SymbolElement(type: result), label: nil)] : []
        return value + parameters
    }

    var returnsValue: Bool { accessor != .setter && !result.isVoid }

    /// Whether calls may throw although the symbol does not say so.
    var mayThrowUnstated: Bool { accessor == .getter }

    /// Whether the address for an error of one type may be behind the generic arguments.
    fileprivate func mayPassErrorAddress(besides results: [RequirementResult]) -> Bool {
        if case .typed = throwing { return true }
        // The address of a result that may be there, too, could not be told from it.
        return mayThrowUnstated && results.count == 1
    }

    /// Words behind the arguments: the metadata of each generic parameter, and a witness table for each conformance.
    func genericWordCount() throws(LayoutRefusal) -> Int {
        guard let signature else { return 0 }
        var count = signature.parameterCounts.reduce(0, +)
        for constraint in signature.constraints {
            switch constraint {
            case .conformance(_, let proto): count += proto.isMarker ? 0 : 1
            // Associated types have no metadata behind the arguments.
            case .superclass, .suppressed, .layout(_, .anyClass), .sameType(.member, _): break
            default: throw LayoutRefusal("a constraint of a generic parameter")
            }
        }
        return count
    }

    /// More words than there are behind the arguments. Packs have a word more for each parameter: their length.
    fileprivate var mostGenericWords: Int {
        guard let signature else { return 0 }
        return signature.parameterCounts.reduce(0, +) * 2 + signature.constraints.count
    }
}
