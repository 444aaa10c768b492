// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import Synchronization

/// Tells for entries of the witness tables of one protocol whether they lead to a default body.
///
/// Mostly the code calls the body by its name, as for proxies (`ConformanceReader`). Where the optimiser has inlined it,
/// the code is that of the body. In either case the type's module must have no function of the type for the requirement,
/// which could itself use the default body. What can't be told counts as the type's own.
package final class ProtocolDefaults: Sendable {
    private let descriptor: UInt
    private let name: String
    private let image: ImageSymbols
    private let bodies = AtomicLazyReference<Bodies>()

    /// The default bodies in the protocol's module.
    private final class Bodies: Sendable {
        /// By the names of requirements, as in `RequirementName`.
        let functions: [String: [ImageSymbols.Function]]

        init(_ functions: [String: [ImageSymbols.Function]]) { self.functions = functions }
    }

    /// - Parameters:
    ///   - descriptor: The protocol's descriptor.
    ///   - name: The protocol's name, without its module.
    ///   - image: The image with the descriptor.
    package init(_ descriptor: UnsafeRawPointer, _ name: String, in image: ImageSymbols) {
        self.descriptor = UInt(bitPattern: descriptor)
        self.name = name
        self.image = image
    }

    /// Whether the code is that of a requirement that the type leaves out; false if this can't be told.
    ///
    /// - Parameters:
    ///   - symbol: The mangled name of the witness.
    ///   - code: Its address.
    ///   - image: The image with the code.
    ///   - canInherit: Whether a superclass may have what the type lacks.
    /// - Complexity: Mostly a look at a few instructions and names. For what seems to be left out, reads the symbols of the
    ///   type's image, and once those of the protocol's.
    package func isLeftOut(_ symbol: String, at code: UInt, in image: ImageSymbols, canInherit: Bool) -> Bool {
        guard let function = image.functions(at: code).first(where: { $0.name == symbol }),
            let witness = Witness(function)
        else { return false }
        let implementation = witness.implementation(in: image)
        let isBody =
            switch implementation {
            case .leftOut: true
            case .own: false
            case .empty, nil: isBody(witness, in: image, isEmpty: implementation == .empty)
            }
        return isBody && !canInherit && witness.lacksOwnMember(in: image)
    }

    /// Whether a witness has the code of a default body, of one of those for overloads.
    private func isBody(_ witness: Witness, in image: ImageSymbols, isEmpty: Bool) -> Bool {
        let functions = read().functions[witness.name.name] ?? []
        if isEmpty {
            return functions.contains { self.image.read($0.address, size: $0.size)?.returns_at_once == true }
        }
        return functions.contains { image.hasCode(of: witness.function, equalTo: $0, in: self.image) }
    }

    private func read() -> Bodies {
        if let known = bodies.load() { return known }
        // The symbol of the descriptor, `…Mp`, begins as those of the members of an extension in the protocol's own module,
        // `…PAAE…` (Swift ABI, "Mangling").
        var prefixes: [String] = []
        image.forEachSymbol(at: [descriptor]) { _, name in
            let name = String(cString: name)
            if name.hasSuffix("Mp") { prefixes.append(name.dropLast(2) + "PAAE") }
        }
        var functions: [String: [ImageSymbols.Function]] = [:]
        for function in prefixes.flatMap(image.functions(withPrefix:)) {
            // Not its closures, or the values of its parameters.
            guard let text = ImageSymbols.demangled(function.name), text.isMemberOfExtension else { continue }
            if let member = text.memberOfExtension(of: name[...]) {
                functions[member.name, default: []].append(function)
            }
        }
        return bodies.storeIfNil(Bodies(functions))
    }
}
