// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolText {
    // MARK: - Functions

    mutating func write(_ function: SymbolFunction) {
        let attributes = function.attributes
        switch attributes.isolation {
        case .none: break
        case .erased: write("@isolated(any) ")
        case .caller: write("nonisolated(nonsending) ")
        case .globalActor(let type):
            write("@")
            write(type)
            write(" ")
        }
        if let kind = attributes.differentiability { write("\(kind.attribute) ") }
        if attributes.isSendable { write("@Sendable ") }
        write(function.convention.attribute)
        writeParameters(function.parameters, labels: [])
        writeResult(of: function)
    }

    /// Writes effects and result.
    private mutating func writeResult(of function: SymbolFunction) {
        let attributes = function.attributes
        if attributes.isAsync { write(" async") }
        switch attributes.throwing {
        case .never: break
        case .anyError: write(" throws")
        case .typed(let type):
            write(" throws(")
            write(type)
            write(")")
        }
        write(attributes.isResultSending ? " -> sending " : " -> ")
        if function.result.isVoid { write("Void") } else { write(function.result) }
    }

    /// Writes parameters; with labels, an unlabelled one has an underscore.
    private mutating func writeParameters(_ parameters: [SymbolElement], labels: [String?]) {
        write("(")
        writeList(Array(parameters.enumerated())) { text, parameter in
            let (index, element) = parameter
            let label = index < labels.count ? labels[index] ?? "_" : element.label
            if let label { text.write("\(label.asInSource): ") }
            text.writeParameter(element)
        }
        write(")")
    }

    private mutating func writeParameter(_ element: SymbolElement) {
        if case .function(let function) = element.type, function.convention == .escaping { write("@escaping ") }
        guard element.isVariadic else { return write(element.type) }
        writeSimple(element.type)
        write("...")
    }

    // MARK: - Declarations

    /// Writes name, generic parameters and type: `parse<T>(_: T) throws -> Bool where …`, `title: String { get }`.
    mutating func write(_ entity: SymbolEntity) {
        if entity.isStatic { write("static ") }
        write(entity.baseName)
        if let function = entity.function {
            if let signature = entity.signature { write(signature) }
            let unlabelled = [String?](repeating: nil, count: function.parameters.count)
            writeParameters(function.parameters, labels: entity.labels.isEmpty ? unlabelled : entity.labels)
            writeResult(of: function)
        } else {
            write(": ")
            write(entity.type)
        }
        if let accessor = entity.accessor { write(" { \(accessor.word) }") }
    }

    // MARK: - Generics

    mutating func write(_ signature: SymbolSignature) {
        write("<")
        let parameters = signature.parameterCounts.enumerated().flatMap { depth, count in
            (0..<count).map { (depth, $0) }
        }
        let firstDepth = names == .requirement ? 1 : 0
        writeList(parameters) { text, parameter in
            let type = SymbolType.parameter(depth: parameter.0 + firstDepth, index: parameter.1)
            if let mark = signature.mark(of: type) { text.write(mark) } else { text.write(type) }
        }
        let constraints = signature.constraints.filter { !$0.isMark }
        if !constraints.isEmpty {
            write(" where ")
            writeList(constraints) { text, constraint in text.write(constraint) }
        }
        write(">")
    }

    mutating func write(_ constraint: SymbolConstraint) {
        switch constraint {
        case .conformance(let subject, let proto): write(subject, ": ", .nominal(proto))
        case .superclass(let subject, let type): write(subject, ": ", type)
        case .sameType(let subject, let type): write(subject, " == ", type)
        case .sameShape(let subject, let type): write(subject, ".shape == ", type)
        case .layout(let subject, let layout):
            write(subject)
            write(": \(layout.text)")
        case .suppressed(let subject, let suppression):
            write(subject)
            write(": ~\(suppression.text)")
        case .pack(let subject):
            write("each ")
            write(subject)
        case .value(let subject, let type):
            write("let ")
            write(subject, ": ", type)
        }
    }

    private mutating func write(_ subject: SymbolType, _ relation: String, _ type: SymbolType) {
        write(subject)
        write(relation)
        write(type)
    }
}

extension SymbolEntity {
    /// The name without labels: `parser`, `init`, `subscript`, `==`.
    var baseName: String {
        switch kind {
        case .initializer, .initializingEntry: "init"
        case .subscript: "subscript"
        default: name?.text ?? ""
        }
    }

    /// The name with labels and accessor: `parser(_:foundCharacters:)`, `title.get`, `subscript(_:).set`.
    var fullName: String {
        var text = baseName
        if let function {
            let names = function.parameters.indices.map { ($0 < labels.count ? labels[$0] : nil) ?? "_" }
            text += "(\(names.map { "\($0.asInSource):" }.joined()))"
        }
        return text + (accessor.map { ".\($0.word)" } ?? "")
    }

    /// The declaration of a requirement as in source, with invented names of generic parameters.
    var text: String {
        var text = SymbolText(names: .requirement)
        text.write(self)
        return text.text
    }
}

extension SymbolSignature {
    /// What makes the parameter a pack or a value, if it is one.
    fileprivate func mark(of parameter: SymbolType) -> SymbolConstraint? {
        constraints.first { constraint in
            switch constraint {
            case .pack(let subject), .value(let subject, _): subject == parameter
            default: false
            }
        }
    }
}

extension SymbolConstraint {
    /// Whether it's part of the list of parameters in source.
    fileprivate var isMark: Bool {
        switch self {
        case .pack, .value: true
        default: false
        }
    }
}

extension SymbolEntity.Accessor {
    /// The keyword of the accessor.
    var word: String {
        switch self {
        case .getter: "get"
        case .setter: "set"
        case .modify: "_modify"
        case .read: "_read"
        case .modify2: "yielding mutate"
        case .read2: "yielding borrow"
        case .borrow: "borrow"
        case .mutate: "mutate"
        case .property: "property"
        }
    }
}

extension SymbolFunction.Convention {
    fileprivate var attribute: String {
        switch self {
        case .escaping, .nonescaping: ""
        case .autoclosure: "@autoclosure "
        case .escapingAutoclosure: "@autoclosure @escaping "
        case .thin: "@convention(thin) "
        case .c: "@convention(c) "
        case .block, .escapingBlock: "@convention(block) "
        }
    }
}

extension SymbolFunction.Differentiability {
    fileprivate var attribute: String {
        switch self {
        case .forward: "@differentiable(_forward)"
        case .reverse: "@differentiable(reverse)"
        case .normal: "@differentiable"
        case .linear: "@differentiable(_linear)"
        }
    }
}

extension SymbolSuppression {
    var text: String {
        switch self {
        case .copyable: "Copyable"
        case .escapable: "Escapable"
        }
    }
}

extension SymbolLayout {
    fileprivate var text: String {
        switch self {
        case .unknown: "_UnknownLayout"
        case .object: "_RefCountedObject"
        case .nativeObject: "_NativeRefCountedObject"
        case .anyClass: "AnyObject"
        case .nativeClass: "_NativeClass"
        case .trivial: "_Trivial"
        case .trivialSize(let bits, let alignment): "_Trivial(\(Self.sizes(bits, alignment)))"
        case .trivialSizeAtMost(let bits, let alignment): "_TrivialAtMost(\(Self.sizes(bits, alignment)))"
        }
    }

    private static func sizes(_ bits: Int, _ alignment: Int?) -> String {
        alignment.map { "\(bits), \($0)" } ?? "\(bits)"
    }
}
