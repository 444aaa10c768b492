// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationValues
internal import ProxyCore

/// The header fields of a request or response, sorted by name, without credentials, also those in URLs.
struct HeaderFields {
    private static let credentials: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
    ]

    /// Fields with URLs (RFC 9110, sections 8.7, 10.1.3 and 10.2.2; RFC 8288; `Refresh` of the HTML standard).
    private static let urls: Set<String> = ["content-location", "link", "location", "referer", "refresh"]

    private let fields: [(name: String, value: String)]

    init?(_ fields: [String: String]?) {
        guard let fields, !fields.isEmpty else { return nil }
        self.fields = fields.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    init?(_ fields: [AnyHashable: Any]) {
        self.init(
            Dictionary(
                fields.compactMap { name, value in (name.base as? String).map { ($0, value as? String ?? "\(value)") }
                },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }
}

extension HeaderFields {
    /// The value of a field with a URL, or of one with several, each in angle brackets (RFC 8288, section 3).
    private static func text(of value: String, _ writer: ValueWriter) -> String {
        let parts = value.split(separator: "<", omittingEmptySubsequences: false).map(String.init)
        let rest = parts.dropFirst().map { part in
            let url = part.prefix { $0 != ">" }
            return "<\(writer.text(ofURL: String(url)))\(part[url.endIndex...])"
        }
        return writer.text(ofURL: parts[0]) + rest.joined()
    }
}

extension HeaderFields: DirectlyEncoded {
    func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let type = unsafeBitCast([String: String].self as Any.Type, to: UnsafeRawPointer.self)
        // The fields are recorded as what they are for the program, so a rule for that type hides them.
        if let rule = writer.rule(for: [String: String].self, label: nil) {
            return writer.putRedacted(rule, type: type, label: label)
        }
        writer.putElements(fields, tag: .map, type: type, label: label, childrenPerElement: 2, isQuick: true) {
            field,
            writer in
            writer.putText(field.name)
            let name = field.name.lowercased()
            if let rule = writer.rule(forKey: field.name) {
                writer.putRedacted(rule)
            } else if writer.hidesCredentials, Self.credentials.contains(name) {
                writer.putRedacted(rule: "credentials")
            } else {
                writer.putText(Self.urls.contains(name) ? Self.text(of: field.value, writer) : field.value)
            }
        }
    }
}
