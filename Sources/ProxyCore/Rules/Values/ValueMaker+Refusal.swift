// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueMaker {
    /// Why no value of the type can be made, in words; nil if values can be made.
    ///
    /// An optional can always be made, as nil. What a `Decodable` type consists of shows only when it is made.
    static func refusal(of type: Any.Type) -> String? {
        guard let obstacle = Obstacle(to: type) else { return nil }
        let name = TypeName.of(type)
        if obstacle.type == type { return "\(name) can't be made from JSON: \(obstacle.reason)." }
        return "\(name) can't be made from JSON, because \(TypeName.of(obstacle.type)) can't: \(obstacle.reason)."
    }
}

/// A type that prevents a value from being made: its own, or one of its parts.
struct Obstacle {
    let type: Any.Type
    /// Why, and what would do.
    let reason: String

    private init(_ type: Any.Type, _ reason: String) {
        self.type = type
        self.reason = reason
    }

    /// - Parameter rawLevel: Types around this one of which each is the next one's raw value.
    init?(to type: Any.Type, rawLevel: Int = 0) {
        if let type = type as? any JSONMakeable.Type {
            for part in type.parts {
                guard let obstacle = Obstacle(to: part) else { continue }
                self = obstacle
                return
            }
            return nil
        }
        if type == Void.self { return nil }
        if let reason = Self.reason(TypeKind(type)) ?? Self.reason(type) {
            self.init(type, reason)
            return
        }
        if type is any ConstructibleValue.Type || type is any Decodable.Type { return nil }
        if type is any CaseIterable.Type, TypeKind(type) == .enumeration { return nil }
        if let type = type as? any RawRepresentable.Type, RawForm.isUsable(type, level: rawLevel) { return nil }
        self.init(type, "it would have to be Codable, RawRepresentable, CaseIterable or ConstructibleValue")
    }

    private static func reason(_ kind: TypeKind) -> String? {
        switch kind {
        case .existential: "its values can be of several types; one of those types would do"
        case .function: "it is a function"
        case .metatype: "its values are types"
        case .tuple: "it is a tuple; a Codable struct would do"
        case .enumeration, .other: nil
        }
    }

    private static func reason(_ type: Any.Type) -> String? {
        if type == StaticString.self { return "its values are literals of the program; String would do" }
        return type == Never.self ? "it has no values" : nil
    }
}
