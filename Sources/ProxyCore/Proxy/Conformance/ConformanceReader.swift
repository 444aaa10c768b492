// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import Synchronization

/// What is known of a requirement in a type's conformance.
enum Implementation {
    /// The type implements it.
    case own
    /// A default body of the protocol's extension stands in for it.
    case leftOut
    /// Its code does nothing: it was left out and the default body is empty, or it is implemented by an empty body.
    case empty
}

/// Finds out which requirements a type implements, by the code that its witness tables lead to.
///
/// Debug code of a requirement that was left out calls the default body, under a name that says so. Optimised code
/// does the same, or has taken the body over; then a body that is empty is recognised, and one of ours by the call of
/// `DefaultBody`. The names come from the symbols of the program's file, so a stripped program is not understood;
/// neither is code that takes another form. What is not understood is left out of the result.
enum ConformanceReader {
    private static let known = Mutex<[UInt: [RequirementName: Implementation]]>([:])

    /// What the witness table at `address` says of its requirements and of those of the protocols that it refines.
    ///
    /// - Complexity: Reads the symbols of the program once per table, later from memory.
    static func implementations(at address: UInt) -> [RequirementName: Implementation] {
        if let known = known.withLock({ $0[address] }) { return known }
        let found = WitnessTable(at: address).map { read($0.code) } ?? [:]
        known.withLock { $0[address] = found }
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
        let names = image.names(ofFunctionsAt: targets)
        var result: [RequirementName: Implementation?] = [:]
        for (witness, code) in parts {
            let called = code.callList.flatMap { names[$0] ?? [] } + code.slotList.compactMap(image.importName)
            let found = judge(witness, code, called)
            // Overloads share a name; what differs between them is not told apart.
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

    /// The requirements for which the type has a function of its own, by the names of the image's functions.
    ///
    /// It tells an empty method from one that is left out. The optimiser removes the function where only the witness
    /// used it, so a type that has none may still implement the requirement.
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

    /// A requirement's code in the program.
    private struct Witness {
        /// The mangled name.
        let symbol: String
        /// The type that conforms, with its module.
        let conformance: String
        let name: RequirementName
        let isVoid: Bool
        let code: UInt
        let size: Int

        /// What the mangled names of all that the type's module declares begin with (Swift ABI, "Mangling",
        /// *Identifiers*).
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
        // A linker that folds equal functions gives one address the names of several types.
        let conformance = counts.max { $0.value < $1.value }?.key
        return found.filter { $0.conformance == conformance }
    }

    /// - Parameter called: The symbols that the code leads to.
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
