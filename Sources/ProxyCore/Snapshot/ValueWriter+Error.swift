// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes an error: its case or fields, and what every error has, a domain, a code and maybe a text for people.
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
        let facts = excused(if: isFirst) { $0.ask(dynamicType) { ErrorFacts(error) } }
        if dynamicType is AnyObject.Type {
            return putPortrait(facts?.summary ?? "", of: error as AnyObject, type: nil, label: label) {
                facts?.put(to: &$0)
            }
        }
        guard let mirror = mirror(of: error, label: label, type: type, isFirst: isFirst) else { return }
        if mirror.displayStyle == .enum {
            putErrorCase(error, mirror, facts, label: label, type: type)
        } else if let text = facts?.text {
            putPortrait(text, type: type, label: label) { parts in
                for child in mirror.children { parts.putInTime(child.label, child.value) }
                facts?.put(to: &parts)
            }
        } else {
            guard room > 256 else { return putHead(.absent, cut: (.record, 0)) }
            let head = cursor
            putHead(.errorStructure, type: type, label: label)
            putParts(headAt: head, ownCount: mirror.children.count) { parts in
                for child in mirror.children { parts.putInTime(child.label, child.value) }
                facts?.put(to: &parts)
            }
        }
    }

    private mutating func putErrorCase<Failure: Error>(
        _ error: Failure,
        _ mirror: Mirror,
        _ facts: ErrorFacts?,
        label: String?,
        type: UnsafeRawPointer?
    ) {
        guard room > 256 else { return putHead(.absent, cut: (.record, 0)) }
        let payload = mirror.children.first
        let head = cursor
        putHead(.errorCase, type: type, label: label)
        putShortText(payload?.label ?? EnumerationCase.name(of: error) ?? "")
        putParts(headAt: head, ownCount: payload == nil ? 0 : 1) { parts in
            if let payload { parts.putInTime(nil, payload.value) }
            facts?.put(to: &parts)
        }
    }
}

/// What every error has.
private struct ErrorFacts {
    let domain: String
    let code: Int
    let text: String?

    /// Runs code of the program, where the type has its own.
    init(_ error: some Error) {
        domain = error._domain
        code = error._code
        text = LocalizedErrorText.reader?.text(of: error)
    }

    /// For an error that shows nothing else.
    var summary: String { text ?? "\(domain) \(code)" }

    func put(to parts: inout PartWriter) {
        parts.put("domain", domain)
        parts.put("code", code)
        parts.put("localizedDescription", ifPresent: text)
    }
}

/// Reads the texts that errors have for people. Foundation knows them: the module that imports it conforms
/// `LocalizedErrorText`, and a program without Foundation has no such texts.
package protocol ErrorTextReader: SendableMetatype {
    /// The text that the error's type gives; nil for none.
    static func text(of error: some Error) -> String?
}

/// What conforms to `ErrorTextReader`, where anything does.
package enum LocalizedErrorText {
    fileprivate static let reader = LocalizedErrorText.self as Any.Type as? any ErrorTextReader.Type
}
