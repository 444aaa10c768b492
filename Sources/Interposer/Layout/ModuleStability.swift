// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Knows which types have a layout that other modules may rely on.
///
/// A module built for library evolution passes its types by address unless they are frozen, and metadata doesn't say
/// which are. All types of other modules have a fixed layout.
struct ModuleStability: Sendable {
    /// Names of modules built for library evolution.
    var evolutionModules: Set<String>

    /// The modules of the toolchain. Foundation isn't among them on Linux.
    static let toolchain = ModuleStability(evolutionModules: [
        "Cxx", "CxxStdlib", "Distributed", "Glibc", "Observation", "RegexBuilder", "Runtime", "Swift",
        "SwiftOnoneSupport", "Synchronization", "Testing", "_Builtin_float", "_Concurrency", "_Differentiation",
        "_RegexParser", "_StringProcessing", "_TestDiscovery", "_TestingInterop", "_Volatile",
    ])

    /// The module of declarations imported from C.
    static let importedModule = "__C"

    /// Whether the layout of a struct or enum is the same everywhere.
    func isLayoutFixed(_ descriptor: TypeDescriptor) -> Bool {
        guard evolutionModules.contains(descriptor.module) else { return true }
        guard let path = descriptor.path else { return false }
        return FrozenTypes.contains(path.name, module: path.module)
    }
}
