// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The code of one requirement in a conformance.
struct Witness {
    /// The type that conforms, with its module.
    let conformance: String
    let name: RequirementName
    private let isVoid: Bool
    let function: ImageSymbols.Function

    /// Nil for symbols of other kinds, and for those without a size.
    init?(_ function: ImageSymbols.Function) {
        guard function.name.hasSuffix("TW"), function.size > 0,
            let text = ImageSymbols.demangled(function.name)?.witness
        else { return nil }
        conformance = String(text.conformance)
        name = RequirementName(protocolName: text.protocolName, name: text.member.name)
        isVoid = text.member.isVoid
        self.function = function
    }

    // MARK: Names

    /// The mangled prefix of the declarations in the type; nil if it can't be told, or if there may be functions of the type
    /// that don't begin with it: those of a generic type, of a type in a function, and of another module's type.
    ///
    /// The symbol begins with the type. Where it ends is found by demangling the symbol of its metadata.
    private var typePrefix: String? {
        guard !conformance.contains(where: { "< ".contains($0) }) else { return nil }
        let wanted = "type metadata for \(conformance)"
        let symbol = function.name
        for index in symbol.indices where "CVO".contains(symbol[index]) {
            let prefix = String(symbol[...index])
            if ImageSymbols.demangled(prefix + "N")?.text == wanted { return prefix }
        }
        return nil
    }

    /// The mangled prefix of all declarations in the type's module (Swift ABI, "Mangling", *Identifiers*).
    private var modulePrefix: String {
        let digits = function.name.dropFirst(2).prefix { $0.isNumber }
        return String(function.name.prefix(2 + digits.count + (Int(digits) ?? 0)))
    }

    /// The names of the requirements for which the image has a function of the type, out of some of one conformance.
    ///
    /// This tells an empty method from a left-out one. The optimiser removes a function that only the witness used, so
    /// a type without the function may still implement the requirement.
    static func ownMembers(_ witnesses: [Witness], in image: ImageSymbols) -> Set<RequirementName> {
        guard let first = witnesses.first else { return [] }
        return first.members(
            named: witnesses.map(\.name),
            withPrefix: first.typePrefix ?? first.modulePrefix,
            in: image
        )
    }

    /// Whether it is certain that the image has no function of the type for the requirement.
    func lacksOwnMember(in image: ImageSymbols) -> Bool {
        guard let typePrefix else { return false }
        return members(named: [name], withPrefix: typePrefix, in: image).isEmpty
    }

    private func members(
        named wanted: [RequirementName],
        withPrefix prefix: String,
        in image: ImageSymbols
    ) -> Set<RequirementName> {
        let names = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
        var found: Set<RequirementName> = []
        for function in image.functions(withPrefix: prefix) where !function.name.hasSuffix("TW") {
            guard let member = ImageSymbols.demangled(function.name)?.member(of: conformance),
                let name = names[member.name]
            else { continue }
            found.insert(name)
        }
        return found
    }

    // MARK: Code

    /// How the type provides the requirement; nil if the code does not tell.
    func implementation(in image: ImageSymbols) -> Implementation? {
        guard let code = image.read(function.address, size: function.size) else { return nil }
        let targets = Set(code.callList.filter(image.hasCode))
        var names = image.names(ofFunctionsAt: targets)
        for address in targets where Self.isMerged(names[address]) {
            if let name = Self.reportingFunction(at: address, image) { names[address, default: []].append(name) }
        }
        return judge(
            code,
            called: code.callList.flatMap { names[$0] ?? [] } + code.slotList.compactMap(image.importName)
        )
    }

    /// - Parameter called: The symbols that the code calls or jumps to.
    private func judge(_ code: cruntime_code, called: [String]) -> Implementation? {
        if called.contains(where: DefaultBody.isSymbol) { return .leftOut }
        let texts = called.filter { $0.hasPrefix("$s") }.compactMap(ImageSymbols.demangled)
        if texts.contains(where: { $0.isDefaultBody(of: name) }) { return .leftOut }
        if code.returns_at_once { return isVoid ? .empty : nil }
        if code.dispatches || texts.contains(where: { $0.isOwnMember(named: name.name) }) { return .own }
        return nil
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
}

extension cruntime_code {
    fileprivate var callList: [UInt] { Self.list(calls, call_count) }
    fileprivate var slotList: [UInt] { Self.list(slots, slot_count) }

    private static func list<Tuple>(_ tuple: Tuple, _ count: Int) -> [UInt] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: UInt.self).prefix(count)) }
    }
}
