// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Optional: JSONMakeable {
    /// Makes nil from `null`, whatever is wrapped; also an optional in an optional is nil then.
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Wrapped? {
        if place.node.kind == .null { return nil }
        if let reason = ValueMaker.refusal(of: Wrapped.self) {
            throw place.problem("\(reason); only null can be given")
        }
        return try place.make(Wrapped.self)
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        guard let wrapped = self else { return writer.null() }
        let start = writer.bytes.count
        try json.put(wrapped, to: &writer)
        // Would be made into nil.
        if writer.bytes[start...].drop(while: { $0 == UInt8(ascii: ",") }).elementsEqual("null".utf8) {
            throw ValueJSON.Missing()
        }
    }
}

extension JSONMakeable where Self: RangeReplaceableCollection {
    package static var parts: [Any.Type] { [Element.self] }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Self {
        guard let elements = place.elements else { throw place.mismatch(Self.self, give: "an array") }
        var made = Self()
        for element in elements { made.append(try element.make(Element.self)) }
        return made
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        try json.put(elements: self, to: &writer)
    }
}

extension Array: JSONMakeable {}

extension ArraySlice: JSONMakeable {}

extension ContiguousArray: JSONMakeable {}

extension Set: JSONMakeable {
    package static var parts: [Any.Type] { [Element.self] }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Set {
        guard let elements = place.elements else { throw place.mismatch(Set.self, give: "an array") }
        var made = Set()
        for element in elements {
            let value = try element.make(Element.self)
            try element.checkIdentity(value)
            guard made.insert(value).inserted else {
                throw element.problem("\(element.quotation) is in the set already; give each element once")
            }
        }
        return made
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        try json.put(elements: self, to: &writer)
    }
}

extension JSONPlace {
    /// Refuses NaN and the like. No set finds it again, and many of them would take quadratic time.
    fileprivate func checkIdentity(_ value: some Equatable) throws(ValueProblem) {
        guard value == value else { throw problem("\(quotation) is not equal to itself; give another element or key") }
    }
}

/// A dictionary is an object if its keys are strings or integers, else an array of pairs.
extension Dictionary: JSONMakeable {
    package static var parts: [Any.Type] { [Key.self, Value.self] }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> [Key: Value] {
        KeyText(Key.self) == .none ? try make(fromPairs: place) : try make(fromObject: place)
    }

    private static func make(fromObject place: JSONPlace) throws(ValueProblem) -> [Key: Value] {
        guard let members = place.members else { throw place.mismatch(Self.self, give: "an object") }
        var made: [Key: Value] = [:]
        for member in members { try made.add(member.key, member.value) }
        return made
    }

    private static func make(fromPairs place: JSONPlace) throws(ValueProblem) -> [Key: Value] {
        guard let pairs = place.elements else { throw place.mismatch(Self.self, give: "an array of [key, value]") }
        var made: [Key: Value] = [:]
        for pair in pairs {
            var parts = pair.elements
            guard let key = parts?.next(), let value = parts?.next(), parts?.next() == nil else {
                throw pair.problem("\(pair.quotation) is not a pair; give an array of [key, value]")
            }
            try made.add(key, value)
        }
        return made
    }

    private mutating func add(_ key: JSONPlace, _ value: JSONPlace) throws(ValueProblem) {
        let made = try key.make(Key.self)
        try key.checkIdentity(made)
        guard updateValue(try value.make(Value.self), forKey: made) == nil else {
            throw key.problem("\(key.quotation) is in the dictionary already; give each key once")
        }
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        if KeyText(Key.self) != .none { return try putObject(to: &writer, json) }
        try writer.array { writer in
            for (key, value) in self {
                try writer.array { writer in
                    try json.put(key, to: &writer)
                    try json.put(value, to: &writer)
                }
            }
        }
    }

    private func putObject(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        guard count <= JSONText.byteLimit / 4 else { throw ValueJSON.Missing() }
        var members: [(name: String, value: Value)] = []
        for (key, value) in self {
            guard let name = ValueJSON.keyText(of: key) else { throw ValueJSON.Missing() }
            members.append((name, value))
        }
        members.sort { $0.name < $1.name }
        try writer.object { writer in
            for member in members {
                writer.name(member.name)
                try json.put(member.value, label: member.name, to: &writer)
            }
        }
    }
}
