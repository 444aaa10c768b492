// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Tells whether a type may bring its own description, mirror or text, which is code of the program.
enum OwnDescription {
    /// Modules whose types describe themselves without calling the program.
    private static let trusted: Set<Substring> = [
        "Swift", "_Concurrency", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking",
        "FoundationXML", "CallModel", "ProxyCore", "FoundationValues", "NetworkValues",
    ]
    private static let known = SiteTable<Bool>()

    /// Whether describing a value of this type may run code of the program. The elements of a collection have their own
    /// types.
    static func isPossible(for type: Any.Type) -> Bool {
        let entry = known.entry(for: unsafeBitCast(type, to: UInt.self)) { isOutside(type) }
        return entry?.pointee.value ?? isOutside(type)
    }

    private static func isOutside(_ type: Any.Type) -> Bool {
        let name = _typeName(type, qualified: true)
        return !trusted.contains(name.prefix { $0 != "." })
    }
}
