// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import Synchronization

/// Tells for entries of the witness tables of one protocol whether they lead to a default body.
///
/// Mostly the code calls the body by its name, as for proxies (`ConformanceReader`). Where the optimiser has inlined it,
/// the code is that of the body, and the type's module has no function of the type for the requirement.
package final class ProtocolDefaults: Sendable {
    private static let known = Mutex<[UInt: ProtocolDefaults]>([:])

    private let descriptor: UInt
    private let name: String
    /// Nil before it is read.
    private let bodies = Mutex<Bodies?>(nil)

    private struct Bodies: Sendable {
        let image: ImageSymbols?
        /// By the names of requirements, as in `RequirementName`.
        let functions: [String: [ImageSymbols.Function]]
    }

    private init(_ descriptor: UInt, _ name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The one of a protocol.
    ///
    /// - Parameters:
    ///   - descriptor: The protocol's descriptor.
    ///   - name: The protocol's name, without its module.
    package static func of(_ descriptor: UnsafeRawPointer, _ name: String) -> ProtocolDefaults {
        let address = UInt(bitPattern: descriptor)
        return known.withLock { known in
            if let found = known[address] { return found }
            let new = ProtocolDefaults(address, name)
            known[address] = new
            return new
        }
    }

    /// Whether the code is that of a requirement that the type leaves out; false if this can't be told.
    ///
    /// - Parameters:
    ///   - symbol: The mangled name of the witness.
    ///   - code: Its address.
    ///   - image: The image with the code.
    /// - Complexity: Mostly a look at a few instructions and names. Code that calls nothing known reads the symbols of the
    ///   type's image, and once those of the protocol's.
    package func isLeftOut(_ symbol: String, at code: UInt, in image: ImageSymbols) -> Bool {
        guard let function = image.functions(at: code).first(where: { $0.name == symbol }),
            let witness = Witness(function)
        else { return false }
        let implementation = witness.implementation(in: image)
        switch implementation {
        case .leftOut: return true
        case .own: return false
        case .empty, nil:
            return isBody(witness, in: image, isEmpty: implementation == .empty)
                && Witness.ownMembers([witness], in: image).isEmpty
        }
    }

    /// Whether a witness has the code of a default body, of one of those for overloads.
    private func isBody(_ witness: Witness, in image: ImageSymbols, isEmpty: Bool) -> Bool {
        let bodies = read()
        guard let functions = bodies.functions[witness.name.name], let bodyImage = bodies.image else { return false }
        if isEmpty {
            return functions.contains { bodyImage.read($0.address, size: $0.size)?.returns_at_once == true }
        }
        let address = witness.mergedCode(in: image)
        return functions.contains { image.hasCode(at: address, equalTo: $0, of: bodyImage) }
    }

    private func read() -> Bodies {
        if let known = bodies.withLock(\.self) { return known }
        let image = ImageSymbols(at: descriptor)
        // The symbol of the descriptor, `…Mp`, begins as those of the members of an extension in the protocol's own module,
        // `…PAAE…` (Swift ABI, "Mangling").
        var prefixes: [String] = []
        image?.forEachSymbol(at: [descriptor]) { _, name in
            let name = String(cString: name)
            if name.hasSuffix("Mp") { prefixes.append(name.dropLast(2) + "PAAE") }
        }
        var functions: [String: [ImageSymbols.Function]] = [:]
        for function in prefixes.flatMap({ image?.functions(withPrefix: $0) ?? [] }) {
            let member = ImageSymbols.demangled(function.name)?.memberOfExtension(of: name[...])
            if let member { functions[member.name, default: []].append(function) }
        }
        let found = Bodies(image: image, functions: functions)
        bodies.withLock { $0 = found }
        return found
    }
}
