// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// An argument in the memory of a record, and where its bytes come from.
struct RecordedArgument {
    /// Bytes that are together somewhere during the call.
    enum Part {
        case pieces([Piece])
        /// At the address in a place.
        case address(Place, size: Int)
        case constant(UndecodedValue)
    }

    let type: Any.Type
    /// In the memory of the record.
    let offset: Int
    /// The parts, each with its offset in the argument.
    let parts: [(part: Part, offset: Int)]
}

/// Lays arguments out in the memory of a record.
struct RecordLayout {
    private let homes: TypeHomes
    private(set) var size = 0

    init(_ homes: TypeHomes = .anywhere) {
        self.homes = homes
    }

    /// Adds an argument that is found by its elements: one, or those of a tuple.
    mutating func argument(_ parameter: SymbolParameter, _ elements: [ArgumentPlan.Argument]) -> RecordedArgument {
        guard let type = type(of: parameter, elements), ValueWitnesses(type).isCopyable else {
            return undecoded(parameter, Self.reason(for: parameter, elements))
        }
        var parts: [(RecordedArgument.Part, Int)] = []
        for element in elements {
            let size = ValueWitnesses(element.type ?? type).size
            switch element.location {
            case .direct(let pieces): parts.append((.pieces(pieces), element.offset))
            case .address(let place): parts.append((.address(place, size: size), element.offset))
            case .words: return undecoded(parameter, "not decoded")
            case .unknown(let refusal): return undecoded(parameter, "\(refusal)")
            }
        }
        return place(type, parts)
    }

    /// Adds what stands for an argument that is not decoded. Of a closure, a record has nothing but its type anyway.
    mutating func undecoded(_ parameter: SymbolParameter, _ reason: String) -> RecordedArgument {
        if case .function = parameter.type { return place(UndecodedClosure.self, []) }
        return place(UndecodedValue.self, [(.constant(UndecodedValue(reason)), 0)])
    }

    /// The type of a parameter whose values can be decoded. Values of an `inout` one are behind an address, whatever
    /// their type.
    private func type(of parameter: SymbolParameter, _ elements: [ArgumentPlan.Argument]) -> Any.Type? {
        let isTuple = if case .tuple = parameter.type { true } else { false }
        if !isTuple, elements.count == 1, let type = elements[0].type { return type }
        if parameter.ownership != .inOut {
            guard !elements.isEmpty, elements.allSatisfy({ $0.type.map { ValueWitnesses($0).isCopyable } ?? false })
            else { return parameter.isEmptyTuple ? Void.self : nil }
        }
        return TypeLookup.type(parameter.type, in: homes)
    }

    private static func reason(for parameter: SymbolParameter, _ elements: [ArgumentPlan.Argument]) -> String {
        if case .unknown(let refusal)? = elements.first?.location { return "\(refusal)" }
        return parameter.ownership == .inOut ? "inout" : parameter.type.text(names: .requirement)
    }

    private mutating func place(
        _ type: Any.Type,
        _ parts: [(part: RecordedArgument.Part, offset: Int)]
    ) -> RecordedArgument {
        let witnesses = ValueWitnesses(type)
        let offset = witnesses.aligned(size)
        size = offset + witnesses.size
        return RecordedArgument(type: type, offset: offset, parts: parts)
    }
}

extension SymbolParameter {
    /// Whether the parameter is passed as nothing at all.
    fileprivate var isEmptyTuple: Bool { type.isVoid && ownership != .inOut }
}
