// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a type's conformance provides a requirement.
enum Implementation {
    /// The type implements it.
    case own
    /// The type uses the default body of a protocol extension.
    case leftOut
    /// The code does nothing: an empty default body or an empty implementation.
    case empty
}

/// Finds out which requirements a type implements, from the code in its witness tables.
///
/// In debug code, the witness of a left-out requirement calls the default body by its symbol. Optimised code does the
/// same or inlines the body. An inlined body is recognised if it is empty, or if it calls `DefaultBody`. Names come
/// from the symbol table of the program's file, so a stripped program yields no result, and neither does code of
/// another form. Unrecognised requirements are missing from the result.
enum ConformanceReader {
    private static let known = ForkableMutex<[UInt: [RequirementName: Implementation]]>([:])

    /// The requirements of the witness table at `address` and of the protocols its protocol refines.
    ///
    /// - Complexity: Reads the program's symbols once per table; later calls use a cache.
    static func implementations(at address: UInt) -> [RequirementName: Implementation] {
        if let known = known.withLock({ $0[address] }) { return known }
        guard let table = WitnessTable(at: address) else { return [:] }
        var found = read(table.code)
        // A refined protocol's table may be in another image, as that of `NSObjectProtocol` for a subclass of `NSObject`.
        for base in table.bases { found.merge(implementations(at: base)) { first, _ in first } }
        known.withLock { [found] in $0[address] = found }
        return found
    }

    private static func read(_ code: [UInt]) -> [RequirementName: Implementation] {
        guard let first = code.first(where: { $0 != 0 }), let image = ImageSymbols(at: first) else { return [:] }
        let witnesses = witnesses(in: code, image)
        var result: [RequirementName: Implementation?] = [:]
        for witness in witnesses {
            let found = witness.implementation(in: image)
            // Overloads share a name. Conflicting results for one name are dropped.
            if let other = result[witness.name] {
                result[witness.name] = .some(other == found ? found : nil)
            } else {
                result[witness.name] = .some(found)
            }
        }
        var known = result.compactMapValues(\.self)
        let empty = witnesses.filter { known[$0.name] == .empty }
        for name in Witness.ownMembers(empty, in: image) { known[name] = .own }
        return known
    }

    private static func witnesses(in code: [UInt], _ image: ImageSymbols) -> [Witness] {
        var found: [Witness] = []
        var counts: [String: Int] = [:]
        for address in Set(code) where address != 0 {
            for witness in image.functions(at: address).compactMap(Witness.init) {
                found.append(witness)
                counts[witness.conformance, default: 0] += 1
            }
        }
        // With identical code folding, one address carries the symbols of several types; the most frequent type wins.
        let conformance = counts.max { $0.value < $1.value }?.key
        return found.filter { $0.conformance == conformance }
    }
}
