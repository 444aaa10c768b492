// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import Synchronization

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
    private static let known = Mutex<[UInt: [RequirementName: Implementation]]>([:])

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
        let places = image.symbols(at: code)
        let witnesses = Self.witnesses(places)
        var parts: [(witness: Witness, code: cruntime_code)] = []
        var targets: Set<UInt> = []
        for witness in witnesses {
            guard let code = image.read(witness.code, size: witness.size) else { continue }
            parts.append((witness, code))
            targets.formUnion(code.callList.filter(image.hasCode))
        }
        var names = image.names(ofFunctionsAt: targets)
        for address in targets where isMerged(names[address]) {
            if let name = reportingFunction(at: address, image) { names[address, default: []].append(name) }
        }
        var result: [RequirementName: Implementation?] = [:]
        for (witness, code) in parts {
            let called = code.callList.flatMap { names[$0] ?? [] } + code.slotList.compactMap(image.importName)
            let found = judge(witness, code, called)
            // Overloads share a name. Conflicting results for one name are dropped.
            if let other = result[witness.name] {
                result[witness.name] = .some(other == found ? found : nil)
            } else {
                result[witness.name] = .some(found)
            }
        }
        var known = result.compactMapValues(\.self)
        let own = ownMembers(parts.lazy.map(\.witness).filter { known[$0.name] == .empty }, image)
        for name in own { known[name] = .own }
        return known
    }

    /// Whether a function was made by the optimiser from equal ones of several types: it has no symbol, or a name that
    /// ends in `Tm` (Swift ABI, "Mangling").
    private static func isMerged(_ names: [String]?) -> Bool { names?.allSatisfy { $0.hasSuffix("Tm") } ?? true }

    /// The function of `DefaultBody` that a merged function calls, or another one to which it leads.
    ///
    /// Witnesses jump to the default body that they share.
    private static func reportingFunction(at address: UInt, _ image: ImageSymbols, steps: Int = 3) -> String? {
        guard steps > 0, let code = image.read(mergedFunctionAt: address) else { return nil }
        let targets = Set(code.callList.filter(image.hasCode))
        let names = image.names(ofFunctionsAt: targets)
        let called = Array(names.values.joined()) + code.slotList.compactMap(image.importName)
        if let name = called.first(where: DefaultBody.isSymbol) { return name }
        for target in targets where isMerged(names[target]) {
            if let name = reportingFunction(at: target, image, steps: steps - 1) { return name }
        }
        return nil
    }

    /// The requirements for which the image has a function of the type.
    ///
    /// This tells an empty method from a left-out one. The optimiser removes a function that only the witness used, so
    /// a type without the function may still implement the requirement.
    private static func ownMembers(_ witnesses: some Collection<Witness>, _ image: ImageSymbols) -> Set<RequirementName>
    {
        guard let first = witnesses.first else { return [] }
        let names = Dictionary(witnesses.map { ($0.name.name, $0.name) }) { first, _ in first }
        let start = first.conformance + "."
        var found: Set<RequirementName> = []
        for symbol in image.functions(withPrefix: first.modulePrefix) where !symbol.hasSuffix("TW") {
            guard let text = ImageSymbols.demangled(symbol)?.text, text.hasPrefix(start),
                let name = MemberText(text.dropFirst(start.count)).flatMap({ names[$0.name] })
            else { continue }
            found.insert(name)
        }
        return found
    }

    /// The code of one requirement in the program.
    private struct Witness {
        /// The mangled name.
        let symbol: String
        /// The type that conforms, with its module.
        let conformance: String
        let name: RequirementName
        let isVoid: Bool
        let code: UInt
        let size: Int

        /// The mangled prefix of all declarations in the type's module (Swift ABI, "Mangling", *Identifiers*).
        var modulePrefix: String {
            let digits = symbol.dropFirst(2).prefix { $0.isNumber }
            return String(symbol.prefix(2 + digits.count + (Int(digits) ?? 0)))
        }
    }

    private static func witnesses(_ places: [UInt: [ImageSymbols.Symbol]]) -> [Witness] {
        var found: [Witness] = []
        var counts: [String: Int] = [:]
        for (code, symbols) in places {
            for symbol in symbols where symbol.name.hasSuffix("TW") && symbol.size > 0 {
                guard let text = ImageSymbols.demangled(symbol.name)?.witness else { continue }
                let conformance = String(text.conformance)
                let name = RequirementName(protocolName: text.protocolName, name: text.member.name)
                let isVoid = text.member.isVoid
                found.append(
                    Witness(
                        symbol: symbol.name,
                        conformance: conformance,
                        name: name,
                        isVoid: isVoid,
                        code: code,
                        size: symbol.size
                    )
                )
                counts[conformance, default: 0] += 1
            }
        }
        // With identical code folding, one address carries the symbols of several types; the most frequent type wins.
        let conformance = counts.max { $0.value < $1.value }?.key
        return found.filter { $0.conformance == conformance }
    }

    /// - Parameter called: The symbols that the code calls or jumps to.
    private static func judge(_ witness: Witness, _ code: cruntime_code, _ called: [String]) -> Implementation? {
        if called.contains(where: DefaultBody.isSymbol) { return .leftOut }
        let texts = called.filter { $0.hasPrefix("$s") }.compactMap(ImageSymbols.demangled)
        if texts.contains(where: { $0.isDefaultBody(of: witness.name) }) { return .leftOut }
        if code.returns_at_once { return witness.isVoid ? .empty : nil }
        if code.dispatches || texts.contains(where: { $0.isOwnMember(named: witness.name.name) }) { return .own }
        return nil
    }
}

extension cruntime_code {
    fileprivate var callList: [UInt] { Self.list(calls, call_count) }
    fileprivate var slotList: [UInt] { Self.list(slots, slot_count) }

    private static func list<Tuple>(_ tuple: Tuple, _ count: Int) -> [UInt] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: UInt.self).prefix(count)) }
    }
}
