// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The members of an object, for a type that decodes itself.
struct KeyedPlaces<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let place: JSONPlace
    private let subject: Any.Type
    private var names: [String] = []
    private var places: [String: JSONPlace] = [:]

    /// - Throws: For a value that is not an object, or one with equal names, of which only one would be used.
    init(_ place: JSONPlace, _ subject: Any.Type) throws {
        self.place = place
        self.subject = subject
        guard let members = place.members else {
            let problem = place.problem("\(place.quotation) is not an object; \(TypeName.of(subject)) needs one here")
            throw place.decodingError(problem, [String: Any].self)
        }
        for member in members {
            guard places.updateValue(member.value, forKey: member.name) == nil else {
                let problem = member.key.problem("\(member.key.quotation) occurs twice; give each member once")
                throw place.decodingError(problem, subject)
            }
            names.append(member.name)
        }
    }

    var codingPath: [any CodingKey] { place.codingPath }
    var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { places[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).node.kind == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) throws -> KeyedDecodingContainer<Inner> {
        KeyedDecodingContainer(try KeyedPlaces<Inner>(member(key), subject))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedPlaces(member(key), subject)
    }

    func superDecoder() throws -> any Decoder { PlaceDecoder(place: try member(PlaceKey.parent), subject: subject) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        PlaceDecoder(place: try member(key), subject: subject)
    }

    private func member(_ key: any CodingKey) throws -> JSONPlace {
        if let member = places[key.stringValue] { return member }
        let problem = place.problem("\(TypeName.of(subject)) needs the member \"\(key.stringValue)\"")
        throw DecodingError.keyNotFound(
            key,
            .init(codingPath: codingPath, debugDescription: problem.reason, underlyingError: problem)
        )
    }
}
