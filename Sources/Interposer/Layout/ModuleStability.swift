// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// Knows which types have a layout that other modules may rely on.
///
/// A module built for library evolution passes its types by address unless they are frozen, and metadata doesn't say
/// which are, or how a module was built. Types of the toolchain's other modules have a fixed layout. So have those of the
/// program itself, and of the library of a protocol whose module is not built for library evolution, or that clients of
/// the library don't see; except for modules that show that they were built for it, which may be in the same image.
struct ModuleStability: Sendable {
    /// Names of modules built for library evolution.
    var evolutionModules: Set<String>
    /// Address of the library whose types have a fixed layout; nil for none.
    private var image: UInt?

    /// The modules of the toolchain. Foundation isn't among them on Linux.
    static let toolchain = ModuleStability(evolutionModules: [
        "Cxx", "CxxStdlib", "Distributed", "Glibc", "Observation", "RegexBuilder", "Runtime", "Swift",
        "SwiftOnoneSupport", "Synchronization", "Testing", "_Builtin_float", "_Concurrency", "_Differentiation",
        "_RegexParser", "_StringProcessing", "_TestDiscovery", "_TestingInterop", "_Volatile",
    ])

    /// Modules of the toolchain's libraries that are built like those of programs.
    private static let fixedModules: Set = [
        "CoreFoundation", "Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking", "FoundationXML", "XCTest", "_FoundationCollections",
    ]

    /// The module of declarations imported from C.
    static let importedModule = "__C"

    init(evolutionModules: Set<String>) {
        self.evolutionModules = evolutionModules
    }

    /// For the requirements of a protocol.
    init(protocol descriptor: UnsafeRawPointer) {
        self = .toolchain
        if !cinterpose_is_resilient(descriptor) { image = UInt(bitPattern: cinterpose_image_of(descriptor).base) }
    }

    /// Why clients may not know the layout of a struct or enum; nil if it is the same everywhere.
    func doubt(about descriptor: TypeDescriptor, _ metadata: TypeMetadata) -> String? {
        let module = descriptor.module
        let doubt = "its module is built for library evolution, and it may not be frozen"
        if evolutionModules.contains(module) {
            let isFrozen = descriptor.path.map { FrozenTypes.contains($0.name, module: $0.module) } ?? false
            return isFrozen ? nil : doubt
        }
        guard !Self.fixedModules.contains(module) else { return nil }
        let own = cinterpose_image_of(descriptor.address)
        guard own.is_program || UInt(bitPattern: own.base) == image else {
            return "it is declared in another library, which may be built for library evolution"
        }
        return switch ModuleEvidence.Layout(of: metadata) {
        case .known: nil
        case .hidden: doubt
        case .unclear: ModuleEvidence.showsEvolution(module, in: own.base) ? doubt : nil
        }
    }
}
