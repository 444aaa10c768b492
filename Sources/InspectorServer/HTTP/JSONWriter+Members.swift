// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a JSON text can say in one call.
protocol JSONEncodable {
    func write(to json: borrowing JSONWriter)
}

extension Bool: JSONEncodable { func write(to json: borrowing JSONWriter) { json.value(self) } }
extension Double: JSONEncodable { func write(to json: borrowing JSONWriter) { json.value(self) } }
extension Int: JSONEncodable { func write(to json: borrowing JSONWriter) { json.value(self) } }
extension Int64: JSONEncodable { func write(to json: borrowing JSONWriter) { json.value(self) } }
extension String: JSONEncodable { func write(to json: borrowing JSONWriter) { json.value(self) } }
extension UInt64: JSONEncodable { func write(to json: borrowing JSONWriter) { json.value(self) } }

extension Array: JSONEncodable where Element: JSONEncodable {
    func write(to json: borrowing JSONWriter) {
        json.array { json in
            for element in self { element.write(to: json) }
        }
    }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    /// Nil is `null`.
    func write(to json: borrowing JSONWriter) {
        if let self { self.write(to: json) } else { json.null() }
    }
}

extension JSONValue: JSONEncodable {
    func write(to json: borrowing JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let truth): json.value(truth)
        case .integer(let number): json.value(number)
        case .real(let number): json.value(number)
        case .string(let text): json.value(text)
        case .array(let elements): elements.write(to: json)
        case .object(let members):
            json.object { json in
                for member in members { json.member(member.key, member.value) }
            }
        }
    }
}

extension JSONWriter {
    /// One member of an object.
    func member(_ key: String, _ value: some JSONEncodable) {
        self.key(key)
        value.write(to: self)
    }

    /// A member that is an object.
    func object(_ key: String, _ body: (borrowing JSONWriter) throws -> Void) rethrows {
        self.key(key)
        try object(body)
    }

    /// A member that is an array.
    func array(_ key: String, _ body: (borrowing JSONWriter) throws -> Void) rethrows {
        self.key(key)
        try array(body)
    }
}

extension HTTPResponse {
    /// An answer of JSON; 500 when `body` does not write one complete value.
    static func json(
        status: Int = 200,
        mediaType: String = "application/json",
        _ body: (borrowing JSONWriter) throws -> Void
    ) -> HTTPResponse {
        do {
            return HTTPResponse(status: status, mediaType: mediaType, try JSONWriter.bytes(body))
        } catch {
            let text = #"{"type":"about:blank","title":"Internal Server Error","status":500,"code":"encodingFailed"}"#
            return HTTPResponse(status: 500, mediaType: HTTPProblem.mediaType, Array(text.utf8))
        }
    }
}
