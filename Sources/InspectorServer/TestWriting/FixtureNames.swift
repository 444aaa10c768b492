// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The values that a recording can't hold, by names: the same object or value has the same name.
struct FixtureNames {
    /// A value that the developer fills in.
    struct Fixture: Sendable, Hashable {
        let name: String
        /// Of its type; `Any` if source can't spell the recorded one.
        let type: String
        /// How the value was recorded the first time.
        let text: String
        /// Number of the first call with it.
        let firstCall: UInt64
        /// What the developer is asked.
        let request: String
    }

    private(set) var all: [Fixture] = []
    /// Functions for structs, in the order of their first values.
    private(set) var makers: [StructMaker] = []
    private var names: [String: String] = [:]
    private var counts: [String: Int] = [:]
    private var given: Set<String> = []

    /// The name for a value: an object by its identity, another value by all that was recorded of it.
    mutating func name(for value: RecordedValue, in call: UInt64) -> String {
        let text = ValueText.line(value, limit: 300)
        let key = RecordedText.key(of: value)
        if let known = names[key] { return known }
        let stem = Self.stem(of: value.typeName)
        var name: String
        // The 21st vector and the first one of a type Vector2 would both be vector21.
        repeat {
            counts[stem, default: 0] += 1
            name = "\(stem)\(counts[stem, default: 1])"
        } while !given.insert(name).inserted
        names[key] = name
        all.append(fixture(name, for: value, text: VisibleText.line(text), firstCall: call))
        return name
    }

    /// The name of the function that makes such a value; nil if none can, or the one for the type has other fields.
    mutating func maker(of value: RecordedValue, in call: UInt64) -> String? {
        guard let maker = StructMaker(of: value, in: call) else { return nil }
        guard let place = makers.firstIndex(where: { $0.type == maker.type }) else {
            makers.append(maker)
            return maker.name
        }
        return makers[place].accept(maker) ? maker.name : nil
    }

    /// A type's name as the name of a constant: `XMLParser` is `xmlParser`, `[Item]` is `items`.
    static func stem(of type: String) -> String {
        let isList = type.hasPrefix("[")
        let plain = type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? ""
        let letters = SwiftName.identifier(from: plain, or: "")
        let capitals = letters.prefix { $0.isUppercase }.count
        let lowered = capitals <= 1 ? capitals : capitals == letters.count ? capitals : capitals - 1
        let word = letters.prefix(lowered).lowercased() + letters.dropFirst(lowered)
        guard !word.isEmpty else { return "value" }
        return isList ? word + "s" : word
    }

    private func fixture(_ name: String, for value: RecordedValue, text: String, firstCall: UInt64) -> Fixture {
        let type = value.typeName
        let isNameless = type.hasPrefix("any ") || type.isEmpty
        let isSpelled = isNameless || SwiftName.isType(type)
        let request =
            "Give \(name) a value."
            + (isSpelled ? "" : " Source can't name its recorded type, '\(type)': write another.")
        return Fixture(
            name: name,
            type: isNameless || !isSpelled ? "Any" : type,
            text: text,
            firstCall: firstCall,
            request: request
        )
    }
}
