// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Enumerations whose cases are made by their names.
enum CaseForm {
    /// Most cases of a type that are looked at.
    static let limit = 4_096

    /// Makes the case that a string names, or decodes a value that names none.
    static func make<Made: CaseIterable>(_ type: Made.Type, from place: JSONPlace) throws(ValueProblem) -> Made {
        if let made = find(type, at: place) { return made }
        if let type = type as? any (CaseIterable & Decodable).Type { return Identity.cast(try decode(type, place)) }
        throw unknown(type, at: place)
    }

    private static func decode<Made: CaseIterable & Decodable>(
        _ type: Made.Type,
        _ place: JSONPlace
    ) throws(ValueProblem) -> any CaseIterable {
        do throws(ValueProblem) {
            return try DecodedForm.make(type, from: place)
        } catch {
            throw place.node.string == nil ? error : unknown(type, at: place)
        }
    }

    private static func unknown(_ type: any CaseIterable.Type, at place: JSONPlace) -> ValueProblem {
        let names = names(type)
        guard !names.isEmpty else { return place.problem("\(TypeName.of(type)) has no case that could be named") }
        return place.mismatch(type, give: Alternatives.words(names.map { "\"\($0)\"" }))
    }

    /// The value whose name is the string at a place; nil if there is none.
    static func find<Made>(_ type: Made.Type, at place: JSONPlace) -> Made? {
        guard TypeKind(type) == .enumeration, let type = type as? any CaseIterable.Type,
            let name = place.node.string
        else { return nil }
        return find(name, of: type, in: place.text).map { Identity.cast($0) }
    }

    private static func find<Made: CaseIterable>(_ name: String, of type: Made.Type, in text: JSONText) -> Made? {
        let key = ObjectIdentifier(type)
        let table = text.caseTables[key] as? CaseTable<Made> ?? CaseTable(type)
        text.caseTables[key] = table
        return table.values[name]
    }

    /// The names that stand for one value each, in the order of `allCases`.
    static func names<Made: CaseIterable>(_ type: Made.Type) -> [String] { CaseTable(type).names }

    /// The name that the value would be made from; nil if there is none.
    static func name<Made: CaseIterable>(of value: Made) -> String? {
        EnumerationCase.nameWithoutPayload(of: value).flatMap { CaseTable(Made.self).values[$0] == nil ? nil : $0 }
    }
}

/// The cases without payload that a type lists, by name.
private struct CaseTable<Made> {
    private(set) var names: [String] = []
    private(set) var values: [String: Made] = [:]
}

extension CaseTable where Made: CaseIterable {
    init(_ type: Made.Type) {
        guard TypeKind(type) == .enumeration else { return }
        for value in type.allCases.prefix(CaseForm.limit) {
            guard let name = EnumerationCase.nameWithoutPayload(of: value), values[name] == nil else { continue }
            names.append(name)
            values[name] = value
        }
    }
}

extension EnumerationCase {
    /// The name of an enumeration's case without payload; nil for others. Runs no code of the program.
    fileprivate static func nameWithoutPayload<Value>(of value: Value) -> String? {
        runtimeChildCount(value, type: Value.self) == 0 ? name(of: value) : nil
    }
}

/// The runtime function behind `Mirror.children`: 1 for a case with payload.
@_silgen_name("swift_reflectionMirror_count")
private func runtimeChildCount<Value>(_ value: Value, type: Any.Type) -> Int
