// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// What the symbols at an entry's address say of it.
///
/// A linker may make one function of several with the same code (`--icf`), so that an address has the symbols of other
/// types, protocols and requirements, too.
enum EntryNaming {
    /// With its symbol, and how deeply that is nested.
    case named(String, WitnessSymbol, depth: Int)
    /// Several requirements fit, whose arguments have other names or types.
    case shared
    /// No symbol is that of the entry.
    case unknown

    /// - Parameters:
    ///   - names: The symbols.
    ///   - proto: The protocol's name, as `SymbolName.text` has it.
    ///   - type: The conforming type's.
    init(among names: [String], proto: String, type: String, _ requirement: cinterpose_requirement) {
        var first: (name: String, symbol: WitnessSymbol, depth: Int)?
        for name in names {
            var depth = 0
            guard let symbol = try? WitnessSymbol(name, depth: &depth), symbol.proto.name.text == proto,
                case .nominal(let conforming) = symbol.conformingType, conforming.name.text == type,
                symbol.isOf(requirement)
            else { continue }
            if let first, first.symbol.requirement != symbol.requirement {
                self = .shared
                return
            }
            first = first ?? (name, symbol, depth)
        }
        self = first.map { .named($0.name, $0.symbol, depth: $0.depth) } ?? .unknown
    }
}

extension WitnessSymbol {
    /// Whether a requirement is declared as the symbol says.
    fileprivate func isOf(_ other: cinterpose_requirement) -> Bool {
        guard other.is_async ? entry.isAsync : entry == .code else { return false }
        let isMember = requirement.isStatic != other.is_instance
        return switch requirement.kind {
        case .initializer: other.entryKind == .initializer
        case .variable(.getter), .subscript(.getter): isMember && other.entryKind == .getter
        case .variable(.setter), .subscript(.setter): isMember && other.entryKind == .setter
        case .function: isMember && other.entryKind == .method
        default: false
        }
    }
}
