// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The secret that authorizes a client.
public struct AccessToken: Sendable, CustomStringConvertible {
    let text: String

    /// A new secret of 128 random bits, as 32 hexadecimal digits.
    public static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<16).map { _ in
            let digits = String(UInt8.random(in: .min ... .max, using: &generator), radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return AccessToken(unchecked: digits.joined())
    }

    /// A given secret: 22 to 256 characters, each an ASCII letter or digit, `-` or `_`; nil for other text.
    ///
    /// Twenty-two random characters of these contain more than 128 bits.
    public init?(_ text: String) {
        let isUsable = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard text.utf8.count >= 22, text.utf8.count <= 256, isUsable else { return nil }
        self.init(unchecked: text)
    }

    private init(unchecked text: String) { self.text = text }

    /// Compares in a time that depends only on the length of `candidate`.
    func matches(_ candidate: some StringProtocol) -> Bool {
        let secret = Array(text.utf8)
        var difference = secret.count ^ candidate.utf8.count
        for (index, byte) in candidate.utf8.enumerated() {
            difference |= Int(byte ^ secret[index % secret.count])
        }
        return difference == 0
    }

    /// The secret itself, to pass to authorized clients.
    public var secret: String { text }

    /// A placeholder, to keep the secret out of logs.
    public var description: String { "AccessToken(…)" }
}
