// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The elements of an array, for a type that decodes itself.
struct UnkeyedPlaces: UnkeyedDecodingContainer {
    private let place: JSONPlace
    private let subject: Any.Type
    private let total: Int
    private var rest: JSONPlaces
    /// The element that is decoded next; nil at the end.
    private var current: JSONPlace?
    private(set) var currentIndex = 0

    init(_ place: JSONPlace, _ subject: Any.Type) throws {
        guard var elements = place.elements else {
            let problem = place.problem("\(place.quotation) is not an array; \(TypeName.of(subject)) needs one here")
            throw place.decodingError(problem, [Any].self)
        }
        self.place = place
        self.subject = subject
        total = elements.count
        current = elements.next()
        rest = elements
    }

    var codingPath: [any CodingKey] { place.codingPath }
    var count: Int? { total }
    var isAtEnd: Bool { current == nil }

    mutating func decodeNil() throws -> Bool {
        guard try element().node.kind == .null else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try element().decode(type)
        advance()
        return value
    }

    mutating func nestedContainer<Inner>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
        let container = try KeyedPlaces<Inner>(element(), subject)
        advance()
        return KeyedDecodingContainer(container)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try UnkeyedPlaces(element(), subject)
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = PlaceDecoder(place: try element(), subject: subject)
        advance()
        return decoder
    }

    private func element() throws -> JSONPlace {
        if let current { return current }
        let problem = place.problem("\(TypeName.of(subject)) needs more than \(total) elements here")
        throw DecodingError.valueNotFound(
            subject,
            .init(codingPath: codingPath, debugDescription: problem.reason, underlyingError: problem)
        )
    }

    private mutating func advance() {
        current = rest.next()
        currentIndex += 1
    }
}

extension JSONPlaces {
    /// Number of the elements, of which none has been taken.
    fileprivate var count: Int {
        var count = 0
        for _ in self { count += 1 }
        return count
    }
}
