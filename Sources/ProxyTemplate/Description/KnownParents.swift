// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types of the standard library and of Foundation that protocols inherit from.
package enum KnownParents {
    package enum Kind {
        /// Asks for nothing that has to be forwarded.
        case marker
        /// Asks for what every `NSObject` has.
        case objectProtocol
        /// Is for actors only.
        case actor
        /// Is a class.
        case `class`
        /// Has these requirements; none where they cannot be forwarded at all.
        case protocolWith([String])
        /// A protocol that is not in this list.
        case unknown
    }

    /// What a protocol that inherits from `name` asks for; a module before the name does not matter.
    package static func kind(of qualifiedName: String) -> Kind {
        let name = qualifiedName.droppingModule
        if markers.contains(name) { return .marker }
        if actors.contains(name) { return .actor }
        if classes.contains(name) { return .class }
        if name == "NSObjectProtocol" { return .objectProtocol }
        return requirements[name].map { .protocolWith($0) } ?? .unknown
    }

    private static let markers: Set<String> = [
        "AnyObject", "Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable", "Error", "Any",
    ]
    private static let actors: Set<String> = ["Actor", "AnyActor", "DistributedActor", "GlobalActor"]
    private static let classes: Set<String> = ["NSObject", "Thread", "Operation", "Stream", "URLProtocol", "Formatter"]
    private static let requirements: [String: [String]] = [
        "CustomStringConvertible": ["description"],
        "CustomDebugStringConvertible": ["debugDescription"],
        "CustomReflectable": ["customMirror"],
        "LocalizedError": ["errorDescription", "failureReason", "recoverySuggestion", "helpAnchor"],
        "Equatable": [], "Hashable": [], "Comparable": [], "Identifiable": [], "Codable": [], "Encodable": [],
        "Decodable": [], "RawRepresentable": [], "CaseIterable": [], "Sequence": [], "Collection": [],
        "IteratorProtocol": [], "AsyncSequence": [], "AsyncIteratorProtocol": [], "LosslessStringConvertible": [],
        "ExpressibleByStringLiteral": [], "AdditiveArithmetic": [], "Numeric": [], "Strideable": [],
        "TextOutputStream": ["write(_:)"], "Clock": [], "InstantProtocol": [], "Executor": [], "SerialExecutor": [],
    ]
}

extension String {
    /// Without `Swift.` or `Foundation.` before a name that everybody knows.
    fileprivate var droppingModule: String {
        for module in ["Swift.", "_Concurrency.", "Foundation."] where hasPrefix(module) {
            return String(dropFirst(module.count))
        }
        return self
    }
}
