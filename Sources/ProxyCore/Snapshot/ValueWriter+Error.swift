// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes an error: its case or fields, and the facts of every error: domain, code, and a localised text if there
    /// is one.
    mutating func putError(_ error: any Error, label: String?, type: UnsafeRawPointer?, isFirst: Bool) {
        func opened<Failure: Error>(_ error: Failure, _ writer: inout ValueWriter) {
            writer.writeError(error, label: label, type: type, isFirst: isFirst)
        }
        opened(error, &self)
    }

    private mutating func writeError<Failure: Error>(
        _ error: Failure,
        label: String?,
        type: UnsafeRawPointer?,
        isFirst: Bool
    ) {
        let dynamicType = Swift.type(of: error)
        let isAsked = !isStructural || !OwnDescription.isPossible(for: dynamicType)
        let facts = isAsked ? excused(if: isFirst) { $0.ask(dynamicType) { ErrorFacts(error) } } : nil
        // What a rule hides among the parts is not in the text before them either.
        let text = hides(String.self, label: ErrorFacts.textLabel) ? nil : facts?.text
        if dynamicType is AnyObject.Type {
            return putPortrait(text ?? facts?.summary ?? "", of: error as AnyObject, type: nil, label: label) {
                facts?.put(to: &$0)
            }
        }
        guard let fields = reflection(of: error, label: label, type: type, isFirst: isFirst) else { return }
        if fields.style == .enum {
            putErrorCase(error, fields, facts, label: label, type: type)
        } else if let text {
            putPortrait(text, type: type, label: label) { parts in
                fields.put(to: &parts)
                facts?.put(to: &parts)
            }
        } else {
            guard room > 256 else { return putHead(.absent, cut: (.record, 0)) }
            let head = cursor
            putHead(.errorStructure, type: type, label: label)
            putParts(headAt: head, ownCount: fields.count) { parts in
                fields.put(to: &parts)
                facts?.put(to: &parts)
            }
        }
    }

    private mutating func putErrorCase<Failure: Error>(
        _ error: Failure,
        _ fields: Reflection,
        _ facts: ErrorFacts?,
        label: String?,
        type: UnsafeRawPointer?
    ) {
        guard room > 256 else { return putHead(.absent, cut: (.record, 0)) }
        let payload = fields.first
        let head = cursor
        putHead(.errorCase, type: type, label: label)
        let name = payload?.label ?? EnumerationCase.name(of: error) ?? ""
        putShortText(name)
        putParts(headAt: head, ownCount: payload == nil ? 0 : 1) { parts in
            if let payload { parts.putPayload(payload.value, of: name) }
            facts?.put(to: &parts)
        }
    }
}

/// The facts of every error.
private struct ErrorFacts {
    static let textLabel = "localizedDescription"

    let domain: String
    let code: Int
    let text: String?

    /// Runs user code if the error's type implements these properties.
    init(_ error: some Error) {
        domain = error._domain
        code = error._code
        text = LocalizedErrorText.reader?.text(of: error)
    }

    /// The summary of an error without case, fields and text.
    var summary: String { "\(domain) \(code)" }

    func put(to parts: inout PartWriter) {
        parts.putFact("domain", domain)
        parts.putFact("code", code)
        if let text { parts.putFact(Self.textLabel, text) }
    }
}

/// Reads the localised texts of errors, which only Foundation provides.
///
/// A module that imports Foundation conforms `LocalizedErrorText`; a program without Foundation has no such texts.
package protocol ErrorTextReader: SendableMetatype {
    /// The text of the error's type; nil when there is none.
    static func text(of error: some Error) -> String?
}

/// Conforms to `ErrorTextReader` if a linked module provides the conformance.
package enum LocalizedErrorText {
    fileprivate static let reader = LocalizedErrorText.self as Any.Type as? any ErrorTextReader.Type
}
