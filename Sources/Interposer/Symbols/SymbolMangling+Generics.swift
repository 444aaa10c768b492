// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolMangling {
    mutating func write(_ signature: SymbolSignature) {
        for constraint in signature.constraints { write(constraint) }
        if signature.parameterCounts != [1] {
            write("r")
            for count in signature.parameterCounts {
                if count == 0 { write("z") } else { writeIndex(count - 1) }
            }
        }
        write("l")
    }

    mutating func write(_ constraint: SymbolConstraint) {
        switch constraint {
        case .conformance(let subject, let proto):
            write(proto)
            write(subject, "", "Q")
        case .superclass(let subject, let type):
            write(type)
            write(subject, "b", "B")
        case .sameType(let subject, let type):
            write(type)
            write(subject, "s", "S")
        case .sameShape(let subject, let type):
            write(type)
            write("Rh")
            writeIndex(of: subject)
        case .layout(let subject, let layout):
            write(subject, "l", "L")
            write(layout)
        case .suppressed(let subject, let suppression): writeSuppressed(subject, suppression)
        case .pack(let subject):
            write("Rv")
            writeIndex(of: subject)
        case .value(let subject, let type):
            write(type)
            write("RV")
            writeIndex(of: subject)
        }
    }

    /// Writes the constrained type: a parameter's index behind the operator, or any other type before it.
    private mutating func write(_ subject: SymbolType, _ parameterLetter: String, _ typeLetter: String) {
        switch subject {
        case .parameter, .existentialSelf:
            write("R\(parameterLetter)")
            writeIndex(of: subject)
        default:
            write(subject)
            write("R\(typeLetter)")
        }
    }

    private mutating func writeSuppressed(_ subject: SymbolType, _ suppression: SymbolSuppression) {
        switch subject {
        case .parameter, .existentialSelf:
            write("Ri")
            writeIndex(suppression.rawValue)
            writeIndex(of: subject)
        default:
            write(subject)
            write("RI")
            writeIndex(suppression.rawValue)
        }
    }

    private mutating func write(_ layout: SymbolLayout) {
        switch layout {
        case .unknown: write("U")
        case .object: write("R")
        case .nativeObject: write("N")
        case .anyClass: write("C")
        case .nativeClass: write("D")
        case .trivial: write("T")
        case .trivialSize(let bits, let alignment): writeSizes("E", "e", bits, alignment)
        case .trivialSizeAtMost(let bits, let alignment): writeSizes("M", "m", bits, alignment)
        }
    }

    private mutating func writeSizes(_ both: String, _ sizeOnly: String, _ bits: Int, _ alignment: Int?) {
        write(alignment == nil ? sizeOnly : both)
        writeIndex(bits)
        if let alignment { writeIndex(alignment) }
    }
}
