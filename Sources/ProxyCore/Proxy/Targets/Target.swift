// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A forward delegate as a proxy is given it.
struct Target<Delegate> {
    /// The strong reference, nil when the target is held weakly.
    private(set) var retained: Delegate?
    /// To the target, nil when it is retained.
    private(set) var reference: WeakReference?
    private(set) var words: TargetWords?
    private(set) var facets: [TargetFacet] = []
    /// What its type implements.
    private(set) var requirements = ImplementedRequirements()
    /// Identity of its type, 0 for none.
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

    /// A target. One that is not a class instance is retained in any case: there is nothing to hold weakly.
    ///
    /// - Parameter proxy: Whose target it is; says what else it may be, and which requirements are asked for.
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

    /// The target, nil when there is none or when it is gone.
    var delegate: Delegate? {
        if let retained { return retained }
        guard let words, let object = reference?.object else { return nil }
        return withExtendedLifetime(object) {
            TargetWords.withTarget(words) { (target: inout Delegate) in target }
        }
    }
}
