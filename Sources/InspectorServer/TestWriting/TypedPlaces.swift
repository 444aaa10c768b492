// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// What is known of the declared types of parameters and results: a recording has the types of the values alone.
struct TypedPlaces {
    /// In place of the number of a parameter.
    static let result = -1

    private struct Place: Hashable {
        let selector: Selector
        /// Number of a parameter, or `result`.
        let index: Int
    }

    private var open: Set<Place> = []

    init(of calls: [Invocation]) {
        var types: [Place: String] = [:]
        for call in calls {
            let values = call.arguments.enumerated().flatMap { index, argument in
                [argument.value, argument.after, argument.edited].compactMap { $0 }.map { (index, $0) }
            }
            let result = (call.targetResult ?? call.result).map { [(Self.result, $0)] } ?? []
            for (index, value) in values + result {
                let place = Place(selector: call.selector, index: index)
                let type = TypeName.unwrapped(value.typeName)
                if types[place, default: type] != type { open.insert(place) }
                types[place] = type
            }
        }
    }

    /// Whether the values had several types, as those of an `Any`, an existential or a type parameter have. A literal
    /// there needs a type of its own.
    func areOpen(_ index: Int, of selector: Selector) -> Bool { open.contains(Place(selector: selector, index: index)) }

    /// The type of a variable for an `inout` argument, which has to be the declared one; empty if that is unknown.
    func annotation(_ index: Int, of call: Invocation) -> String {
        if areOpen(index, of: call.selector) { return ": Any" }
        let argument = call.arguments[index]
        // The value after the call may be the one of which the type has the optional's mark.
        let types = [argument.edited ?? argument.value, argument.after].compactMap { $0?.typeName }
        guard let type = types.max(by: { $0.count < $1.count }), argument.value.kind != .object, SwiftName.isType(type)
        else { return "" }
        return ": \(type)"
    }
}
