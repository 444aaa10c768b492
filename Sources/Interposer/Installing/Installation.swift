// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore

/// An entry of a table that an interposer has.
struct InstalledEntry {
    /// Its address.
    let place: UInt
    var entry: Interposer.Entry
    /// Nil if its calls are not recorded.
    var slot: Interposer.Slot?
}

/// Makes the slots and plans of an interposer.
struct Installation: @unchecked Sendable {
    // Sendable: the records of conformances that it points to are never changed or freed.
    private let selection: CompiledSelection
    private let recorder: Recorder
    private let isOwn: Bool
    /// Tables of one value's own; nil for those that are selected in all images.
    private let copies: [cinterpose_conformance]?

    /// - Parameter isOwn: Whether our own protocols are meant.
    init(_ selection: Interposer.Selection, _ recorder: Recorder, isOwn: Bool = false) {
        self.selection = CompiledSelection(selection)
        self.recorder = recorder
        self.isOwn = isOwn
        copies = nil
    }

    /// - Parameter copies: The tables.
    init(_ copies: [cinterpose_conformance], _ recorder: Recorder) {
        selection = CompiledSelection(Interposer.Selection(protocols: []))
        self.recorder = recorder
        isOwn = false
        self.copies = copies
    }

    /// The entries that are selected.
    ///
    /// - Parameter known: Entries of tables that are left out.
    func entries(except known: Set<UInt> = []) -> [InstalledEntry] {
        InterposeHooks.set
        return prepared(except: known).map { install($0, $1) }
    }

    /// The entries that are selected, without installing anything.
    func survey() -> [Interposer.Entry] { prepared(except: []).map(\.1.entry) }

    private func prepared(except known: Set<UInt>) -> [(TableEntry, Preparation)] {
        let candidates = candidates().filter { !known.contains(UInt(bitPattern: $0.place)) }
        let symbols = EntrySymbols.witnesses(at: candidates.map(\.address))
        return candidates.map { ($0, prepare($0, symbols[$0.address] ?? [])) }
    }

    // MARK: Finding

    /// Modules whose protocols are left out: the standard library, which recording itself uses, and our own.
    static let ownModules: Set<String> = [
        "Swift", "_Concurrency", "Synchronization", "CallModel", "FileStore", "FoundationValues", "GRDB",
        "InspectorServer", "Interposer", "Logging", "NetworkValues", "ProgramInspection", "ProxyCore", "Reactive",
    ]

    /// Collects what is selected. Most conformances are not, so that each protocol is looked at once.
    private final class Found {
        let selection: CompiledSelection
        let isOwn: Bool
        let leavesOutOwnLibrary: Bool
        var candidates: [TableEntry] = []
        /// Whether protocols are selected.
        private var protocols: [UnsafeRawPointer: Bool] = [:]

        init(_ selection: CompiledSelection, isOwn: Bool) {
            self.selection = selection
            self.isOwn = isOwn
            leavesOutOwnLibrary = InterposerRegistry.leavesOutOwnLibrary && !isOwn
        }

        func selects(_ conformance: cinterpose_conformance) -> Bool {
            guard !(leavesOutOwnLibrary && conformance.is_of_own_library), selectsProtocol(of: conformance) else {
                return false
            }
            return selection.contains(type: String(cString: conformance.type_name))
        }

        private func selectsProtocol(of conformance: cinterpose_conformance) -> Bool {
            if let known = protocols[conformance.protocol] { return known }
            let (module, name) = (String(cString: conformance.module), String(cString: conformance.name))
            let isSelected =
                Installation.ownModules.contains(module) == isOwn && selection.contains(protocol: name, of: module)
            protocols[conformance.protocol] = isSelected
            return isSelected
        }
    }

    private func candidates() -> [TableEntry] {
        if let copies { return copies.flatMap(TableEntry.all) }
        let found = Found(selection, isOwn: isOwn)
        withExtendedLifetime(found) {
            cinterpose_each_conformance(Unmanaged.passUnretained(found).toOpaque()) { context, conformance in
                let found = Unmanaged<Found>.fromOpaque(context!).takeUnretainedValue()
                if found.selects(conformance.pointee) { found.candidates += TableEntry.all(of: conformance.pointee) }
                return true
            }
        }
        return found.candidates
    }

    // MARK: Preparing

    /// What calls are recorded with, or the reason why they are not.
    private struct Preparation {
        var entry: Interposer.Entry
        var plan: (symbol: WitnessSymbol, plan: RequirementPlan)?
    }

    private func prepare(_ candidate: TableEntry, _ symbols: [String]) -> Preparation {
        let conformance = candidate.conformance
        var entry = Interposer.Entry(
            protocolName: "\(conformance.module).\(conformance.name)",
            typeName: conformance.typeName,
            kind: candidate.requirement.entryKind,
            isAsync: candidate.requirement.is_async,
            requirement: nil,
            refusal: nil,
            limitation: nil
        )
        func refused(_ reason: String) -> Preparation {
            entry.refusal = reason
            return Preparation(entry: entry)
        }
        guard candidate.address != 0 else {
            return refused("nothing in its module calls it, so the optimizer has removed it")
        }
        guard let symbol = Self.symbol(of: conformance, among: symbols) else {
            return refused(symbols.isEmpty ? "it has no symbol" : "its symbol is not understood")
        }
        entry.requirement = symbol.requirement.fullName
        guard isOwn || SelfTest.isPassed else {
            return refused("this program passes values in a way that is not known")
        }
        let passing = RequirementPassing(
            isAsync: candidate.requirement.is_async,
            isClassBound: conformance.isClassBound,
            stability: conformance.stability
        )
        let plan = RequirementPlan(symbol, passing)
        entry.limitation = plan.limitation?.description
        return Preparation(entry: entry, plan: (symbol, plan))
    }

    private func install(_ candidate: TableEntry, _ preparation: Preparation) -> InstalledEntry {
        var installed = InstalledEntry(place: UInt(bitPattern: candidate.place), entry: preparation.entry, slot: nil)
        guard let (symbol, plan) = preparation.plan else { return installed }
        let conformance = candidate.conformance
        let recorded = plan.recorded(symbol, of: conformance.name, target: conformance.typeName, recorder: recorder)
        let made = InterposedEntry(
            plan,
            recorded,
            conformance.check,
            isAsync: candidate.requirement.is_async,
            recorder: recorder
        )
        if let slot = cinterpose_slot_for(candidate.place, candidate.requirement.is_async) {
            installed.slot = Interposer.Slot(pointer: slot, context: Unmanaged.passRetained(made).toOpaque())
        } else {
            installed.entry.refusal = "there is no memory for code, or the system does not allow it"
        }
        return installed
    }

    /// Several functions with the same code may have become one, so the names are compared.
    private static func symbol(of conformance: TableConformance, among symbols: [String]) -> WitnessSymbol? {
        let parsed = symbols.compactMap { try? WitnessSymbol($0) }
        return parsed.first { symbol in
            guard symbol.proto.name.text == conformance.name, case .nominal(let type) = symbol.conformingType else {
                return false
            }
            return type.name.text == conformance.typeName
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
            result: result.type.map { (InterposedRequirement.Value($0, at: 0), resultTypeName ?? "") },
            traits: traits,
            target: target,
            recorder: recorder
        )
    }
}
