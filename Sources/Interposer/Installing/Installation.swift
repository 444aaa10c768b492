// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore

/// An entry of a table that an interposer has.
struct InstalledEntry {
    let entry: InterposedEntry
    /// Nil if its calls are not recorded.
    private(set) var slot: Interposer.Slot?
    /// Why there is none, if it isn't the entry that says so.
    private var absence = "there is no memory for code, or the system does not allow it"
    /// `InterposedEntry.unreadCount` of earlier interposers.
    private let unreadBefore: UInt64

    init(_ entry: InterposedEntry) {
        self.entry = entry
        slot = entry.mayHavePlan ? entry.slot() : nil
        unreadBefore = entry.unreadCount
    }

    /// Number of calls since then that were not recorded, because the self check failed.
    var unreadCount: UInt64 { entry.unreadCount - unreadBefore }

    /// The same, if the entry of the table could not be changed.
    var unwritten: InstalledEntry {
        var other = self
        if slot != nil { other.absence = "the tables could not be written" }
        other.slot = nil
        return other
    }

    /// Whether it is of a table that is in memory, and not of one that was there until its library was closed.
    ///
    /// - Parameter isOn: Whether its calls are recorded. A table that was loaded since does not lead to the stub.
    func isOf(_ table: TableEntry, isOn: Bool) -> Bool {
        guard entry.isOf(table), !entry.isKnownAsClosed else { return false }
        guard isOn, let slot else { return true }
        return cinterpose_is_entered(slot.pointer)
    }

    /// What is known of it. Makes its plan if there is none yet.
    var description: Interposer.Entry {
        var description = entry.description
        if slot == nil, description.refusal == nil {
            description.refusal = absence
        }
        description.missesEarlier = slot != nil && entry.hasEarlierCopies
        return description
    }
}

/// Finds the entries of an interposer, and makes their slots.
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
    /// - Parameter isKnown: Whether an entry of a table is left out.
    func entries(except isKnown: (TableEntry) -> Bool) -> [InstalledEntry] {
        InterposeHooks.set
        return found(except: isKnown).map(InstalledEntry.init)
    }

    /// The entries that are selected, without installing anything.
    func survey() -> [Interposer.Entry] { found { _ in false }.map(\.description) }

    private func found(except isKnown: (TableEntry) -> Bool) -> [InterposedEntry] {
        let candidates = candidates().filter { !isKnown($0) }
        // The test itself calls protocols of our own.
        let isReadable = isOwn || SelfTest.isPassed
        let kept = candidates.map { KnownEntries.entry($0, recorder, isReadable: isReadable) }
        let new = zip(candidates, kept).filter { $1 == nil }.map(\.0)
        let descriptors = Set(new.map(\.conformance.descriptor))
        let protocols = descriptors.map { ($0, TypeDescriptor(at: $0).symbolName ?? "") }
        let symbols = EntrySymbols(at: new.map(\.address), protocols: Dictionary(uniqueKeysWithValues: protocols))
        return zip(candidates, kept).map { $1 ?? InterposedEntry($0, symbols, recorder, isReadable: isReadable) }
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
        /// The names of the selected types that are proxies.
        var proxies: Set<String> = []
        /// Whether protocols are selected.
        private var protocols: [UnsafeRawPointer: Bool] = [:]
        /// The records of the conformances that were added.
        private var records: Set<UnsafeRawPointer> = []

        init(_ selection: CompiledSelection, isOwn: Bool) {
            self.selection = selection
            self.isOwn = isOwn
            leavesOutOwnLibrary = InterposerRegistry.leavesOutOwnLibrary && !isOwn
        }

        /// Adds the entries of a conformance, and of those to the protocols that its protocol refines: their requirements
        /// are called through tables of their own.
        func add(_ conformance: cinterpose_conformance) {
            guard records.insert(conformance.record).inserted else { return }
            candidates += TableEntry.all(of: conformance)
            for base in TableEntry.bases(of: conformance) where mayFollow(base) { add(base) }
        }

        private func mayFollow(_ base: cinterpose_conformance) -> Bool {
            let (module, name) = (String(cString: base.module), String(sourceName: base.name))
            return !(leavesOutOwnLibrary && base.is_of_own_library) && Installation.ownModules.contains(module) == isOwn
                && selection.allows(protocol: name, of: module)
                && selection.contains(type: String(sourceName: base.type_name))
        }

        func selects(_ conformance: cinterpose_conformance) -> Bool {
            guard !(leavesOutOwnLibrary && conformance.is_of_own_library), selectsProtocol(of: conformance) else {
                return false
            }
            return selection.contains(type: String(sourceName: conformance.type_name))
        }

        private func selectsProtocol(of conformance: cinterpose_conformance) -> Bool {
            if let known = protocols[conformance.protocol] { return known }
            let (module, name) = (String(cString: conformance.module), String(sourceName: conformance.name))
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
                if found.selects(conformance.pointee) { found.add(conformance.pointee) }
                return true
            }
        }
        return found.candidates
    }

    /// The names of the selected types that are proxies, sorted; they have no entries.
    func proxies() -> [String] {
        let found = Found(selection, isOwn: isOwn)
        withExtendedLifetime(found) {
            cinterpose_each_conformance(Unmanaged.passUnretained(found).toOpaque()) { context, conformance in
                let found = Unmanaged<Found>.fromOpaque(context!).takeUnretainedValue()
                if found.selects(conformance.pointee), TableEntry.isOfProxy(conformance.pointee) {
                    found.proxies.insert(String(sourceName: conformance.pointee.type_name))
                }
                return true
            }
        }
        return found.proxies.sorted()
    }
}
