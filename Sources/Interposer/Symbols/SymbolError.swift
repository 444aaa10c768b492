// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why a symbol was refused, and where.
struct SymbolError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Code: Hashable, Sendable {
        /// The symbol isn't the witness thunk of a protocol's requirement.
        case notWitness
        /// The operator is unknown or can't be part of a witness thunk's symbol.
        case unknownOperator
        /// The operator's operands are missing or of the wrong kind.
        case invalidOperand(Operand)
        /// A number, index or identifier is damaged, or an index points nowhere.
        case invalidText
        /// A bound was exceeded: see `SymbolLimits`.
        case tooLarge
    }

    /// What an operator expected.
    enum Operand: String, Hashable, Sendable {
        case associatedType = "associated type"
        case builtin = "builtin integer or floating-point type"
        case conformance
        case constraint
        case context
        case declaration
        case existential
        case functionType = "function type"
        case genericArguments = "generic arguments"
        case identifier
        case label
        case module
        case name
        case nominalType = "nominal type"
        case protocolType = "protocol"
        case signature = "generic signature"
        case type
        case nothing = "nothing else"
    }

    let code: Code
    /// The offset of the operator, in bytes from the start of the symbol.
    let offset: Int
    /// The characters of the operator that were read. Anything that isn't printable ASCII is a question mark.
    let operation: String

    var description: String {
        let place = "offset \(offset), operator '\(operation)'"
        return switch code {
        case .notWitness: "\(place): not the symbol of a witness thunk"
        case .unknownOperator: "\(place): unknown operator"
        case .invalidOperand(let operand): "\(place): expected \(operand.rawValue)"
        case .invalidText: "\(place): damaged number or identifier"
        case .tooLarge: "\(place): too large"
        }
    }
}

/// Bounds for symbols of arbitrary files.
///
/// Substitutions repeat what was already parsed, so the size of a type can grow exponentially with the length of its
/// symbol. Types share their parts in memory, but not in mangled names and text.
enum SymbolLimits {
    /// The longest accepted symbol, in bytes.
    static let symbolBytes = 16_384
    /// The longest identifier, in bytes.
    static let identifierBytes = 2_048
    /// The size of a type or declaration: its nodes plus the bytes of its identifiers.
    static let weight = 32_768
    /// The deepest nesting of a type or declaration.
    static let depth = 128
    /// The most operands that wait for an operator.
    static let operands = 2_048
}
