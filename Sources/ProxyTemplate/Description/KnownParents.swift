// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types of the standard library and Foundation that protocols inherit from.
package enum KnownParents {
    package enum Kind {
        /// Has no requirements to forward.
        case marker
        /// Requires members of every `NSObject`.
        case objectProtocol
        /// A protocol of actors.
        case actor
        /// A class.
        case `class`
        /// A protocol with these requirements; empty if they can't be forwarded.
        case protocolWith([String])
        /// A type that isn't listed.
        case unknown
    }

    /// The demands of a parent called `name`, with or without a module prefix.
    package static func kind(of qualifiedName: String) -> Kind {
        let name = qualifiedName.droppingModule
        if markers.contains(name) { return .marker }
        if actors.contains(name) { return .actor }
        if classes.contains(name) { return .class }
        if name == "NSObjectProtocol" { return .objectProtocol }
        return requirements[name].map { .protocolWith($0) } ?? .unknown
    }

    /// Whether a parent called `name` requires a class; nil if the parent isn't listed.
    package static func requiresClass(_ qualifiedName: String) -> Bool? {
        switch kind(of: qualifiedName) {
        case .marker: qualifiedName.droppingModule == "AnyObject"
        case .objectProtocol, .actor, .class: true
        case .protocolWith: ["Executor", "SerialExecutor"].contains(qualifiedName.droppingModule)
        case .unknown: nil
        }
    }

    /// Names of the associated types that a parent called `name` has, and that the proxy infers from its requirements.
    package static func inferredTypes(of qualifiedName: String) -> [String] {
        qualifiedName.droppingModule == "Identifiable" ? ["ID"] : []
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
        "Identifiable": ["id"],
        "LocalizedError": ["errorDescription", "failureReason", "recoverySuggestion", "helpAnchor"],
        "Equatable": [], "Hashable": [], "Comparable": [], "Codable": [], "Encodable": [],
        "Decodable": [], "RawRepresentable": [], "CaseIterable": [], "Sequence": [], "Collection": [],
        "IteratorProtocol": [], "AsyncSequence": [], "AsyncIteratorProtocol": [], "LosslessStringConvertible": [],
        "ExpressibleByStringLiteral": [], "AdditiveArithmetic": [], "Numeric": [], "Strideable": [],
        "TextOutputStream": ["write(_:)"], "Clock": [], "InstantProtocol": [], "Executor": [], "SerialExecutor": [],
    ]
}

extension String {
    /// The name without the prefix `Swift.` or `Foundation.`.
    fileprivate var droppingModule: String {
        for module in ["Swift.", "_Concurrency.", "Foundation."] where hasPrefix(module) {
            return String(dropFirst(module.count))
        }
        return self
    }
}
