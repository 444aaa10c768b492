// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The parsed symbol of a witness thunk: the function that a witness table holds for a requirement of a protocol.
///
/// The names and types are those of the requirement, not of the member that implements it.
struct WitnessSymbol: Hashable, Sendable {
    /// What the symbol names.
    enum Entry: String, CaseIterable, Hashable, Sendable {
        case code = ""
        /// The record of an `async` function: its code and the size of its context.
        case asyncFunctionPointer = "Tu"
        /// The record of a coroutine such as `_modify2`.
        case coroutineFunctionPointer = "Twc"
        /// The record of the thunk through which a `distributed` requirement is called: it may be answered elsewhere.
        case distributedThunkPointer = "TETu"

        /// Whether it is the record of an async function.
        var isAsync: Bool { self == .asyncFunctionPointer || self == .distributedThunkPointer }
    }

    let conformingType: SymbolType
    /// The conditions of a conditional conformance.
    let conditions: SymbolSignature?
    let proto: SymbolNominal
    /// The module that declares the conformance.
    let conformanceModule: String
    /// The requirement; its context is the protocol.
    let requirement: SymbolEntity
    let entry: Entry

    /// Parses a symbol such as `$s3App5ModelVSQAASQ2eeoiySbx_xtFZTW`.
    ///
    /// - Throws: `SymbolError`, with `.notWitness` for symbols of other kinds.
    /// - Complexity: Time and memory are linear in the symbol's length times `SymbolLimits.identifierBytes`.
    init(_ symbol: some StringProtocol) throws(SymbolError) {
        var depth = 0
        try self.init(symbol, depth: &depth)
    }

    /// Parses a symbol.
    ///
    /// - Parameter depth: Set to how deeply its types and declarations are nested, at most `SymbolLimits.depth`.
    init(_ symbol: some StringProtocol, depth: inout Int) throws(SymbolError) {
        var parser = try SymbolParser(symbol)
        guard Self.entry(ofSymbol: parser.bytes) != nil else { throw parser.failure(.notWitness) }
        while !parser.rest.starts(with: "TW".utf8) {
            guard !parser.isAtEnd else { throw parser.failure(.notWitness) }
            try parser.parseOperator()
        }
        parser.beginOperator()
        parser.position += 2
        guard let entry = Entry(rawValue: String(decoding: parser.rest, as: UTF8.self)) else {
            throw parser.failure(.notWitness)
        }
        self.entry = entry
        requirement = try parser.popEntity()
        conditions = parser.popSignatureIfPresent()
        conformanceModule = try parser.popModule()
        proto = try parser.popProtocol()
        conformingType = try parser.popType()
        guard parser.operands.isEmpty else { throw parser.failure(.invalidOperand(.nothing)) }
        guard requirement.context == .type(proto) else { throw parser.failure(.invalidOperand(.protocolType)) }
        guard requirement.isRequirement else { throw parser.failure(.invalidOperand(.declaration)) }
        depth = parser.depth
    }

    /// What the symbol names if it ends as that of a witness thunk does; nil for other symbols.
    ///
    /// Costs nothing compared with parsing, so tables of symbols can be filtered with it.
    static func entry(ofSymbol bytes: some BidirectionalCollection<UInt8>) -> Entry? {
        for entry in Entry.allCases {
            let suffix = "TW\(entry.rawValue)".utf8
            if bytes.reversed().starts(with: suffix.reversed()) { return entry }
        }
        return nil
    }

    /// The mangled symbol without substitutions. It demangles to the same text.
    var mangled: String {
        var mangling = SymbolMangling()
        mangling.write("$s")
        mangling.write(conformingType)
        mangling.write(proto)
        mangling.writeModule(conformanceModule)
        if let conditions { mangling.write(conditions) }
        mangling.write(requirement)
        mangling.write("TW\(entry.rawValue)")
        return mangling.text
    }
}

extension SymbolEntity {
    /// Whether a protocol can require the declaration.
    fileprivate var isRequirement: Bool {
        switch kind {
        case .function, .initializer: true
        case .variable(let accessor), .subscript(let accessor): accessor != .property
        default: false
        }
    }
}
