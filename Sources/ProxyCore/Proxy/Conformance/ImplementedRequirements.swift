// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The requirements of a proxy's protocols that a type of forward delegate implements.
struct ImplementedRequirements: @unchecked Sendable {
    // Sendable: immutable; call sites are immortal.

    /// Whether each requirement is implemented; unknown ones are missing.
    private(set) var answers: [Selector: Bool] = [:]
    /// The requirements whose calls run a default body.
    private(set) var leftOut: [UnsafePointer<CallSite>] = []

    /// Knows no requirement.
    init() {}

    private struct Key: Hashable {
        let proxy: ObjectIdentifier
        let tables: [UInt]
    }

    private static let known = ForkableMutex<[Key: ImplementedRequirements]>([:])

    /// The requirements that a forward delegate's type implements, determined once per type.
    ///
    /// - Parameters:
    ///   - tables: Its witness tables, without those of facets.
    ///   - facets: The facets it conforms to.
    static func of<Delegate>(
        _ tables: [UInt],
        facets: [TargetFacet],
        proxy: ProtocolProxy<Delegate>.Type
    ) -> ImplementedRequirements {
        let all = tables + facets.flatMap(\.words.tables)
        let key = Key(proxy: ObjectIdentifier(proxy), tables: all)
        if let known = known.withLock({ $0[key] }) { return known }
        var new = ImplementedRequirements()
        if !all.isEmpty {
            let present = Set(facets.map(\.number))
            new.find(
                proxy.requirements,
                all,
                missing: Set(proxy.facets.filter { !present.contains($0.number) }.map(\.protocolName))
            )
        }
        known.withLock { [new] in $0[key] = new }
        return new
    }

    /// - Parameter missing: Protocols that the proxy forwards but the delegate does not conform to.
    private mutating func find(_ requirements: [AnyMethodSelector], _ tables: [UInt], missing: Set<String>) {
        var found: [RequirementName: Implementation] = [:]
        for table in tables {
            found.merge(ConformanceReader.implementations(at: table)) { first, _ in first }
        }
        for requirement in requirements {
            let selector = requirement.requirement.selector
            if missing.contains(selector.protocolName) {
                answers[selector] = false
                continue
            }
            guard requirement.requirement.isOptional else {
                answers[selector] = true
                continue
            }
            switch found[RequirementName(selector)] {
            case .own: answers[selector] = true
            // A generated default body is never empty, so the empty body is the delegate's.
            case .empty where requirement.requirement.traits.contains(.reportsDefault): answers[selector] = true
            case .empty, .leftOut:
                answers[selector] = false
                leftOut.append(requirement.site)
            case nil: break
            }
        }
    }
}

extension TargetWords {
    /// The witness tables that follow the object reference.
    var tables: [UInt] { [storage.1, storage.2, storage.3].filter { $0 != 0 } }
}
