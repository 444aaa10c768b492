// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// How the calls of one requirement are read, for one conforming type. Made once, before the first of them is recorded.
struct RequirementPlan {
    /// A value in the memory of a record.
    struct Value {
        enum Source {
            case pieces([Piece], size: Int)
            /// At the address in a place.
            case address(Place, size: Int)
            case undecoded(UndecodedValue)
        }

        let type: Any.Type
        let offset: Int
        let source: Source
    }

    enum Result {
        case none
        case registers([Piece], size: Int, type: Any.Type)
        /// At an address that the caller passed.
        case memory(ResultPlan.Address, type: Any.Type)
        case undecoded(UndecodedValue)
    }

    let arguments: [Value]
    /// Bytes of memory for all arguments.
    let byteCount: Int
    let result: Result
    let resultTypeName: String?
    let canThrow: Bool
    /// Places of the registers that a caller passes addresses of results in.
    let leading: [Place]
    /// Where the witness table is, if this plan is right; nil behind an argument that isn't known.
    let witnessTable: Place?
    /// Why an argument isn't known.
    let refusal: LayoutRefusal?
    let stackSize: Int

    /// - Parameters:
    ///   - extraWords: Words before the arguments that the symbol does not tell of.
    ///   - isAsync: As the protocol's descriptor says; symbols don't, for accessors.
    init(_ symbol: WitnessSymbol, isAsync: Bool, isClassBound: Bool, extraWords: Int = 0) throws(LayoutRefusal) {
        let requirement = symbol.requirement
        try Self.check(requirement, isAsync: isAsync)
        let passed = requirement.passedParameters.map { ($0, $0.passed(isClassBound: isClassBound)) }
        let outcome = Self.plan(for: requirement, isAsync: isAsync, isClassBound: isClassBound)
        let result = outcome.plan
        let arguments = ArgumentPlan(
            passed.map(\.1),
            leadingCount: extraWords + (result?.leadingCount ?? 0),
            genericCount: try requirement.genericWordCount()
        )
        var layout = RecordLayout()
        self.arguments = passed.indices.map { index in
            layout.value(passed[index].0, arguments.arguments.filter { $0.index == index })
        }
        byteCount = layout.size
        self.result = outcome.result
        resultTypeName = requirement.returnsValue ? requirement.result.text(names: .requirement) : nil
        canThrow = requirement.throwing == .anyError
        leading = Array(arguments.leading.dropFirst(extraWords))
        witnessTable = arguments.witnessTable
        refusal = arguments.arguments.lazy.compactMap(\.refusal).first
        stackSize = arguments.stackSize
    }

    /// Refuses what changes the places of arguments or results in ways that are not known.
    private static func check(_ requirement: SymbolEntity, isAsync: Bool) throws(LayoutRefusal) {
        // Such an error is in the registers of the result, or at an address that the caller passes.
        if case .typed = requirement.throwing { throw LayoutRefusal("it throws errors of one type only") }
        guard isAsync, requirement.returnsValue else { return }
        // The address of such a result is an argument if the type is not a class, which symbols don't tell.
        switch requirement.result {
        case .parameter, .member: throw LayoutRefusal("an async result of a generic type")
        case .nominal where !requirement.result.isConcrete: throw LayoutRefusal("an async result of a generic type")
        default: break
        }
    }

    private static func plan(
        for requirement: SymbolEntity,
        isAsync: Bool,
        isClassBound: Bool
    ) -> (plan: ResultPlan?, result: Result) {
        func refused(_ reason: String) -> Result { .undecoded(UndecodedValue(reason)) }
        guard requirement.returnsValue else { return (nil, .none) }
        if requirement.kind == .initializer { return (nil, refused("the new value")) }
        let passed = TypeLookup.passed(requirement.result, isClassBound: isClassBound)
        let plan: ResultPlan
        do { plan = try ResultPlan([passed], isAsync: isAsync) } catch { return (nil, refused("\(error)")) }
        guard case .value(let type) = passed else { return (plan, refused("not decoded")) }
        return (plan, plan.result(type) ?? refused("a tuple that is partly in memory"))
    }
}

extension ArgumentPlan.Argument {
    fileprivate var refusal: LayoutRefusal? {
        if case .unknown(let refusal) = location { refusal } else { nil }
    }
}

extension ResultPlan {
    /// How the whole result is read; nil if its elements are not together.
    fileprivate func result(_ type: Any.Type) -> RequirementPlan.Result? {
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

/// Lays values out in the memory of a record.
private struct RecordLayout {
    private(set) var size = 0

    /// - Parameter elements: The argument, or the elements of an argument that is a tuple.
    mutating func value(_ parameter: SymbolParameter, _ elements: [ArgumentPlan.Argument]) -> RequirementPlan.Value {
        guard elements.count == 1, let element = elements.first, let type = element.type,
            ValueWitnesses(type).isCopyable
        else {
            return undecoded(elements.count > 1 ? "a tuple" : reason(for: parameter, elements.first))
        }
        let witnesses = ValueWitnesses(type)
        switch element.location {
        case .direct(let pieces): return place(.pieces(pieces, size: witnesses.size), type, witnesses)
        case .address(let place): return self.place(.address(place, size: witnesses.size), type, witnesses)
        case .words: return undecoded("not decoded")
        case .unknown(let refusal): return undecoded("\(refusal)")
        }
    }

    private func reason(for parameter: SymbolParameter, _ element: ArgumentPlan.Argument?) -> String {
        if case .unknown(let refusal)? = element?.location { return "\(refusal)" }
        if case .function = parameter.type { return "closure" }
        return parameter.ownership == .inOut ? "inout" : parameter.type.text(names: .requirement)
    }

    private mutating func undecoded(_ reason: String) -> RequirementPlan.Value {
        let type = UndecodedValue.self
        return place(.undecoded(UndecodedValue(reason)), type, ValueWitnesses(type))
    }

    private mutating func place(
        _ source: RequirementPlan.Value.Source,
        _ type: Any.Type,
        _ witnesses: ValueWitnesses
    ) -> RequirementPlan.Value {
        let offset = witnesses.aligned(size)
        size = offset + witnesses.size
        return RequirementPlan.Value(type: type, offset: offset, source: source)
    }
}

extension SymbolParameter {
    fileprivate func passed(isClassBound: Bool) -> PassedValue {
        ownership == .inOut ? .address : TypeLookup.passed(type, isClassBound: isClassBound)
    }
}

extension SymbolEntity {
    /// The parameters in the order in which they are passed: a setter's new value comes first.
    var passedParameters: [SymbolParameter] {
        let value = accessor == .setter ? [SymbolParameter(SymbolElement(type: result), label: nil)] : []
        return value + parameters
    }

    fileprivate var returnsValue: Bool { accessor != .setter && !result.isVoid }

    /// Words behind the arguments: the metadata of each generic parameter, and a witness table for each conformance.
    fileprivate func genericWordCount() throws(LayoutRefusal) -> Int {
        guard let signature else { return 0 }
        var count = signature.parameterCounts.reduce(0, +)
        for constraint in signature.constraints {
            switch constraint {
            case .conformance(_, let proto): count += proto.isMarker ? 0 : 1
            case .superclass, .suppressed, .layout(_, .object): break
            default: throw LayoutRefusal("a constraint of a generic parameter")
            }
        }
        return count
    }
}
