// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// The arguments of `@Proxied`.
struct ProxiedArguments {
    private(set) var parent: ProxyOptions.Parent?
    private(set) var superclass: String?
    /// Whether `inheriting:` is present, even as nil.
    private(set) var namesSuperclass = false
    private(set) var refusals: [PlacedRefusal] = []

    init(_ attribute: ScannedAttribute?) {
        var property: String?
        var isOnMainActor = false
        for argument in attribute?.arguments.parts ?? [] {
            guard let label = argument.first?.text, argument.dropFirst().first?.text == ":" else { continue }
            let value = argument.dropFirst(2)
            switch label {
            case "parent": parent = typeName(value).map { ProxyOptions.Parent(type: $0) }
            case "inheriting":
                namesSuperclass = true
                if value.plainText != "nil" { superclass = literal(value) }
            case "actor": isOnMainActor = readActor(value)
            case "property": property = literal(value)
            default: break
            }
        }
        if let property { parent?.property = property }
        parent?.isOnMainActor = isOnMainActor
    }

    private mutating func readActor(_ value: ArraySlice<Token>) -> Bool {
        guard value.plainText != "nil", let name = typeName(value), let place = value.first?.place else { return false }
        if ["MainActor", "Swift.MainActor", "_Concurrency.MainActor"].contains(name) { return true }
        refusals.append(PlacedRefusal(place, .unknownActor(name: name)))
        return false
    }

    private mutating func typeName(_ value: ArraySlice<Token>) -> String? {
        if value.count > 2, value.suffix(2).starts(with: ".", "self") { return value.dropLast(2).plainText }
        return refuse(value, "write the type itself, as in 'ScrollView.self'; expressions are not evaluated")
    }

    private mutating func literal(_ value: ArraySlice<Token>) -> String? {
        let text = value.first?.text ?? ""
        let isPlain = value.count == 1 && text.hasPrefix("\"") && !text.hasPrefix("\"\"\"") && !text.contains("\\")
        if isPlain { return String(text.dropFirst().dropLast()) }
        return refuse(value, "write the name as a plain string literal")
    }

    private mutating func refuse(_ value: ArraySlice<Token>, _ message: String) -> String? {
        if let place = value.first?.place { refusals.append(PlacedRefusal(place, message)) }
        return nil
    }
}
