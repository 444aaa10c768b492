// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolMangling {
    mutating func write(_ entity: SymbolEntity) {
        write(entity.context)
        switch entity.kind {
        case .function: writeFunction(entity)
        case .variable(let accessor):
            if let name = entity.name { write(name) }
            writeLabels(entity)
            write(entity.type)
            write("v\(accessor.rawValue)")
        case .subscript(let accessor): writeUnnamed(entity, "i\(accessor.rawValue)")
        case .initializer: writeUnnamed(entity, "fC")
        case .initializingEntry: writeUnnamed(entity, "fc")
        case .explicitClosure(let index): writeClosure(entity, "fU", index)
        case .implicitClosure(let index): writeClosure(entity, "fu", index)
        case .deallocator: write("fD")
        case .destructor: write("fd")
        case .initialValue: write("fi")
        }
        if entity.isStatic { write("Z") }
    }

    private mutating func writeFunction(_ entity: SymbolEntity) {
        if let name = entity.name { write(name) }
        writeLabels(entity)
        if let function = entity.function { writeSignature(function, isLabelled: !entity.labels.isEmpty) }
        if let signature = entity.signature { write(signature) }
        write("F")
    }

    /// Writes a subscript or an initializer, which has no name but perhaps a discriminator.
    private mutating func writeUnnamed(_ entity: SymbolEntity, _ operation: String) {
        writeLabels(entity)
        if let function = entity.function {
            writeSignature(function, isLabelled: !entity.labels.isEmpty)
            write(function.convention.rawValue)
        }
        if let signature = entity.signature {
            write(signature)
            write("u")
        }
        if let name = entity.name { write(name) }
        write(operation)
    }

    private mutating func writeClosure(_ entity: SymbolEntity, _ operation: String, _ index: Int) {
        write(entity.type)
        write(operation)
        writeIndex(index)
    }

    /// Writes a label or its absence for each parameter, also for properties of function type.
    private mutating func writeLabels(_ entity: SymbolEntity) {
        let function: SymbolFunction
        switch entity.type {
        case .function(let value), .generic(_, .function(let value)): function = value
        default: return
        }
        guard !function.parameters.isEmpty, [.escaping, .nonescaping].contains(function.convention) else { return }
        if entity.labels.isEmpty { write("y") }
        for label in entity.labels {
            if let label { writeIdentifier(label) } else { write("_") }
        }
    }
}
