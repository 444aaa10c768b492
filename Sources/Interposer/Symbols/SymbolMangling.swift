// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes mangled names without substitutions and abbreviations.
///
/// The result isn't equal to the compiler's name of the same type, but it demangles to the same nodes.
struct SymbolMangling {
    /// Whether to leave out marker protocols, which don't exist at run time.
    let omitsMarkers: Bool
    private(set) var text = ""

    init(omitsMarkers: Bool = false) { self.omitsMarkers = omitsMarkers }

    mutating func write(_ mangled: String) { text += mangled }

    mutating func writeIdentifier(_ identifier: String) { text += "\(identifier.utf8.count)\(identifier)" }

    /// Writes 0 as `_`, 1 as `0_`, and so on.
    mutating func writeIndex(_ index: Int) { text += index == 0 ? "_" : "\(index - 1)_" }

    mutating func writeModule(_ name: String) {
        switch name {
        case "Swift": text += "s"
        case "__C": text += "So"
        case "__C_Synthesized": text += "SC"
        default: writeIdentifier(name)
        }
    }

    mutating func write(_ name: SymbolName) {
        switch name {
        case .identifier(let text): writeIdentifier(text)
        case .operator(let characters, let fixity):
            var letters = String.UnicodeScalarView()
            letters.append(contentsOf: characters.unicodeScalars.map { OperatorLetters.letter(for: $0) ?? $0 })
            writeIdentifier(String(letters))
            text += fixity.rawValue
        case .local(let name, let index):
            write(name)
            text += "L"
            writeIndex(index)
        case .private(let name, let discriminator):
            if let name { write(name) }
            writeIdentifier(discriminator)
            text += name == nil ? "Ll" : "LL"
        case .related(let name, let kind):
            write(name)
            text += "L\(kind)"
        }
    }

    mutating func write(_ context: SymbolContext) {
        switch context {
        case .module(let name): writeModule(name)
        case .type(let type): writeUnbound(type)
        case .extension(let value):
            writeUnbound(value.type)
            writeModule(value.module)
            if let signature = value.signature { write(signature) }
            text += "E"
        case .entity(let entity): write(entity)
        }
    }

    /// Writes a type without generic arguments.
    private mutating func writeUnbound(_ type: SymbolNominal) {
        write(type.context)
        write(type.name)
        text += type.kind.rawValue
    }

    mutating func write(_ type: SymbolNominal) {
        if type.isStandard(.enum, "Optional"), let wrapped = type.arguments.first, type.arguments.count == 1 {
            write(wrapped)
            text += "Sg"
            return
        }
        writeUnbound(type)
        let lists = SymbolContext.type(type).argumentLists
        guard lists.contains(where: { !$0.isEmpty }) else { return }
        for (index, list) in lists.enumerated() {
            text += index == 0 ? "y" : "_"
            for argument in list { write(argument) }
        }
        text += "G"
    }
}
