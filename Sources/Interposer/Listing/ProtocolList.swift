// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
public import ProxyCore

extension Interposer {
    /// A protocol of this process whose calls can be interposed.
    public struct ListedProtocol: Sendable, Hashable {
        /// The module that declares it.
        public let module: String
        /// The name without the module.
        public let name: String
        /// Number of requirements that are called like functions.
        public let requirementCount: Int
        /// Names of the conforming types, sorted; those of generic types without their arguments.
        public internal(set) var types: [String]

        /// The name with the module: `App.LampDelegate`.
        public var fullName: String { "\(module).\(name)" }
    }

    /// The protocols of this process, sorted by their full names. Those of the standard library are left out, and those
    /// that have no requirement that is called like a function.
    ///
    /// - Complexity: Reads all protocols and conformances of the process.
    public static var protocols: [ListedProtocol] {
        let list = ProtocolList()
        list.read()
        return list.protocols.values.sorted { $0.fullName < $1.fullName }.map { listed in
            var listed = listed
            listed.types = Array(Set(listed.types)).sorted()
            return listed
        }
    }

    /// What an interposer with this selection would record.
    ///
    /// - Complexity: As that of `install(_:recorder:)`. Nothing is installed.
    public static func survey(_ selection: Selection, recorder: Recorder = .shared) -> [Entry] {
        Installation(selection, recorder).survey()
    }
}

/// Collects protocols and the types that conform to them.
private final class ProtocolList {
    private let leavesOutOwnLibrary = InterposerRegistry.leavesOutOwnLibrary
    private(set) var protocols: [UnsafeRawPointer: Interposer.ListedProtocol] = [:]

    func read() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        withExtendedLifetime(self) {
            cinterpose_each_protocol(context) { context, found in
                Unmanaged<ProtocolList>.fromOpaque(context!).takeUnretainedValue().add(found.pointee)
                return true
            }
            cinterpose_each_conformance(context) { context, found in
                Unmanaged<ProtocolList>.fromOpaque(context!).takeUnretainedValue().add(found.pointee)
                return true
            }
        }
    }

    private func add(_ found: cinterpose_protocol) {
        guard !(leavesOutOwnLibrary && found.is_of_own_library) else { return }
        let module = String(cString: found.module)
        guard !Installation.ownModules.contains(module) else { return }
        let count = (0..<found.requirement_count).count { cinterpose_requirement_at(found.protocol, $0).isCallable }
        guard count > 0 else { return }
        protocols[found.protocol] = Interposer.ListedProtocol(
            module: module,
            name: String(sourceName: found.name),
            requirementCount: count,
            types: []
        )
    }

    private func add(_ found: cinterpose_conformance) {
        guard !(leavesOutOwnLibrary && found.is_of_own_library) else { return }
        let name = String(sourceName: found.type_name)
        protocols[found.protocol]?.types.append(name.isEmpty ? "(a type without a name)" : name)
    }
}
