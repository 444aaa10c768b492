// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the secrets in the text of a URL, as far as it is recorded.
///
/// A URL may have megabytes, as one that contains its data has, and is recorded while the caller waits. So it is read by
/// bytes, and only up to the last ones that are kept and the end of a secret that begins among them.
struct URLSecretFinder {
    private let utf8: UnsafeBufferPointer<UInt8>
    private let secrets: URLSecrets
    /// The password, if it is hidden. What looks like a separator in it is none.
    private var password: Range<Int>?
    /// How many bytes shorter the text gets at least. So many more are kept of it.
    private var saved = 0

    init(_ utf8: UnsafeBufferPointer<UInt8>, _ secrets: URLSecrets) {
        self.utf8 = utf8
        self.secrets = secrets
        password = secrets.areCredentialsHidden ? utf8.password(before: secrets.keptBytes) : nil
        if let password { save(password) }
    }

    /// Where secrets are, in order; an empty one is an empty range.
    mutating func ranges() -> [Range<Int>] {
        var parameters = hiddenParameters()
        // What is hidden leaves room for more of the text, in which the password may be.
        if password == nil, secrets.areCredentialsHidden, saved > 0, let found = utf8.password(before: keptEnd) {
            password = found
            saved = 0
            save(found)
            parameters = hiddenParameters()
        }
        guard let password else { return parameters }
        // The value of a parameter may be a URL.
        let isInOne = parameters.contains {
            $0.lowerBound <= password.lowerBound && password.upperBound <= $0.upperBound
        }
        return isInOne ? parameters : (parameters + [password]).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The values of parameters that are hidden.
    private mutating func hiddenParameters() -> [Range<Int>] {
        var values: [Range<Int>] = []
        var separator = keptPlace(from: 0) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        while let start = separator.map({ $0 + 1 }) {
            // A question mark may be part of a value; before a name, it begins the query of a path in a fragment.
            let nameEnd = keptPlace(from: start) { $0 == UInt8(ascii: "=") || Self.endsParameter($0) }
            guard let end = nameEnd else { break }
            guard utf8[end] == UInt8(ascii: "=") else {
                separator = end
                continue
            }
            let name = String(decoding: utf8[start..<end], as: UTF8.self)
            if secrets.hides(encodedParameter: name) {
                separator = place(from: end + 1, before: .max, where: Self.endsParameter)
                values.append((end + 1)..<(separator ?? utf8.count))
                save(values[values.count - 1])
            } else {
                separator = keptPlace(from: end + 1, where: Self.endsParameter)
            }
        }
        return values
    }

    private mutating func save(_ secret: Range<Int>) { saved += max(0, secret.count - URLSecrets.word.utf8.count) }

    private static func endsParameter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&") }

    /// Bytes from here on are not kept.
    private var keptEnd: Int {
        let (end, isOver) = secrets.keptBytes.addingReportingOverflow(saved)
        return isOver ? .max : end
    }

    /// The first place of a byte, among those that may be kept.
    private func keptPlace(from start: Int, where isWanted: (UInt8) -> Bool) -> Int? {
        place(from: start, before: keptEnd, where: isWanted)
    }

    /// The first place of a byte outside the password.
    private func place(from start: Int, before end: Int, where isWanted: (UInt8) -> Bool) -> Int? {
        var place = start
        while place < min(end, utf8.count) {
            if let password, password.contains(place) {
                place = password.upperBound
            } else if isWanted(utf8[place]) {
                return place
            } else {
                place += 1
            }
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where a URL has its password (RFC 3986, section 3.2.1), if its authority begins before a place.
    func password(before limit: Int) -> Range<Int>? {
        guard let start = authority(before: limit) else { return nil }
        var colon: Int?
        var at: Int?
        for place in start..<count {
            switch self[place] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return Self.range(after: colon, before: at)
            case UInt8(ascii: "@"): at = place
            case UInt8(ascii: ":") where colon == nil: colon = place
            default: break
            }
        }
        return Self.range(after: colon, before: at)
    }

    private static func range(after colon: Int?, before at: Int?) -> Range<Int>? {
        guard let colon, let at, colon < at else { return nil }
        return (colon + 1)..<at
    }

    /// The authority follows the scheme, or begins a relative reference (section 4.2).
    private func authority(before limit: Int) -> Int? {
        if starts(with: "//".utf8) { return 2 }
        let mark = "://".utf8
        let end = Swift.min(limit, count - mark.count + 1)
        guard end > 0 else { return nil }
        return (0..<end).first { self[$0...].starts(with: mark) }.map { $0 + mark.count }
    }
}
