// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ProxyCore

extension ValueWriter {
    /// A URL's text for records, without its secrets.
    package func text(of url: URL) -> String { urlSecrets.removed(from: url.absoluteString) }

    /// What this recorder does not show of URLs. Valid only while the value is written.
    var urlSecrets: URLSecrets {
        // A copy of the writer has the same rules.
        URLSecrets(areCredentialsHidden: hidesCredentials) { [self] name in rule(forKey: name) != nil }
    }
}

/// What must not be shown of a URL.
struct URLSecrets {
    /// What stands in place of a secret.
    fileprivate static let word = "redacted"

    /// Whether credentials are hidden.
    let areCredentialsHidden: Bool
    /// Whether a label rule hides a parameter.
    let isHidden: (_ name: String) -> Bool

    /// The text with `redacted` in place of its secrets: the password and the values of parameters that usually are
    /// credentials when these are hidden, and parameters that a label rule names.
    func removed(from text: String) -> String {
        hidingParameters(of: areCredentialsHidden ? text.withoutPassword : text)
    }

    /// A fragment, which can hold parameters too, decoded and without its secrets.
    ///
    /// - Parameter encoded: The fragment as in the URL. Decoded, a secret may contain what separates parameters.
    func removed(fromFragment encoded: String) -> String {
        let kept = removed(from: "#" + encoded)
        return String(removed(from: kept.removingPercentEncoding ?? kept).dropFirst())
    }

    private func hidingParameters(of text: String) -> String {
        guard let start = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
        var result = String(text[..<start])
        var rest = text[start...]
        while let separator = rest.first {
            // A question mark may be part of a value; before a name, it begins the query of a path in a fragment.
            let parameter = rest.dropFirst().prefix { !"#&".contains($0) }
            let name = parameter.prefix { $0 != "=" }
            result.append(separator)
            result += name.endIndex < parameter.endIndex && hidesParameter(name) ? name + "=\(Self.word)" : parameter
            rest = rest[parameter.endIndex...]
        }
        return result
    }

    private func hidesParameter(_ name: Substring) -> Bool {
        let last = name.split(separator: "?", omittingEmptySubsequences: false).last ?? name
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
        if let password = passwordRange, self[password] == URLSecrets.word { return true }
        guard let start = firstIndex(where: { $0 == "?" || $0 == "#" }) else { return false }
        return self[start...].split(whereSeparator: { $0 == "#" || $0 == "&" }).contains { parameter in
            let name = parameter.prefix { $0 != "=" }
            return parameter[name.endIndex...].dropFirst() == URLSecrets.word
        }
    }

    /// The URL with its password replaced by `redacted`.
    fileprivate var withoutPassword: String {
        guard let password = passwordRange else { return self }
        return "\(self[..<password.lowerBound])\(URLSecrets.word)\(self[password.upperBound...])"
    }

    /// Where a URL has its password (RFC 3986, section 3.2.1).
    private var passwordRange: Range<Index>? {
        // The authority follows the scheme, or begins a relative reference (section 4.2).
        let slashes = hasPrefix("//") ? firstRange(of: "//") : firstRange(of: "://")
        guard let mark = slashes,
            case let authority = self[mark.upperBound...].prefix(while: { !"/?#".contains($0) }),
            let at = authority.lastIndex(of: "@"),
            let colon = authority[..<at].firstIndex(of: ":")
        else { return nil }
        return index(after: colon)..<at
    }
}
