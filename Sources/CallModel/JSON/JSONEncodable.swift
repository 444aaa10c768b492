// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A value that `JSONWriter` can write.
package protocol JSONEncodable {
    func write(to json: inout JSONWriter)
}

extension Bool: JSONEncodable { package func write(to json: inout JSONWriter) { json.bool(self) } }
extension Double: JSONEncodable { package func write(to json: inout JSONWriter) { json.real(self) } }
extension Int: JSONEncodable { package func write(to json: inout JSONWriter) { json.integer(self) } }
extension Int64: JSONEncodable { package func write(to json: inout JSONWriter) { json.integer(self) } }
extension String: JSONEncodable { package func write(to json: inout JSONWriter) { json.string(self) } }
extension UInt64: JSONEncodable { package func write(to json: inout JSONWriter) { json.integer(self) } }

extension Array: JSONEncodable where Element: JSONEncodable {
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    /// Writes `null` for nil.
    package func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension JSONWriter {
    /// Writes one member of an object.
    package mutating func member(_ key: StaticString, _ value: some JSONEncodable) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a member that is an object.
    package mutating func object(_ key: StaticString, _ body: (inout JSONWriter) throws -> Void) rethrows {
        self.key(key)
        try object(body)
    }

    /// Writes a member that is an array.
    package mutating func array(_ key: StaticString, _ body: (inout JSONWriter) throws -> Void) rethrows {
        self.key(key)
        try array(body)
    }

    /// Writes a value, or `null` for nil.
    @inlinable
    @inline(__always)
    package mutating func optional<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }
}
