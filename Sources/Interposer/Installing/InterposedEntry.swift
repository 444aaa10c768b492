// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import Glibc
internal import ProxyCore
internal import Synchronization

/// An entry of a witness table whose calls may be recorded.
///
/// Its symbol is read, and its plan made, when somebody asks for them or calls: a program has many entries and uses few.
/// Never freed once its slot has been switched on, because calls may be under way at any time.
final class InterposedEntry: @unchecked Sendable {
    // Sendable: the table is written by CInterpose alone.
    private let entry: TableEntry
    private let symbols: EntrySymbols
    let recorder: Recorder
    /// Whether values are passed as plans say.
    private let isReadable: Bool

    /// What is told of it.
    private final class Description: Sendable {
        let value: Interposer.Entry

        init(_ value: Interposer.Entry) { self.value = value }
    }

    private let known = AtomicLazyReference<Description>()
    /// The address of a `CompiledPlan`, or one of the two values below, which are none.
    private let plan: Atomic<UInt>
    private static let unplanned: UInt = 0
    private static let withoutPlan: UInt = 1
    private let callsWithoutPlan = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - symbols: Those of all addresses of entries.
    ///   - isReadable: Whether this process passes values as plans say: `SelfTest`. If not, no call is recorded.
    init(_ entry: TableEntry, _ symbols: EntrySymbols, _ recorder: Recorder, isReadable: Bool) {
        self.entry = entry
        self.symbols = symbols
        self.recorder = recorder
        self.isReadable = isReadable
        plan = Atomic(Self.unplanned)
    }

    /// The address of the entry.
    var place: UInt { UInt(bitPattern: entry.place) }

    var protocolName: String { entry.conformance.fullName }
    var typeName: String { entry.conformance.typeName }

    /// Whether it has what a plan is made of.
    var mayHavePlan: Bool { entry.address != 0 && symbols.contain(entry.address) && isReadable }

    /// Whether it is the entry of a table.
    func isOf(_ other: TableEntry) -> Bool {
        entry.address == other.address && entry.conformance.descriptor == other.conformance.descriptor
            && entry.conformance.typeName == other.conformance.typeName
            && entry.conformance.type?.address == other.conformance.type?.address
    }

    /// Whether it is the entry of a table, and would be read and described as one that is made now: its library may have
    /// been closed since, and loaded again.
    func isSame(as other: TableEntry, isReadable: Bool) -> Bool {
        isOf(other) && self.isReadable == isReadable && !isKnownAsClosed && hasSymbolsInMemory
    }

    /// Whether it was described when its library was closed, which it tells from then on.
    var isKnownAsClosed: Bool { known.load()?.value.refusal == Self.closed }

    private static let closed = "its library was closed"

    /// Whether the images that its symbols are of are where they were.
    private var hasSymbolsInMemory: Bool {
        [entry.conformance.descriptor, UnsafeRawPointer(bitPattern: entry.address)].compactMap(\.self)
            .allSatisfy(symbols.isLoaded)
    }

    /// Whether the runtime had copied the table when its entries were first changed. The copies are not changed.
    var hasEarlierCopies: Bool { entry.conformance.pattern.map(EarlierCopies.has) ?? false }

    /// A slot for its calls; nil if there is no memory for one. It is kept for ever then.
    func slot() -> Interposer.Slot? {
        if let pattern = entry.conformance.pattern { EarlierCopies.look(for: pattern) }
        guard let pointer = cinterpose_slot_for(entry.place, entry.requirement.is_async) else { return nil }
        KnownEntries.keep(self)
        return Interposer.Slot(
            pointer: pointer,
            context: Unmanaged.passUnretained(self).toOpaque(),
            gate: recorder.recordingByte
        )
    }

    // MARK: Describing

    /// What is known of the requirement.
    ///
    /// - Complexity: Makes a plan the first time.
    var description: Interposer.Entry {
        if let known = known.load() { return known.value }
        return known.storeIfNil(Description(prepared(named()).description)).value
    }

    // MARK: Calling

    /// The plan for calls; nil if they are not recorded.
    ///
    /// - Parameter frame: An address in the stack frame of the call.
    @inline(__always)
    func compiledPlan(at frame: UnsafeRawPointer) -> UnsafePointer<CompiledPlan>? {
        let known = plan.load(ordering: .acquiring)
        guard known > Self.withoutPlan else { return known == Self.unplanned ? makePlan(at: frame) : nil }
        return UnsafePointer(bitPattern: known)
    }

    /// Bytes of the stack that making a plan may need: 33 to 50 kB were seen in a debug build.
    private static let planBytes: UInt = 56 << 10

    /// The same for a symbol that is nested deeply: its types are written and laid out by functions that call themselves.
    private static func planBytes(depth: Int) -> UInt { planBytes + UInt(max(0, depth - 8)) * (4 << 10) }

    @inline(never)
    private func makePlan(at frame: UnsafeRawPointer) -> UnsafePointer<CompiledPlan>? {
        // Making a plan allocates, which the code that the handler of a signal interrupts may be doing.
        guard !InterposedRequirement.isInHandler, InterposedRequirement.hasRoom(at: frame, for: Self.planBytes) else {
            return putOff()
        }
        // The caller may look at the error of a system call that it made before.
        let error = errno
        defer { errno = error }
        // Two threads may both come here: a thread that waited for another might wait for the program.
        let named = named()
        // To read the symbol takes the same stack whatever it is.
        let needed = Self.planBytes(depth: named.found?.depth ?? 0)
        guard needed == Self.planBytes || InterposedRequirement.hasRoom(at: frame, for: needed) else {
            return putOff()
        }
        let prepared = prepared(named)
        _ = known.storeIfNil(Description(prepared.description))
        let wanted = prepared.plan.map { UInt(bitPattern: compiled($0)) } ?? Self.withoutPlan
        let (isFirst, other) = plan.compareExchange(
            expected: Self.unplanned,
            desired: wanted,
            ordering: .acquiringAndReleasing
        )
        let used = isFirst ? wanted : other
        return used == Self.withoutPlan ? nil : UnsafePointer(bitPattern: used)
    }

    /// Counts a call without a plan; a later one makes it.
    private func putOff() -> UnsafePointer<CompiledPlan>? {
        callsWithoutPlan.add(1, ordering: .relaxed)
        return nil
    }

    /// Number of calls that were not recorded, because the self check failed, or a plan could not be made: the
    /// stack was too small, or the handler of a signal was running.
    var unreadCount: UInt64 {
        let known = plan.load(ordering: .acquiring)
        let unread = known > Self.withoutPlan ? UnsafePointer<CompiledPlan>(bitPattern: known)?.unreadCount ?? 0 : 0
        return unread + callsWithoutPlan.load(ordering: .relaxed)
    }

    /// Uses a plan that was made elsewhere.
    func use(_ made: UnsafePointer<CompiledPlan>) { plan.store(UInt(bitPattern: made), ordering: .releasing) }

    /// What a compiled plan is made of.
    private struct Ingredients {
        /// The name of `symbol`.
        let name: String
        let symbol: WitnessSymbol
        let plan: RequirementPlan
    }

    private func compiled(_ found: Ingredients) -> UnsafePointer<CompiledPlan> {
        let conformance = entry.conformance
        return CompiledPlan.immortal(
            found.plan,
            found.plan.recorded(
                found.symbol,
                of: conformance.name,
                target: conformance.typeName,
                isLeftOut: symbols.isLeftOut(entry, named: found.name),
                recorder: recorder
            ),
            conformance.check,
            isAsync: entry.requirement.is_async
        )
    }

    // MARK: Preparing

    /// What an entry's symbols tell.
    private struct Named {
        /// Without what a plan tells.
        var told: Interposer.Entry
        /// Nil if the entry is refused.
        var found: (name: String, symbol: WitnessSymbol, depth: Int)?
    }

    /// What is told, as far as its symbols are needed for it.
    private func named() -> Named {
        let conformance = entry.conformance
        var named = Named(
            told: Interposer.Entry(
                protocolName: conformance.fullName,
                typeName: conformance.typeName,
                kind: entry.requirement.entryKind,
                isAsync: entry.requirement.is_async,
                requirement: nil,
                refusal: nil,
                limitation: nil
            )
        )
        guard entry.address != 0 else {
            named.told.refusal = "nothing in its module calls it, so the optimizer has removed it"
            return named
        }
        let names = symbols.names(at: entry.address)
        guard names.isEmpty || (entry.isLoaded && hasSymbolsInMemory) else {
            named.told.refusal = Self.closed
            return named
        }
        let (proto, type) = (conformance.name, conformance.typeSymbolName)
        switch EntryNaming(among: names, proto: proto, type: type, entry.requirement) {
        case .named(let name, let symbol, let depth):
            named.told.requirement = symbol.requirement.fullName
            if isReadable {
                named.found = (name, symbol, depth)
            } else {
                named.told.refusal = "this program passes values in a way that is not known"
            }
        case .shared: named.told.refusal = "its code is shared by several requirements"
        case .unknown:
            named.told.refusal = names.isEmpty ? symbols.absence(at: entry.address) : "its symbol is not understood"
        }
        return named
    }

    /// What is told, and what calls are recorded with unless there is a reason why they are not.
    private func prepared(_ named: Named) -> (description: Interposer.Entry, plan: Ingredients?) {
        var told = named.told
        guard let (name, symbol, _) = named.found else { return (told, nil) }
        let passing = RequirementPassing(
            isAsync: entry.requirement.is_async,
            isClassBound: entry.conformance.isClassBound,
            stability: entry.conformance.stability,
            homes: TypeHomes([entry.conformance.descriptor] + (entry.conformance.typeDescriptor.map { [$0] } ?? []))
        )
        let plan = RequirementPlan(symbol.requirement, passing)
        told.limitation = plan.limitation?.description
        return (told, Ingredients(name: name, symbol: symbol, plan: plan))
    }
}

extension TableConformance {
    /// The protocol with its module.
    fileprivate var fullName: String { "\(module).\(name)" }
}

extension RequirementPlan {
    /// The requirement for records.
    fileprivate func recorded(
        _ symbol: WitnessSymbol,
        of name: String,
        target: String,
        isLeftOut: Bool,
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
        if isLeftOut { traits.insert(.optional) }
        return InterposedRequirement(
            requirement.fullName,
            of: name,
            parameters: parameters,
            arguments: arguments.map { InterposedRequirement.Value($0.type, at: $0.offset) },
            result: result.type.map { (InterposedRequirement.Value($0, at: 0), resultTypeName ?? "") },
            traits: traits,
            target: target,
            isLeftOut: isLeftOut,
            recorder: recorder
        )
    }
}
