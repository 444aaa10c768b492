// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes any value: its own text when it is inspectable, directly when its type is known, else by its mirror.
    ///
    /// - Parameter staticType: The type that a reader already knows; the dynamic type is written only when it differs.
    package mutating func writeAny<Value>(_ value: Value, label: String?, staticType: (Any.Type)?) {
        let dynamicType = Swift.type(of: value as Any)
        let type: UnsafeRawPointer? =
            dynamicType == staticType ? nil : unsafeBitCast(dynamicType, to: UnsafeRawPointer.self)
        guard room > 0 else { return putHead(.absent, type: type, cut: (.record, 0)) }
        if let rule = self.rule(for: dynamicType, label: label) {
            return putRedacted(rule, type: type, label: label)
        }
        let (nature, isFirst) = self.nature(of: dynamicType)
        switch nature {
        case .redactable:
            putHead(.redacted, type: type, label: label)
            putShortText("type")
        case .inspectable where isStructural && OwnDescription.isPossible(for: dynamicType):
            if dynamicType is AnyObject.Type {
                putObject(value as AnyObject, label: label)
            } else {
                writeMirror(of: value, label: label, type: type, isFirst: isFirst)
            }
        case .inspectable:
            if let inspectable = value as? any InspectableValue { putInspectable(inspectable, label, type) }
        case .direct:
            guard let direct = value as? any DirectlyEncoded else { break }
            let isExcused = isFirst && Swift.type(of: direct).isSlowAtFirst
            excused(if: isExcused) { direct.encode(to: &$0, label: label, type: type) }
        case .error:
            if let error = value as? any Error { putError(error, label: label, type: type, isFirst: isFirst) }
        case .object: putObject(value as AnyObject, label: label)
        case .mirrored: writeMirror(of: value, label: label, type: type, isFirst: isFirst)
        }
    }

    private mutating func putInspectable(_ value: any InspectableValue, _ label: String?, _ type: UnsafeRawPointer?) {
        let dynamicType = Swift.type(of: value)
        let answer = ask(dynamicType, label: label, typePointer: type) {
            (text: value.inspectedDescription, parts: value.inspectedParts)
        }
        guard let answer else { return }
        let object = dynamicType is AnyObject.Type ? value as AnyObject : nil
        if object == nil, answer.parts.isEmpty {
            return putString(answer.text, tag: .described, type: type, label: label)
        }
        putPortrait(answer.text, of: object, type: type, label: label) { parts in
            for (label, part) in answer.parts { parts.putInTime(label, part) }
        }
    }

    /// Whether a rule hides values with a given type and label. Texts must not contain such values either.
    package func hides(_ type: Any.Type, label: String) -> Bool { rule(for: type, label: label) != nil }

    /// The text that stands for a part in the line of its value, unless a rule hides the part.
    package func shown<Part>(_ part: Part, as label: String, _ text: (Part) -> String = { "\($0)" }) -> String {
        hides(Part.self, label: label) ? "‹redacted›" : text(part)
    }

    /// The rule that hides values with a given type and label.
    package func rule(for type: Any.Type, label: String?) -> RedactionRule? {
        redactor?._withUnsafeGuaranteedRef { $0.rule(for: type, label: label) }
    }

    package mutating func putObject(_ object: AnyObject, label: String?) {
        let type = unsafeBitCast(Swift.type(of: object) as Any.Type, to: UnsafeRawPointer.self)
        putHead(.object, type: type, label: label)
        put(UInt(bitPattern: ObjectIdentifier(object)))
    }

    private mutating func writeMirror<Value>(
        of value: Value,
        label: String?,
        type: UnsafeRawPointer?,
        isFirst: Bool
    ) {
        guard let parts = reflection(of: value, label: label, type: type, isFirst: isFirst) else { return }
        switch parts.style {
        case .enum: writeEnumeration(value, parts, label: label, type: type)
        case .tuple: writeChildren(of: parts, tag: .tuple, label: label, type: type)
        case .collection, .set: writeChildren(of: parts, tag: .list, label: label, type: type)
        case .dictionary:
            writeChildren(of: parts, tag: .map, label: label, type: type, valuesPerChild: 2) { $1.writePair($0) }
        case .struct where !parts.isEmpty: writeChildren(of: parts, tag: .structure, label: label, type: type)
        case nil where FunctionType.isFunction(Swift.type(of: value as Any)):
            putHead(.function, type: type, label: label)
        default: writeOpaque(value, parts, label: label, type: type)
        }
    }

    /// The parts of a value; while its type is paused, nil, and a cut value is written.
    mutating func reflection<Value>(
        of value: Value,
        label: String?,
        type: UnsafeRawPointer?,
        isFirst: Bool
    ) -> Reflection? {
        guard value is any CustomReflectable else {
            return excused(if: isFirst) { _ in Reflection(storedIn: Mirror(reflecting: value)) }
        }
        let dynamicType = Swift.type(of: value as Any)
        // The standard library offers no other way to the parts of such a value.
        if isStructural, OwnDescription.isPossible(for: dynamicType) {
            return Reflection(custom: Mirror(value, children: [], displayStyle: .struct))
        }
        return ask(dynamicType, label: label, typePointer: type) { Reflection(custom: Mirror(reflecting: value)) }
    }

    /// Writes a value without visible parts; a struct with private contents is better shown by its description.
    private mutating func writeOpaque<Value>(
        _ value: Value,
        _ parts: Reflection,
        label: String?,
        type: UnsafeRawPointer?
    ) {
        let dynamicType = Swift.type(of: value as Any)
        let isAsked = !isStructural || !OwnDescription.isPossible(for: dynamicType)
        if isAsked, let describable = value as? any LosslessStringConvertible {
            let text = ask(dynamicType, label: label, typePointer: type) { describable.description }
            if let text { putString(text, tag: .described, type: type, label: label) }
        } else {
            writeChildren(of: parts, tag: .structure, label: label, type: type)
        }
    }

    private mutating func writeEnumeration<Value>(
        _ value: Value,
        _ parts: Reflection,
        label: String?,
        type: UnsafeRawPointer?
    ) {
        guard room > 160 else { return putEmpty(.enumeration, type: type, label: label, total: 1, reason: .record) }
        let payload = parts.first
        let name = payload?.label ?? EnumerationCase.name(of: value) ?? ""
        let isTooDeep = payload != nil && depth >= budget.depth
        let head = cursor
        putHead(.enumeration, type: type, cut: isTooDeep ? (.depth, 1) : nil, label: label)
        putShortText(name)
        let position = cursor
        put(UInt16(0))
        guard let payload, !isTooDeep else { return }
        guard !isOutOfTime() else { return markCut(.time, original: 1, headAt: head) }
        depth += 1
        writePayload(payload.value, of: name)
        depth -= 1
        patch(1, at: position)
    }

    /// Writes what a case carries. It has no name of its own, so a rule may hide it by that of the case.
    mutating func writePayload(_ payload: Any, of name: String) {
        if let rule = rule(forLabel: name) {
            putRedacted(rule, type: unsafeBitCast(Swift.type(of: payload), to: UnsafeRawPointer.self))
        } else {
            writeAny(payload, label: nil, staticType: nil)
        }
    }

    mutating func writeChildren(
        of parts: Reflection,
        tag: ValueTag,
        label: String?,
        type: UnsafeRawPointer?,
        valuesPerChild: Int = 1,
        write: (Mirror.Child, inout ValueWriter) -> Void = { $1.writeAny($0.value, label: $0.label, staticType: nil) }
    ) {
        let total = parts.count
        guard total == 0 || depth < budget.depth else {
            return putEmpty(tag, type: type, label: label, total: total, reason: .depth)
        }
        guard room > 160 else { return putEmpty(tag, type: type, label: label, total: total, reason: .record) }
        let allowed = min(total, budget.childCount)
        let head = cursor
        putHead(tag, type: type, cut: allowed < total ? (.count, total) : nil, label: label)
        if tag == .list || tag == .map { putLength(total) }
        let position = cursor
        put(UInt16(0))
        var kept = 0
        var cut: TruncationReason?
        depth += 1
        parts.forEach(atMost: allowed) { child in
            cut = room <= 160 ? .record : isOutOfTime() ? .time : nil
            if cut != nil { return false }
            write(child(), &self)
            kept += 1
            return true
        }
        depth -= 1
        patch(kept * valuesPerChild, at: position)
        if let cut { markCut(cut, original: total, headAt: head) }
    }

    /// Writes a key and its value, as a mirror shows them: the value with the key as its label, or a tuple of both.
    private mutating func writePair(_ child: Mirror.Child) {
        let (key, value) = Self.pair(of: child)
        writeAny(key, label: nil, staticType: nil)
        if let rule = rule(forKey: key) {
            putRedacted(rule, type: unsafeBitCast(Swift.type(of: value), to: UnsafeRawPointer.self))
        } else {
            writeAny(value, label: nil, staticType: nil)
        }
    }

    /// Writes a child of a dictionary's mirror by itself, as it is; a rule may hide the value by its key.
    mutating func writeEntry(_ child: Mirror.Child) {
        // A key that is the label is looked at as every label is.
        guard child.label == nil, let rule = rule(forKey: Self.pair(of: child).key) else {
            return writeAny(child.value, label: child.label, staticType: nil)
        }
        let type = unsafeBitCast(Swift.type(of: child.value), to: UnsafeRawPointer.self)
        let pair = Reflection(storedIn: Mirror(reflecting: child.value))
        var isKey = true
        writeChildren(of: pair, tag: .tuple, label: nil, type: type) { part, writer in
            if isKey {
                writer.writeAny(part.value, label: part.label, staticType: nil)
            } else {
                let type = unsafeBitCast(Swift.type(of: part.value), to: UnsafeRawPointer.self)
                writer.putRedacted(rule, type: type, label: part.label)
            }
            isKey = false
        }
    }

    private static func pair(of child: Mirror.Child) -> (key: Any, value: Any) {
        if let label = child.label { return (label, child.value) }
        let pair = Mirror(reflecting: child.value)
        guard pair.displayStyle == .tuple, pair.children.count == 2 else { return ("", child.value) }
        let values = pair.children.map { $0.value }
        return (values[0], values[1])
    }
}

/// The name of an enum case.
enum EnumerationCase {
    /// The source name of the case of `value`, nil when it is no enumeration or the program was built without reflection
    /// metadata.
    static func name<Value>(of value: Value) -> String? {
        runtimeEnumCaseName(value).map { String(cString: $0) }
    }
}

/// The runtime function behind `Mirror` and `String(describing:)`. Those run a type's `description`, which is user
/// code, before they call it.
@_silgen_name("swift_EnumCaseName")
private func runtimeEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
