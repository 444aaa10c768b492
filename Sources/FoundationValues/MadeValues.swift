// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ProxyCore

// Values that rules make from the text that records show. The forms in which the types encode themselves do as well.

/// A URL is its text. One with a base URL is written as it encodes itself.
extension URL: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> URL {
        if place.members != nil { return try place.make(decoded: URL.self) }
        guard let text = place.node.string, let url = URL(string: text, encodingInvalidCharacters: false) else {
            throw place.mismatch(URL.self, give: "a URL such as \"https://example.org/a\"")
        }
        return url
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        let text = absoluteString
        let secrets = URLSecrets(areCredentialsHidden: json.hidesCredentials, isHidden: json.hides)
        guard secrets.removed(from: text) == text else { throw ValueJSON.Missing() }
        if URL(string: text, encodingInvalidCharacters: false) == self { return writer.string(text) }
        try json.put(encoded: self, to: &writer)
    }
}

/// The components of a URL are its text, too.
extension URLComponents: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> URLComponents {
        if place.members != nil { return try place.make(decoded: URLComponents.self) }
        guard let text = place.node.string,
            let components = URLComponents(string: text, encodingInvalidCharacters: false)
        else { throw place.mismatch(URLComponents.self, give: "a URL such as \"https://example.org/a\"") }
        return components
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        let secrets = URLSecrets(areCredentialsHidden: json.hidesCredentials, isHidden: json.hides)
        // Without a text, nothing tells which parts are secrets.
        guard let string, secrets.removed(from: string) == string,
            !hasHiddenPart(besidePassword: false, { json.hides(label: $1) })
        else { throw ValueJSON.Missing() }
        if URLComponents(string: string, encodingInvalidCharacters: false) == self { return writer.string(string) }
        try json.put(encoded: self, to: &writer)
    }
}

/// A date is an instant of RFC 3339, or a number of seconds since 2001, which can be any.
extension Date: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Date {
        if place.node.kind == .number { return try place.make(decoded: Date.self) }
        guard let text = place.node.string, let date = Date(rfc3339: text) else {
            let wanted = "a text such as \"2026-11-21T09:30:00Z\" (1678 to 2262), or seconds since 2001-01-01"
            throw place.mismatch(Date.self, give: wanted)
        }
        return date
    }

    private init?(rfc3339 text: String) {
        guard let nanoseconds = Instant.nanoseconds(text) else { return nil }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let whole = seconds - Int64(Self.timeIntervalBetween1970AndReferenceDate)
        self.init(timeIntervalSinceReferenceDate: Double(whole) + Double(rest) / 1e9)
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        // A text in nanoseconds is exact for some centuries around 2001 only.
        let seconds = timeIntervalSinceReferenceDate
        if seconds.magnitude < 8e9 {
            let whole = seconds.rounded(.down)
            let rest = min(((seconds - whole) * 1e9).rounded(), 999_999_999)
            let since1970 = Int64(whole) + Int64(Self.timeIntervalBetween1970AndReferenceDate)
            let text = Instant.text(seconds: since1970, nanoseconds: Int64(rest), .groups)
            if Date(rfc3339: text) == self { return writer.string(text) }
        }
        try json.put(encoded: self, to: &writer)
    }
}

/// A decimal is a number, which must fit without being rounded.
extension Decimal: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Decimal {
        if place.members != nil { return try place.make(decoded: Decimal.self) }
        guard place.node.kind == .number else { throw place.mismatch(Decimal.self, give: "a number") }
        let text = String(decoding: place.node.bytes, as: UTF8.self)
        guard let number = Decimal(string: text), number.isFinite, place.isNumber(number.description) else {
            throw place.mismatch(Decimal.self, give: "a number of at most 38 digits, none below 1e-128 or above 1e127")
        }
        return number
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        if isFinite { writer.number(description) } else { try json.put(encoded: self, to: &writer) }
    }
}

/// Data are the hexadecimal digits that records show. Digits can be Base64 too, so that says what it is.
extension Data: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Data {
        if place.elements != nil { return try place.make(decoded: Data.self) }
        guard let data = digits(of: place) ?? base64(of: place) else {
            let wanted = "hexadecimal digits such as \"00ff\", {\"base64\": \"AP8=\"} or [0, 255]"
            throw place.mismatch(Data.self, give: wanted)
        }
        return data
    }

    private static func digits(of place: JSONPlace) -> Data? {
        guard var text = place.node.string else { return nil }
        return text.withUTF8 { HexadecimalDigits.bytes(UnsafeRawBufferPointer($0)) }.map { Data($0) }
    }

    private static func base64(of place: JSONPlace) -> Data? {
        guard let members = place.members.map(Array.init), members.count == 1, members[0].name == "base64" else {
            return nil
        }
        return members[0].value.node.string.flatMap { Data(base64Encoded: $0) }
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        guard json.hasRoom(for: 2 * count) else { throw ValueJSON.Missing() }
        writer.hexadecimal(self)
    }
}

/// A locale is its identifier. One with settings of the user is written as it encodes itself.
extension Locale: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Locale {
        if place.members != nil { return try place.make(decoded: Locale.self) }
        guard let identifier = place.node.string else {
            throw place.mismatch(Locale.self, give: "an identifier such as \"de_DE\"")
        }
        return Locale(identifier: identifier)
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        if Locale(identifier: identifier) == self { return writer.string(identifier) }
        try json.put(encoded: self, to: &writer)
    }
}

/// A time zone is its identifier.
extension TimeZone: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> TimeZone {
        if place.members != nil { return try place.make(decoded: TimeZone.self) }
        guard let zone = place.node.string.flatMap({ TimeZone(identifier: $0) }) else {
            throw place.mismatch(TimeZone.self, give: "an identifier such as \"Europe/Berlin\" or \"GMT+0200\"")
        }
        return zone
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        if TimeZone(identifier: identifier) == self { return writer.string(identifier) }
        try json.put(encoded: self, to: &writer)
    }
}
