// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types that decode themselves.
enum DecodedForm {
    /// Makes a value by its `init(from:)`.
    static func make<Made: Decodable>(_ type: Made.Type, from place: JSONPlace) throws(ValueProblem) -> Made {
        do {
            return try Made(from: PlaceDecoder(place: place, subject: type))
        } catch {
            throw problem(error, type, at: place)
        }
    }

    /// The problem in words. The program's own descriptions of errors aren't asked for.
    private static func problem(_ error: any Error, _ type: Any.Type, at place: JSONPlace) -> ValueProblem {
        if let problem = error as? ValueProblem { return problem }
        let name = TypeName.of(type)
        guard let error = error as? DecodingError else {
            return place.problem("\(name) can't be made from this: its init(from:) threw \(words(error))")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return problem("\(name) needs the member \"\(key.stringValue)\"", context, at: place)
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            return problem("\(name) can't be made from this: \(context.debugDescription)", context, at: place)
        @unknown default:
            return place.problem("\(name) can't be made from this")
        }
    }

    private static func problem(_ reason: String, _ context: DecodingError.Context, at place: JSONPlace) -> ValueProblem
    {
        if let known = context.underlyingError as? ValueProblem { return known }
        return place.following(context.codingPath.dropFirst(place.codingPath.count)).problem(reason)
    }

    private static func words<Failure: Error>(_ error: Failure) -> String {
        let type = TypeName.of(Swift.type(of: error))
        guard TypeKind(Swift.type(of: error)) == .enumeration, let name = EnumerationCase.name(of: error) else {
            return type
        }
        return "\(type).\(name)"
    }
}

/// Decodes the value at a place.
struct PlaceDecoder: Decoder {
    let place: JSONPlace
    /// The type that decodes itself, for messages.
    let subject: Any.Type

    var codingPath: [any CodingKey] { place.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedPlaces(place, subject))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try UnkeyedPlaces(place, subject) }

    func singleValueContainer() -> any SingleValueDecodingContainer { SinglePlace(place: place) }
}

/// One value of any kind.
private struct SinglePlace: SingleValueDecodingContainer {
    let place: JSONPlace

    var codingPath: [any CodingKey] { place.codingPath }

    func decodeNil() -> Bool { place.node.kind == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try place.decode(type) }
}

extension JSONPlace {
    /// Makes a value, with the errors that `Decodable` types expect.
    func decode<Value>(_ type: Value.Type) throws -> Value {
        do throws(ValueProblem) { return try make(type) } catch { throw decodingError(error, type) }
    }

    /// An error for types that try several ways to decode themselves.
    func decodingError(_ problem: ValueProblem, _ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: problem.reason,
            underlyingError: problem
        )
        if problem.position != node.offset { return .dataCorrupted(context) }
        return node.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}
