// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ProxyCore

extension LocalizedErrorText: ErrorTextReader {
    package static func text(of error: some Error) -> String? {
        if let error = error as? any LocalizedError { return error.errorDescription }
        return nil
    }
}

extension NSError: FoundationValue {
    /// The values of `userInfo` can have any type.
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        // A subclass may override everything except the stored properties of `NSError`.
        let isOwn = Swift.type(of: self) == NSError.self
        let facts = StoredErrorFacts(self, hasOwnCode: !isOwn)
        let hidesTexts = StoredErrorFacts.hidesTexts(writer)
        writer.putPortrait(facts.summary(writer), of: self, type: nil, label: label) { parts in
            facts.put(to: &parts, hidesTexts: hidesTexts)
        }
    }
}

extension URLError: FoundationValue {
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        StoredErrorFacts(_nsError).encode(to: &writer, label: label, type: type)
    }
}

extension CocoaError: FoundationValue {
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        StoredErrorFacts(_nsError).encode(to: &writer, label: label, type: type)
    }
}

extension POSIXError: FoundationValue {
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        StoredErrorFacts(_nsError).encode(to: &writer, label: label, type: type)
    }
}

/// The stored properties of an `NSError`.
private struct StoredErrorFacts {
    /// The value of `NSURLErrorFailingURLStringErrorKey`, whose use is deprecated.
    private static let failingURLStringKey = "NSErrorFailingURLStringKey"

    private let domain: String
    private let code: Int
    private let userInfo: [String: Any]
    private let text: String?

    init(_ error: NSError, hasOwnCode: Bool = false) {
        domain = error._domain
        code = error._code
        userInfo = hasOwnCode ? [:] : error.userInfo
        text = hasOwnCode ? nil : Self.text(of: error, userInfo)
    }

    /// The stored description, else the failure reason; nil when there is neither.
    private static func text(of error: NSError, _ userInfo: [String: Any]) -> String? {
        if let text = userInfo[NSLocalizedDescriptionKey] as? String { return text }
        return error.localizedFailureReason
    }

    private var failingURL: URL? {
        userInfo[NSURLErrorFailingURLErrorKey] as? URL
            ?? (userInfo[Self.failingURLStringKey] as? String).flatMap { URL(string: $0) }
    }

    private var codeName: String? { domain == NSURLErrorDomain ? URLErrorName.of(code) : nil }

    /// `timedOut http://example.org/: The request timed out.`, `NSXMLParserErrorDomain 76: …`
    func summary(_ writer: ValueWriter) -> String {
        let name =
            codeName.map { writer.shown($0, as: "codeName") }
            ?? writer.shown(domain, as: "domain") + " " + writer.shown(code, as: "code")
        let place = failingURL.map { " " + writer.shown($0, as: "failingURL", writer.text(of:)) } ?? ""
        return name + place + (text.map { ": " + writer.shown($0, as: "localizedDescription") } ?? "")
    }

    func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let hidesTexts = Self.hidesTexts(writer)
        writer.putPortrait(summary(writer), type: type, label: label) { put(to: &$0, hidesTexts: hidesTexts) }
    }

    /// Whether a rule hides the texts of errors.
    static func hidesTexts(_ writer: ValueWriter) -> Bool { writer.hides(String.self, label: "localizedDescription") }

    func put(to parts: inout PartWriter, hidesTexts: Bool) {
        parts.put("domain", domain)
        parts.put("code", code)
        parts.put("codeName", ifPresent: codeName)
        parts.put("failingURL", ifPresent: failingURL)
        parts.put("localizedDescription", ifPresent: text)
        var known = [NSLocalizedDescriptionKey, NSURLErrorFailingURLErrorKey, Self.failingURLStringKey]
        // The reason is the text of an error that has no description.
        if hidesTexts || !(userInfo[NSLocalizedDescriptionKey] is String) {
            known.append(NSLocalizedFailureReasonErrorKey)
        }
        if hidesTexts { known += [NSLocalizedRecoverySuggestionErrorKey, NSDebugDescriptionErrorKey] }
        let rest = userInfo.filter { !known.contains($0.key) }
        if !rest.isEmpty { parts.put("userInfo", rest) }
    }
}
