// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A selector with the types of its requirement's arguments and result, for observing a `Proxy`.
///
/// A proxy keeps one per requirement in static storage and passes it to `forward`. Observers name it with a leading
/// dot, which the phantom parameter `Proxy` resolves: `proxy.methodInvoked(.foundCharacters)`. To offer that for a
/// proxy and its subclasses, write an extension with a superclass constraint:
///
/// ```swift
/// extension MethodSelector where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String), Return == Void {
///     public static var foundCharacters: Self { Self(XMLParserDelegateProxy.Selectors.foundCharacters) }
/// }
/// ```
///
/// - Invariant: Plain memory. The requirement behind it lives as long as the process.
@frozen
public struct MethodSelector<Proxy, Arguments, Return>: @unchecked Sendable {
    // Sendable: the memory behind the pointer is written before the value exists and never changes afterwards.
    @usableFromInline
    let site: UnsafePointer<CallSite>

    /// The same requirement, for another proxy type of the same family.
    public init<Other>(_ other: MethodSelector<Other, Arguments, Return>) {
        site = other.site
    }

    init(site: UnsafePointer<CallSite>) {
        self.site = site
    }

    /// Describes a requirement. Do this once per requirement, in a `static let`: the description is never freed.
    ///
    /// - Parameters:
    ///   - name: The full Swift name with labels, disambiguated by types if two requirements share it.
    ///   - protocolName: The protocol that declares it.
    ///   - parameters: The names of the parameters inside the method, in order; one per element of `Arguments`.
    ///   - traits: Optionality and effects. Default none.
    ///   - failure: The type of the errors of a requirement with typed throws. Default: any error.
    ///   - declaration: The requirement as its protocol declares it, for `Requirement.signature`; for a property or
    ///     subscript, with only the one accessor. Default: derived from the other parameters.
    /// - Precondition: As many parameter names as arguments.
    public init<each Argument>(
        _ name: String,
        of protocolName: String,
        parameters: [String],
        traits: Requirement.Traits = [],
        failure: (any Error.Type)? = nil,
        declaration: String? = nil
    ) where Arguments == (repeat each Argument) {
        var layout = TupleLayout()
        var sites: [ValueSite] = []
        var inouts: [InoutSite] = []
        var typeNames: [String] = []
        for type in repeat (each Argument).self {
            let offset = layout.append(type)
            if let site = InoutSite(type, index: sites.count, offset: offset) { inouts.append(site) }
            sites.append(ValueSite.ofArgument(type, offset: offset))
            typeNames.append(TypeName.of(type))
        }
        precondition(
            parameters.count == sites.count,
            "\(protocolName).\(name) has \(sites.count) arguments but \(parameters.count) parameter names"
        )
        let selector = Selector(protocolName: protocolName, name: name)
        let labels = selector.argumentLabels
        let described = parameters.indices.map { index in
            Requirement.Parameter(
                label: index < labels.count ? labels[index] : nil,
                name: parameters[index],
                typeName: typeNames[index]
            )
        }
        let requirement = Requirement(
            selector: selector,
            parameters: described,
            resultTypeName: Return.self == Void.self ? nil : TypeName.of(Return.self),
            traits: traits,
            declaration: declaration
        )
        let hookSets = TypedHookSetMaker<Arguments, Return> { (arguments: (repeat each Argument)) in
            var list: [Any] = []
            for argument in repeat each arguments { list.append(argument) }
            return list
        }
        self.init(site: Self.makeSite(requirement, sites, inouts, failure, hookSets))
    }

    /// Describes a requirement with one parameter of any type; a tuple counts as one argument.
    ///
    /// - Parameters:
    ///   - name: The full Swift name, as for several parameters.
    ///   - protocolName: The protocol that declares it.
    ///   - parameter: The name of the parameter inside the method.
    ///   - traits: Optionality and effects. Default none.
    ///   - failure: The type of the errors of a requirement with typed throws. Default: any error.
    ///   - declaration: The requirement as its protocol declares it. Default: derived from the other parameters.
    public init(
        _ name: String,
        of protocolName: String,
        parameter: String,
        traits: Requirement.Traits = [],
        failure: (any Error.Type)? = nil,
        declaration: String? = nil
    ) {
        let selector = Selector(protocolName: protocolName, name: name)
        let described = Requirement.Parameter(
            label: selector.argumentLabels.first ?? nil,
            name: parameter,
            typeName: TypeName.of(Arguments.self)
        )
        let requirement = Requirement(
            selector: selector,
            parameters: [described],
            resultTypeName: Return.self == Void.self ? nil : TypeName.of(Return.self),
            traits: traits,
            declaration: declaration
        )
        let hookSets = TypedHookSetMaker<Arguments, Return> { [$0] }
        self.init(
            site: Self.makeSite(
                requirement,
                [ValueSite.ofArgument(Arguments.self, offset: 0)],
                InoutSite(Arguments.self, index: 0, offset: 0).map { [$0] } ?? [],
                failure,
                hookSets
            )
        )
    }

    private static func makeSite(
        _ requirement: Requirement,
        _ sites: [ValueSite],
        _ inouts: [InoutSite],
        _ failure: (any Error.Type)?,
        _ hookSets: HookSetMaker
    ) -> UnsafePointer<CallSite> {
        let arguments = ValueSite.allocate(sites.count)
        _ = arguments.initialize(from: sites)
        let changed = UnsafeMutableBufferPointer<InoutSite>.allocate(capacity: inouts.count)
        _ = changed.initialize(from: inouts)
        let site = UnsafeMutablePointer<CallSite>.allocateOnLine()
        site.initialize(
            to: CallSite(
                requirement: .passRetained(requirement),
                arguments: UnsafeBufferPointer(arguments),
                inouts: UnsafeBufferPointer(changed),
                isPlain: inouts.isEmpty && CallSite.arePlain(sites),
                hasInout: !inouts.isEmpty,
                bit: CallSite.nextBit(),
                result: Return.self == Void.self ? nil : ValueSite(Return.self, offset: 0),
                hookSets: .passRetained(hookSets),
                failure: failure
            )
        )
        return UnsafePointer(site)
    }

    /// The requirement that the selector names.
    public var requirement: Requirement { site.pointee.requirement.takeUnretainedValue() }

    /// The identity of the requirement.
    public var selector: Selector { requirement.selector }
}

/// A type-erased selector, for a proxy's list of requirements.
public struct AnyMethodSelector: @unchecked Sendable {
    // Sendable: like `MethodSelector`.
    let site: UnsafePointer<CallSite>

    /// Erases the types.
    public init<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) {
        site = selector.site
    }

    /// The requirement that the selector names.
    public var requirement: Requirement { site.pointee.requirement.takeUnretainedValue() }
}
