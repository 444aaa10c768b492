// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `B`: a type of the module `Builtin`.
    mutating func parseBuiltin() throws(SymbolError) {
        let letter = try next()
        switch letter {
        case "i": try pushBuiltin("Int", letter)
        case "f": try pushBuiltin("FPIEEE", letter)
        case "v":
            let count = try readBuiltinSize()
            guard case .builtin(let element) = try popType(),
                ["i", "f", "p"].contains(element.mangled.dropFirst().first)
            else { throw failure(.invalidOperand(.builtin)) }
            let mangled = "\(element.mangled)Bv\(count)_"
            try push(type: .builtin(SymbolBuiltin(name: "Vec\(count)x\(element.name)", mangled: mangled)))
        default:
            guard let name = Self.builtinNames[Character(letter)] else { throw failure(.unknownOperator) }
            try push(type: .builtin(SymbolBuiltin(name: name, mangled: "B\(letter)")))
        }
    }

    private mutating func pushBuiltin(_ name: String, _ letter: Unicode.Scalar) throws(SymbolError) {
        let bits = try readBuiltinSize()
        try push(type: .builtin(SymbolBuiltin(name: "\(name)\(bits)", mangled: "B\(letter)\(bits)_")))
    }

    private mutating func readBuiltinSize() throws(SymbolError) -> Int {
        let size = try readIndex() - 1
        guard (1...4096).contains(size) else { throw failure(.invalidText) }
        return size
    }

    private static let builtinNames: [Character: String] = [
        "B": "UnsafeValueBuffer",
        "b": "BridgeObject",
        "c": "RawUnsafeContinuation",
        "D": "DefaultActorStorage",
        "d": "NonDefaultDistributedActorStorage",
        "e": "Executor",
        "I": "IntLiteral",
        "j": "Job",
        "o": "NativeObject",
        "p": "RawPointer",
        "w": "Word",
    ]
}
