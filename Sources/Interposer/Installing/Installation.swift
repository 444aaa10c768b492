// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore

/// Makes the slots and plans of an interposer.
struct Installation {
    private let pattern: TextPattern
    private let recorder: Recorder
    private let isOwn: Bool

    /// An entry of a table that matches.
    private struct Candidate {
        let conformance: Conformance
        let entry: UnsafeMutablePointer<UnsafeMutableRawPointer?>
        let requirement: cinterpose_requirement
        /// What the entry leads to, without a stub.
        let address: UInt
    }

    /// A conformance, with the texts that C points to.
    private struct Conformance {
        let module: String
        let name: String
        let typeName: String
        let table: UnsafeMutablePointer<UnsafeMutableRawPointer?>
        let isClassBound: Bool
    }

    /// - Parameter isOwn: Whether our own protocols are meant.
    init(_ pattern: String, _ recorder: Recorder, isOwn: Bool = false) {
        self.pattern = .glob(pattern)
        self.recorder = recorder
        self.isOwn = isOwn
    }

    func make() -> Interposer {
        InterposeHooks.set
        let candidates = candidates()
        let symbols = EntrySymbols.witnesses(at: candidates.map(\.address))
        var entries: [Interposer.Entry] = []
        var slots: [Interposer.Slot] = []
        for candidate in candidates {
            let outcome = prepare(candidate, symbols[candidate.address] ?? [])
            entries.append(outcome.entry)
            if let slot = outcome.slot { slots.append(slot) }
        }
        return Interposer(entries: entries, slots: slots)
    }

    // MARK: Finding

    /// Modules whose protocols are left out: the standard library, which recording itself uses, and our own.
    private static let ownModules: Set<String> = [
        "Swift", "_Concurrency", "Synchronization", "CallModel", "FileStore", "FoundationValues", "InspectorServer",
        "Interposer", "NetworkValues", "ProxyCore", "Reactive",
    ]

    private final class Found {
        let isWanted: (String, String) -> Bool
        var candidates: [Candidate] = []
        init(_ isWanted: @escaping (String, String) -> Bool) { self.isWanted = isWanted }
    }

    private func candidates() -> [Candidate] {
        let found = Found { [pattern, isOwn, ownModules = Self.ownModules] module, name in
            var scratch = MatchScratch()
            return ownModules.contains(module) == isOwn
                && (pattern.matches(name, &scratch) || pattern.matches("\(module).\(name)", &scratch))
        }
        withExtendedLifetime(found) {
            cinterpose_each_conformance(Unmanaged.passUnretained(found).toOpaque()) { context, conformance in
                let found = Unmanaged<Found>.fromOpaque(context!).takeUnretainedValue()
                Self.look(at: conformance.pointee, found)
                return true
            }
        }
        return found.candidates
    }

    private static func look(at conformance: cinterpose_conformance, _ found: Found) {
        let (module, name) = (String(cString: conformance.module), String(cString: conformance.name))
        guard found.isWanted(module, name) else { return }
        var conformance = conformance
        if let type = cinterpose_conforming_type(&conformance),
            ProxyTypes.contains(unsafeBitCast(type, to: (Any.Type).self))
        {
            return
        }
        guard let table = conformance.table ?? cinterpose_make_table(&conformance) else { return }
        let known = Conformance(
            module: module,
            name: name,
            typeName: String(cString: conformance.type_name),
            table: table,
            isClassBound: conformance.is_class_bound
        )
        for index in 0..<conformance.requirement_count {
            let requirement = cinterpose_requirement_at(conformance.protocol, index)
            let entry = table + 1 + Int(index)
            guard requirement.isCallable, let address = cinterpose_original(entry) else { continue }
            found.candidates.append(
                Candidate(
                    conformance: known,
                    entry: entry,
                    requirement: requirement,
                    address: UInt(bitPattern: address)
                )
            )
        }
    }

    // MARK: Preparing

    private func prepare(
        _ candidate: Candidate,
        _ symbols: [String]
    ) -> (entry: Interposer.Entry, slot: Interposer.Slot?) {
        let conformance = candidate.conformance
        func entry(_ requirement: String?, _ refusal: String?) -> Interposer.Entry {
            Interposer.Entry(
                protocolName: "\(conformance.module).\(conformance.name)",
                typeName: conformance.typeName,
                requirement: requirement,
                refusal: refusal
            )
        }
        guard let symbol = Self.symbol(of: conformance, among: symbols) else {
            return (entry(nil, symbols.isEmpty ? "it has no symbol" : "its symbol is not understood"), nil)
        }
        let name = symbol.requirement.fullName
        guard isOwn || SelfTest.isPassed else {
            return (entry(name, "this program passes values in a way that is not known"), nil)
        }
        let plan: RequirementPlan
        do {
            plan = try RequirementPlan(
                symbol,
                isAsync: candidate.requirement.is_async,
                isClassBound: conformance.isClassBound
            )
        } catch {
            return (entry(name, "\(error)"), nil)
        }
        let recorded = plan.recorded(symbol, of: conformance.name, target: conformance.typeName, recorder: recorder)
        let made = InterposedEntry(
            plan,
            recorded,
            table: UnsafeRawPointer(conformance.table),
            isAsync: candidate.requirement.is_async,
            recorder: recorder
        )
        guard let made else { return (entry(name, plan.refusal?.description ?? "an argument is not known"), nil) }
        guard let slot = cinterpose_slot_for(candidate.entry, candidate.requirement.is_async) else {
            return (entry(name, "there is no memory for code, or the system does not allow it"), nil)
        }
        return (entry(name, nil), Interposer.Slot(pointer: slot, context: Unmanaged.passRetained(made).toOpaque()))
    }

    /// Several functions with the same code may have become one, so the names are compared.
    private static func symbol(of conformance: Conformance, among symbols: [String]) -> WitnessSymbol? {
        let parsed = symbols.compactMap { try? WitnessSymbol($0) }
        return parsed.first { symbol in
            guard symbol.proto.name.text == conformance.name, case .nominal(let type) = symbol.conformingType else {
                return false
            }
            return type.name.text == conformance.typeName
        }
    }
}

extension cinterpose_requirement {
    /// Whether the requirement is called like a function. Coroutines are not, and other kinds not at all.
    fileprivate var isCallable: Bool {
        switch cinterpose_kind(UInt32(kind)) {
        case CINTERPOSE_METHOD, CINTERPOSE_INIT, CINTERPOSE_GETTER, CINTERPOSE_SETTER: true
        default: false
        }
    }
}

extension RequirementPlan {
    /// The requirement for records.
    fileprivate func recorded(
        _ symbol: WitnessSymbol,
        of name: String,
        target: String,
        recorder: Recorder
    ) -> InterposedRequirement {
        let requirement = symbol.requirement
        let parameters = requirement.passedParameters.enumerated().map { index, parameter in
            Requirement.Parameter(
                label: parameter.label,
                name: parameter.label ?? (requirement.accessor == .setter && index == 0 ? "newValue" : ""),
                typeName: parameter.type.text(names: .requirement)
            )
        }
        var traits: Requirement.Traits = []
        if requirement.isAsync { traits.insert(.async) }
        if requirement.throwing != .never { traits.insert(.throwing) }
        return InterposedRequirement(
            requirement.fullName,
            of: name,
            parameters: parameters,
            arguments: arguments.map { InterposedRequirement.Value($0.type, at: $0.offset) },
            result: resultType.map { (InterposedRequirement.Value($0, at: 0), resultTypeName ?? "") },
            traits: traits,
            target: target,
            recorder: recorder
        )
    }

    private var resultType: (Any.Type)? {
        switch result {
        case .none: nil
        case .registers(_, _, let type), .memory(_, let type): type
        case .undecoded: UndecodedValue.self
        }
    }
}
