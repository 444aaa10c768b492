// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The redaction rules of one recorder, compiled for matching.
///
/// - Invariant: Callable from any thread; takes no lock.
final class Redactor: Sendable {
    /// The rules for the calls of one site; nil for values that are not hidden.
    private struct SiteRules {
        let arguments: [RedactionRule?]
        let result: RedactionRule?
        let error: RedactionRule?
    }

    private struct Label: Sendable {
        let pattern: GlobPattern
        let rule: RedactionRule
    }

    private let labels: [Label]
    private let selectors: [Label]
    private let types: [ObjectIdentifier: RedactionRule]
    private let sites = SiteTable<SiteRules>()

    /// Nil when there are no rules.
    init?(_ rules: [RedactionRule]) {
        guard !rules.isEmpty else { return nil }
        var labels: [Label] = []
        var selectors: [Label] = []
        var types: [ObjectIdentifier: RedactionRule] = [:]
        for rule in rules {
            switch rule.kind {
            case .label(let pattern): labels.append(Label(pattern: GlobPattern(pattern), rule: rule))
            case .selector(let pattern): selectors.append(Label(pattern: GlobPattern(pattern), rule: rule))
            case .type(let type, _): types[type] = rule
            }
        }
        self.labels = labels
        self.selectors = selectors
        self.types = types
    }

    /// The rule that hides values with a given label.
    func rule(forLabel label: String) -> RedactionRule? { Self.first(labels, label) }

    /// The rule that hides values of a type.
    func rule(for type: Any.Type) -> RedactionRule? { types[ObjectIdentifier(type)] }

    /// The rule that hides a part of a value, by its type or its label.
    func rule(for type: Any.Type, label: String?) -> RedactionRule? {
        if let rule = rule(for: type) { return rule }
        guard let label else { return nil }
        return rule(forLabel: label) ?? StoredProperty.sourceName(of: label).flatMap(rule(forLabel:))
    }

    private static func first(_ labels: [Label], _ text: String) -> RedactionRule? {
        labels.first { $0.pattern.matches(text) }?.rule
    }

    // MARK: Calls

    /// Writes the arguments of a call; hidden ones are written as redacted.
    func write(_ site: UnsafePointer<CallSite>, _ arguments: UnsafeRawPointer, to writer: inout ValueWriter) {
        let rules = rules(of: site).arguments
        for (argument, rule) in zip(site.pointee.arguments, rules) {
            if let rule { writer.putRedacted(rule) } else { writer.write(argument, in: arguments) }
        }
    }

    /// The rule that hides an argument of a call.
    func argumentRule(of site: UnsafePointer<CallSite>, _ index: Int) -> RedactionRule? {
        rules(of: site).arguments[index]
    }

    /// The rule that hides the result of a call.
    func resultRule(of site: UnsafePointer<CallSite>) -> RedactionRule? { rules(of: site).result }

    /// The rule that hides the error of a call.
    func errorRule(of site: UnsafePointer<CallSite>) -> RedactionRule? { rules(of: site).error }

    private func rules(of site: UnsafePointer<CallSite>) -> SiteRules {
        let entry = sites.entry(for: UInt(bitPattern: site)) { makeRules(of: site) }
        return entry?.pointee.value ?? makeRules(of: site)
    }

    private func makeRules(of site: UnsafePointer<CallSite>) -> SiteRules {
        let requirement = site.pointee.requirement.takeUnretainedValue()
        let selector = requirement.selector
        let whole =
            Self.first(selectors, selector.name) ?? Self.first(selectors, "\(selector.protocolName).\(selector.name)")
        let arguments = zip(requirement.parameters, site.pointee.arguments).map { parameter, argument in
            whole ?? parameter.label.flatMap(rule(forLabel:)) ?? rule(forLabel: parameter.name) ?? types[argument.type]
        }
        return SiteRules(
            arguments: arguments,
            result: whole ?? site.pointee.result.flatMap { types[$0.type] },
            error: whole
        )
    }
}

extension ValueWriter {
    /// Writes that a value was hidden by a rule.
    package mutating func putRedacted(_ rule: RedactionRule, type: UnsafeRawPointer? = nil, label: String? = nil) {
        putRedacted(rule: rule.description, type: type, label: label)
    }

    /// Same, for a built-in rule such as the one for credentials.
    package mutating func putRedacted(rule: String, type: UnsafeRawPointer? = nil, label: String? = nil) {
        guard room > 160 else { return putHead(.absent, cut: (.record, 0)) }
        putHead(.redacted, type: type, label: label)
        putShortText(rule)
    }

    /// Writes a text of type `String`, unless a rule hides that type.
    package mutating func putText(_ text: String) {
        if let rule = rule(for: String.self, label: nil) { putRedacted(rule) } else { putString(text) }
    }

    /// The rule that hides the value of a dictionary key: of a text, or of an enumeration's case by its name.
    package func rule(forKey key: Any) -> RedactionRule? {
        redactor == nil ? nil : rule(forLabel: KeyName.text(of: (key as? AnyHashable)?.base ?? key))
    }

    /// The rule that hides what has a name.
    func rule(forLabel label: String?) -> RedactionRule? {
        guard let redactor, let label else { return nil }
        return redactor._withUnsafeGuaranteedRef { $0.rule(forLabel: label) }
    }
}

/// Properties that the compiler stores under another name than the source declares.
private enum StoredProperty {
    /// What it puts before the name of a lazy property, and of one with a wrapper.
    private static let prefixes = ["$__lazy_storage_$_", "_"]

    /// The declared name; nil if the property is stored under its own.
    static func sourceName(of label: String) -> String? {
        prefixes.first { label.hasPrefix($0) }.map { String(label.dropFirst($0.count)) }
    }
}

private enum KeyName {
    static func text(of key: Any) -> String? {
        switch key {
        case let key as String: key
        case let key as Substring: String(key)
        default: EnumerationCase.name(of: key)
        }
    }
}
