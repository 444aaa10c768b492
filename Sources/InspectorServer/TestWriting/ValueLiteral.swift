// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import FoundationValues
internal import ProxyCore

/// Writes recorded values as Swift expressions.
struct ValueLiteral {
    /// Why a value can't be written.
    struct Fault: Error, Sendable, Hashable {
        let reason: String
    }

    /// Elements of a list or bytes of data that are written out; longer ones are fixtures.
    private static let countLimit = 200

    let call: UInt64
    var fixtures: FixtureNames

    /// An expression for an argument.
    ///
    /// - Parameter namesType: Whether its place does not tell its type, as that of a value in a list of `Any`.
    mutating func expression(_ value: RecordedValue, namesType: Bool = false) throws(Fault) -> String {
        let literal = try self.literal(value)
        guard namesType, Self.needsType(value) else { return literal }
        guard SwiftName.isType(value.typeName), value.kind != .nil || value.typeName.hasSuffix("?") else {
            throw Fault(reason: "its place does not tell its type, and source can't name '\(value.typeName)'")
        }
        return "\(literal) as \(value.typeName)"
    }

    /// Whether the literal alone would be none, or one of another type.
    private static func needsType(_ value: RecordedValue) -> Bool {
        switch value.kind {
        case .nil, .list, .map, .enum, .tuple: true
        case .string: value.typeName != "String"
        case .scalar:
            switch value.content {
            case .bool: false
            case .double(let number): value.typeName != "Double" || !number.isFinite
            default: value.typeName != "Int"
            }
        case .bytes: value.typeName.hasPrefix("[")
        case .struct, .object, .function, .redacted: false
        }
    }

    private mutating func literal(_ value: RecordedValue) throws(Fault) -> String {
        if let truncation = value.truncation {
            throw Fault(reason: "the recording holds only a part of it, of \(truncation.original)")
        }
        switch value.kind {
        case .nil:
            guard !value.typeName.hasSuffix("??") else {
                throw Fault(reason: "it is nil, and the recording does not tell which optional of \(value.typeName) is")
            }
            return "nil"
        case .scalar, .string: return try Self.plain(value)
        case .list: return try list(value)
        case .map: return try map(value)
        case .tuple: return "(\(try children(value)))"
        case .enum: return try enumeration(value)
        case .struct, .bytes: return try structure(value)
        case .object: return "fixtures.\(fixtures.name(for: value, in: call))"
        case .function: throw Fault(reason: "it is a closure, which a recording can't hold")
        case .redacted: throw Fault(reason: "a rule hid it from the recording")
        }
    }

    /// A number, a Boolean or a text.
    static func plain(_ value: RecordedValue) throws(Fault) -> String {
        switch value.content {
        case .bool(let truth): "\(truth)"
        case .signed(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .float(let number): real(Double(number), "\(number)")
        case .double(let number): real(number, "\(number)")
        case .text(let text): quoted(text)
        case .none, .address, .bytes: throw Fault(reason: "its content was not recorded")
        }
    }

    private static func real(_ number: Double, _ text: String) -> String {
        if number.isNaN { return ".nan" }
        return number.isInfinite ? (number > 0 ? ".infinity" : "-.infinity") : text
    }

    /// A string literal on one line.
    static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            // Letters of all scripts are shown; marks, invisible and control characters would be lost on a reader.
            case _ where scalar.isASCII ? scalar.value < 0x20 || scalar.value == 0x7F : !isShown(scalar):
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && !scalar.properties.isDefaultIgnorableCodePoint
    }

    // MARK: Containers

    private mutating func list(_ value: RecordedValue) throws(Fault) -> String {
        try checkCount(value)
        let types = Self.elementTypes(of: value)
        var parts: [String] = []
        for child in value.children { parts.append(try element(child, of: types.first)) }
        return "[\(parts.joined(separator: ", "))]"
    }

    private mutating func map(_ value: RecordedValue) throws(Fault) -> String {
        try checkCount(value)
        let types = Self.elementTypes(of: value)
        var parts: [String] = []
        for index in stride(from: 0, to: value.children.count - 1, by: 2) {
            let key = try element(value.children[index], of: types.first)
            parts.append("\(key): \(try element(value.children[index + 1], of: types.last))")
        }
        return parts.isEmpty ? "[:]" : "[\(parts.joined(separator: ", "))]"
    }

    private static func elementTypes(of value: RecordedValue) -> [String] {
        TypeName.elements(of: TypeName.unwrapped(value.typeName))
    }

    /// An element of a list or map whose type declares another one for it, such as `Any`, names its own.
    private mutating func element(_ value: RecordedValue, of type: String?) throws(Fault) -> String {
        guard let type, !type.isEmpty else { return try expression(value) }
        let isOther = TypeName.unwrapped(type) != TypeName.unwrapped(value.typeName)
        return try expression(value, namesType: isOther && !value.typeName.isEmpty)
    }

    private func checkCount(_ value: RecordedValue) throws(Fault) {
        let kept = value.kind == .map ? value.children.count / 2 : value.children.count
        guard kept == value.count ?? kept else {
            throw Fault(reason: "the recording holds \(kept) of its \(value.count ?? 0) elements")
        }
        guard kept <= Self.countLimit else {
            throw Fault(reason: "it has \(kept) elements, and a test gets at most \(Self.countLimit)")
        }
    }

    private mutating func children(_ value: RecordedValue) throws(Fault) -> String {
        var parts: [String] = []
        for (index, child) in value.children.enumerated() {
            // Elements of tuples without labels are recorded as `.0`, `.1` and so on.
            let label = child.label == ".\(index)" ? nil : child.label
            parts.append(try Self.prefix(label) + (try expression(child)))
        }
        return parts.joined(separator: ", ")
    }

    /// A label with its colon.
    static func prefix(_ label: String?) throws(Fault) -> String {
        guard let label else { return "" }
        guard SwiftName.isIdentifier(label) else { throw Fault(reason: "'\(label)' is no name for a label") }
        return "\(label): "
    }

    // MARK: Values with a type of their own

    private mutating func enumeration(_ value: RecordedValue) throws(Fault) -> String {
        guard case .text(let name) = value.content, SwiftName.isMember(name) else {
            try Self.checkIsWhole(value)
            return "fixtures.\(fixtures.name(for: value, in: call))"
        }
        let payload = value.children.prefix(value.count ?? value.children.count)
        // In place of an optional, these two are the optional's own cases, of each optional around the value.
        let isHidden = ["none", "some"].contains(name)
        let optionals = isHidden ? value.typeName.count - TypeName.unwrapped(value.typeName).count : 0
        func shown(_ literal: String) -> String {
            String(repeating: ".some(", count: optionals) + literal + String(repeating: ")", count: optionals)
        }
        if payload.isEmpty { return shown(".\(name)") }
        var inner = value
        inner.children = Array(payload)
        if payload.count == 1, let tuple = payload.first, tuple.kind == .tuple { inner = tuple }
        return shown(".\(name)(\(try children(inner)))")
    }

    /// Known types by their initializers, others by fixtures: how they are made is not in the recording.
    private mutating func structure(_ value: RecordedValue) throws(Fault) -> String {
        try Self.checkIsWhole(value)
        let type = TypeName.unwrapped(value.typeName)
        switch (type, value.content) {
        case ("URL", .text(let text)): return "URL(string: \(Self.quoted(text)))!"
        case ("UUID", .text(let text)): return "UUID(uuidString: \(Self.quoted(text)))!"
        // No text is read as this one.
        case ("Decimal", .text("NaN")): return "Decimal.nan"
        case ("Decimal", .text(let text)): return "Decimal(string: \(Self.quoted(text)))!"
        case ("Data", .bytes(let bytes, _)) where bytes.count <= Self.countLimit:
            return "Data(\(Self.list(of: bytes)))"
        case ("[UInt8]", .bytes(let bytes, _)) where bytes.count <= Self.countLimit: return Self.list(of: bytes)
        case ("CGPoint", _), ("CGSize", _), ("CGVector", _): return "\(type)(\(try children(value)))"
        default: return made(value) ?? "fixtures.\(fixtures.name(for: value, in: call))"
        }
    }

    /// Refuses a value of which a part was cut off or hidden: values that differ there have the same record, so that they
    /// can't be told apart by fixtures. Objects can, by their addresses.
    private static func checkIsWhole(_ value: RecordedValue) throws(Fault) {
        if value.identity != nil { return }
        if value.truncation != nil { throw Fault(reason: "the recording holds only a part of it") }
        if value.kind == .redacted || lacksURLSecrets(value) {
            throw Fault(reason: "a rule hid a part of it from the recording")
        }
        for child in value.children { try checkIsWhole(child) }
    }

    /// Whether the record has `redacted` in place of a secret of a URL, in a value or any part of it.
    static func lacksSecrets(_ value: RecordedValue) -> Bool {
        if lacksURLSecrets(value) { return true }
        return value.children.contains { lacksSecrets($0) || (value.kind == .map && lacksFieldSecrets($0)) }
    }

    /// Header fields have URLs, too, among other words.
    private static func lacksFieldSecrets(_ value: RecordedValue) -> Bool {
        guard value.kind == .string, case .text(let text) = value.content else { return false }
        return text.split { "<>;, ".contains($0) }.contains { String($0).lacksURLSecrets }
    }

    private static func lacksURLSecrets(_ value: RecordedValue) -> Bool {
        guard value.kind == .struct, case .text(let text) = value.content else { return false }
        return switch TypeName.unwrapped(value.typeName) {
        case "URL", "URLComponents": text.lacksURLSecrets
        case "URLQueryItem": "?\(text)".lacksURLSecrets
        default: false
        }
    }

    private static func list(of bytes: [UInt8]) -> String {
        "[\(bytes.map { "\($0)" }.joined(separator: ", "))]"
    }

    /// A value of its recorded fields; nil if one of them has no literal.
    private mutating func made(_ value: RecordedValue) -> String? {
        var trial = self
        guard let fields = try? trial.children(value), let name = trial.fixtures.maker(of: value, in: call) else {
            return nil
        }
        self = trial
        return "fixtures.\(name)(\(fields))"
    }
}
