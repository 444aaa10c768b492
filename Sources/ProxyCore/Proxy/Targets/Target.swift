// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A forward delegate, held strongly or weakly.
struct Target<Delegate> {
    /// The strong reference, nil when the target is held weakly.
    private(set) var retained: Delegate?
    /// A weak reference to the target, nil when it is retained.
    private(set) var reference: WeakReference?
    private(set) var words: TargetWords?
    private(set) var facets: [TargetFacet] = []
    /// The requirements that its type implements.
    private(set) var requirements = ImplementedRequirements()
    /// Identity of its type, 0 for no target.
    private(set) var type: UInt = 0
    let typeName: String?

    var holding: TargetHolding {
        if words != nil { return retained == nil ? .weakWords : .words }
        return retained == nil ? .nothing : .value
    }

    /// No target.
    init() {
        typeName = nil
    }

    /// Creates a target. A value that is not a class instance is always retained.
    ///
    /// - Parameter proxy: Type of the proxy, which lists the facets and requirements.
    init(_ delegate: Delegate, retain: Bool, proxy: ProtocolProxy<Delegate>.Type) {
        words = TargetWords(delegate)
        if words != nil {
            facets = proxy.facets.compactMap { facet in
                facet.words(delegate).map { TargetFacet(number: facet.number, words: $0) }
            }
        }
        if retain || words == nil { retained = delegate } else { reference = WeakReference(delegate as AnyObject) }
        let dynamicType: Any.Type = Swift.type(of: delegate as Any)
        typeName = String(describing: dynamicType)
        type = UInt(bitPattern: ObjectIdentifier(dynamicType))
        requirements = .of(WitnessTable.addresses(of: delegate), facets: facets, proxy: proxy)
    }

    /// The target, nil when there is none or it is gone.
    var delegate: Delegate? {
        if let retained { return retained }
        guard let words, let object = reference?.object else { return nil }
        return withExtendedLifetime(object) {
            TargetWords.withTarget(words) { (target: inout Delegate) in target }
        }
    }
}
