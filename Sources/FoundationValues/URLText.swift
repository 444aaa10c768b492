// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ProxyCore

extension ValueWriter {
    /// A URL's text for records, without its secrets.
    package func text(of url: URL) -> String { text(ofURL: url.absoluteString) }

    /// The text of a URL, or one with a URL in it, for records.
    package func text(ofURL text: String) -> String { urlSecrets.removed(from: text) }

    /// What this recorder does not show of URLs. Valid only while the value is written.
    var urlSecrets: URLSecrets {
        // A copy of the writer has the same rules.
        URLSecrets(keptBytes: textBytes, areCredentialsHidden: hidesCredentials) { [self] name in
            rule(forKey: name) != nil
        }
    }
}

/// What must not be shown of a URL.
struct URLSecrets {
    /// What stands in place of a secret.
    static let word = "redacted"

    /// How many bytes of a text are kept at most. Secrets behind them stay in it.
    var keptBytes = Int.max
    /// Whether credentials are hidden.
    let areCredentialsHidden: Bool
    /// Whether a label rule hides a parameter.
    let isHidden: (_ name: String) -> Bool

    /// The text with `redacted` in place of its secrets: the password and the values of parameters that usually are
    /// credentials when these are hidden, and parameters that a label rule names.
    func removed(from text: String) -> String {
        var text = text
        let cleaned = text.withUTF8 { utf8 -> String? in
            var finder = URLSecretFinder(utf8, self)
            let secrets = finder.ranges()
            return secrets.isEmpty ? nil : Self.text(utf8, without: secrets)
        }
        return cleaned ?? text
    }

    private static func text(_ utf8: UnsafeBufferPointer<UInt8>, without secrets: [Range<Int>]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(utf8.count + secrets.count * word.utf8.count)
        var place = 0
        for secret in secrets {
            text += utf8[place..<secret.lowerBound]
            text += word.utf8
            place = secret.upperBound
        }
        text += utf8[place...]
        return String(decoding: text, as: UTF8.self)
    }

    /// A fragment, which can hold parameters too, decoded and without its secrets.
    ///
    /// - Parameter encoded: The fragment as in the URL. Decoded, a secret may contain what separates parameters.
    func removed(fromFragment encoded: String) -> String {
        // A byte that is kept may take three encoded ones.
        let (most, isOver) = keptBytes.multipliedReportingOverflow(by: 3)
        var whole = self
        whole.keptBytes = isOver ? .max : most
        let cleaned = whole.removed(from: "#" + encoded)
        return String(removed(from: cleaned.removingPercentEncoding ?? cleaned).dropFirst())
    }

    /// Whether the value of a parameter is a secret.
    ///
    /// - Parameter name: Its name as in the URL, behind the path of a fragment if there is one.
    func hides(encodedParameter name: String) -> Bool {
        let last = name.split(separator: "?", omittingEmptySubsequences: false).last ?? name[...]
        return hides(parameter: last.removingPercentEncoding ?? String(last))
    }

    /// Whether the value of a parameter is a secret.
    func hides(parameter name: String) -> Bool {
        areCredentialsHidden && credentialParameters.contains(name.lowercased()) || isHidden(name)
    }
}

/// Parameters of queries and fragments whose values give access: those of OAuth 2 (RFC 6749; RFC 6750, section 2.3),
/// those of signed URLs that OpenTelemetry's conventions for `url.query` hide, and common names of tokens and passwords.
private let credentialParameters: Set<String> = [
    "access_token", "id_token", "refresh_token", "client_secret", "client_assertion", "assertion",
    "awsaccesskeyid", "signature", "sig", "x-goog-signature", "x-amz-signature", "x-amz-credential",
    "x-amz-security-token",
    "token", "auth_token", "apikey", "api_key", "api-key", "password", "passwd", "secret",
]

extension String {
    /// Whether the text of a URL in a record has `redacted` in the place of its password or of a parameter's value. A rule
    /// can hide any parameter, and the record doesn't tell whether the word was in the URL itself.
    package var lacksURLSecrets: Bool {
        var text = self
        let lacksPassword = text.withUTF8 { utf8 in
            utf8.password(before: .max).map { utf8[$0].elementsEqual(URLSecrets.word.utf8) } ?? false
        }
        if lacksPassword { return true }
        guard let start = firstIndex(where: { $0 == "?" || $0 == "#" }) else { return false }
        return self[start...].split(whereSeparator: { $0 == "#" || $0 == "&" }).contains { parameter in
            let name = parameter.prefix { $0 != "=" }
            return parameter[name.endIndex...].dropFirst() == URLSecrets.word
        }
    }
}
