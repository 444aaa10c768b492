// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolType {
    /// The mangled name without substitutions and without a prefix.
    var mangled: String {
        var mangling = SymbolMangling()
        mangling.write(self)
        return mangling.text
    }

    /// The mangled name for `swift_getTypeByMangledNameInContext`: as `mangled`, without the standard library's marker
    /// protocols. See `isConcrete`.
    var runtimeName: String {
        var mangling = SymbolMangling(omitsMarkers: true)
        mangling.write(self)
        return mangling.text
    }
}

extension SymbolMangling {
    mutating func write(_ type: SymbolType) {
        switch type {
        case .nominal(let nominal): write(nominal)
        case .builtin(let builtin): write(builtin.mangled)
        case .tuple(let elements): write(elements)
        case .function(let function):
            writeSignature(function)
            write(function.convention.rawValue)
        case .existential(let existential): write(existential)
        case .metatype(let instance): write(instance, then: "m")
        case .existentialMetatype(let instance): write(instance, then: "Xp")
        case .parameter(0, 0): write("x")
        case .parameter, .existentialSelf:
            write("q")
            writeIndex(of: type)
        case .member(let base, let name, let proto): writeMember(of: base, name: name, in: proto)
        case .modified(let modifier, let inner): write(inner, then: modifier.rawValue)
        case .pack(let elements):
            writeList(elements) { mangling, element in mangling.write(element) }
            write("QP")
        case .packExpansion(let pattern, let count):
            write(pattern)
            write(count, then: "Qp")
        case .integer(let value):
            write(value < 0 ? "$n" : "$")
            writeIndex(abs(value))
        case .generic(let signature, let inner):
            write(inner)
            write(signature)
            write("u")
        }
    }

    private mutating func write(_ type: SymbolType, then operation: String) {
        write(type)
        write(operation)
    }

    /// Writes the list, with a mark behind its first element or in place of its elements.
    mutating func writeList<Element>(_ elements: [Element], _ writeElement: (inout Self, Element) -> Void) {
        if elements.isEmpty { write("y") }
        for (index, element) in elements.enumerated() {
            writeElement(&self, element)
            if index == 0 { write("_") }
        }
    }

    private mutating func write(_ elements: [SymbolElement]) {
        writeList(elements) { mangling, element in
            mangling.write(element.type)
            if let label = element.label { mangling.writeIdentifier(label) }
            if element.isVariadic { mangling.write("d") }
        }
        write("t")
    }

    private mutating func writeMember(of base: SymbolType, name: String, in proto: SymbolNominal?) {
        var isParameter = false
        if case .parameter = base { isParameter = true } else { write(base) }
        writeIdentifier(name)
        if let proto { write(proto) }
        write(isParameter ? base == .parameter(depth: 0, index: 0) ? "Qz" : "Qy" : "Qx")
        if isParameter, base != .parameter(depth: 0, index: 0) { writeIndex(of: base) }
    }

    /// Writes the depth and index of a generic parameter.
    mutating func writeIndex(of parameter: SymbolType) {
        switch parameter {
        case .parameter(0, 0): write("z")
        case .parameter(0, let index): writeIndex(index - 1)
        case .parameter(let depth, let index):
            write("d")
            writeIndex(depth - 1)
            writeIndex(index)
        default: write("s")
        }
    }

    private mutating func write(_ existential: SymbolExistential) {
        let protocols = omitsMarkers ? existential.protocols.filter { !$0.isMarker } : existential.protocols
        writeList(protocols) { mangling, proto in mangling.write(proto) }
        if let superclass = existential.superclass {
            write(superclass, then: "Xc")
        } else {
            write(existential.isClassBound ? "Xl" : "p")
        }
        guard !existential.constraints.isEmpty else { return }
        writeList(existential.constraints) { mangling, constraint in mangling.write(constraint) }
        write("XP")
    }

    // MARK: - Functions

    /// Writes result, parameters and attributes.
    ///
    /// - Parameter isLabelled: Whether the parameters of a declaration have labels, which makes even one a tuple.
    mutating func writeSignature(_ function: SymbolFunction, isLabelled: Bool = false) {
        if function.result.isVoid { write("y") } else { write(function.result) }
        if isLabelled { write(function.parameters) } else { writeParameters(function.parameters) }
        let attributes = function.attributes
        if attributes.isAsync { write("Ya") }
        if attributes.isSendable { write("Yb") }
        switch attributes.throwing {
        case .never: break
        case .anyError: write("K")
        case .typed(let type): write(type, then: "YK")
        }
        if let kind = attributes.differentiability { write("Yj\(kind.rawValue)") }
        switch attributes.isolation {
        case .none: break
        case .erased: write("YA")
        case .caller: write("YC")
        case .globalActor(let type): write(type, then: "Yc")
        }
        if attributes.isResultSending { write("YT") }
    }

    /// Writes nothing but a type for a single plain parameter, else a tuple.
    private mutating func writeParameters(_ parameters: [SymbolElement]) {
        if parameters.isEmpty { return write("y") }
        guard parameters.count == 1, let only = parameters.first, only.label == nil, !only.isVariadic else {
            return write(parameters)
        }
        switch only.type {
        case .tuple, .packExpansion, .modified: write(parameters)
        default: write(only.type)
        }
    }
}
