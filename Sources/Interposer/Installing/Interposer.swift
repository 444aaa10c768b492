// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
public import ProxyCore
internal import Synchronization

/// Records the calls of protocols by their witness tables: without proxies, annotations or changes of the program.
///
/// ```swift
/// let interposer = Interposer.install("*Delegate")
/// ```
///
/// A call through a protocol, by an existential or a generic parameter, is recorded whatever the type of its target. A
/// call that the compiler has made direct is not; see docs/interposition.md.
///
/// - Invariant: Callable from any thread, while other threads call.
public final class Interposer: Sendable {
    /// What is known of a requirement.
    public struct Entry: Sendable, Hashable {
        /// Kinds of requirements that are called like functions.
        public enum Kind: String, Sendable, Hashable {
            case method, initializer, getter, setter
        }

        /// The protocol with its module: `App.LampDelegate`.
        public let protocolName: String
        /// The conforming type.
        public let typeName: String
        /// How the requirement is declared.
        public let kind: Kind
        /// Whether the requirement is `async`.
        public let isAsync: Bool
        /// The requirement's name with its labels; nil in a program without symbols.
        public internal(set) var requirement: String?
        /// Why its calls are not recorded; nil if they are.
        public internal(set) var refusal: String?
        /// Why only the name, the time and whether they threw is recorded of its calls; nil if arguments and results are.
        public internal(set) var limitation: String?
        /// Whether the type is generic and its conformance was used before it was first interposed. The runtime had then
        /// made tables for some generic arguments, which are not changed: calls through those are not recorded.
        public internal(set) var missesEarlier = false

        /// What `survey` says of it, which does not know of earlier uses.
        package var surveyed: Entry {
            var surveyed = self
            surveyed.missesEarlier = false
            return surveyed
        }
    }

    /// Number of this interposer in the process, from 1.
    public let id: Int
    /// The protocols and types whose calls are recorded.
    public let selection: Selection
    /// The recorder of the calls.
    public let recorder: Recorder

    /// A slot of CInterpose.
    struct Slot: @unchecked Sendable {
        // Sendable: CInterpose's functions can be called from any thread.
        let pointer: UnsafeMutablePointer<cinterpose_slot>
        /// Our `InterposedEntry`, which is never freed.
        let context: UnsafeMutableRawPointer
        /// A byte whose lowest bit says whether calls are recorded. The entry keeps it alive.
        let gate: UnsafePointer<UInt8>

        /// Calls of the entry are recorded from here on.
        func take() { cinterpose_set_context(pointer, context, gate) }
    }

    /// What is interposed. It is found outside of the lock, because that may wait for the loader, and a thread that loads
    /// an image may wait for the lock.
    private struct State {
        var isOn = false
        var installed: [InstalledEntry] = []
        /// Why there is nothing.
        var refusal: Entry?
        /// Where the entry of each place is in `installed`.
        var indices: [UInt: Int] = [:]
        /// Those whose entries could not be written when they were last switched on.
        var unwritten: Set<UInt> = []

        /// Adds entries, each in place of one of a table that had its memory before.
        mutating func add(_ entries: [InstalledEntry]) {
            for entry in entries {
                if let index = indices[entry.entry.place] {
                    installed[index] = entry
                } else {
                    indices[entry.entry.place] = installed.count
                    installed.append(entry)
                }
            }
        }

        /// What is installed, without the slots of those that could not be written.
        var written: [InstalledEntry] {
            unwritten.isEmpty
                ? installed : installed.map { unwritten.contains($0.entry.place) ? $0.unwritten : $0 }
        }
    }

    private let installation: Installation
    /// The tables of `inspect`, by their addresses; none if there is a selection.
    private let copies: [UInt]
    private let state = Mutex(State())

    init(_ selection: Selection, _ recorder: Recorder, isOwn: Bool = false) {
        self.selection = selection
        self.recorder = recorder
        id = isOwn ? 0 : InterposerRegistry.nextID()
        installation = Installation(selection, recorder, isOwn: isOwn)
        copies = []
        update()
    }

    /// - Parameter copies: Tables of one value's own.
    init(_ copies: [cinterpose_conformance], _ recorder: Recorder) {
        selection = Selection(
            protocols: copies.map { "\(String(cString: $0.module)).\(String(sourceName: $0.name))" },
            types: Array(Set(copies.map { String(sourceName: $0.type_name) })).sorted()
        )
        self.recorder = recorder
        id = InterposerRegistry.nextID()
        installation = Installation(copies, recorder)
        self.copies = Interposer.addresses(copies)
        update()
    }

    /// Records nothing, for a reason.
    init(refusing protocolName: String, _ reason: String, _ recorder: Recorder) {
        selection = Selection(protocols: [])
        self.recorder = recorder
        id = InterposerRegistry.nextID()
        installation = Installation([], recorder)
        copies = []
        let entry = Entry(
            protocolName: protocolName,
            typeName: "",
            kind: .method,
            isAsync: false,
            requirement: nil,
            refusal: reason,
            limitation: nil
        )
        state.withLock { $0.refusal = entry }
    }

    private static func addresses(_ tables: [cinterpose_conformance]) -> [UInt] {
        tables.map { UInt(bitPattern: $0.table) }
    }

    /// The one that records the calls of some tables of one value's own; nil if none does.
    ///
    /// - Parameter copies: The tables, which a recorder has for itself.
    static func recording(_ copies: [cinterpose_conformance]) -> Interposer? {
        let wanted = addresses(copies)
        return wanted.isEmpty ? nil : InterposerRegistry.all.first { $0.copies == wanted }
    }

    /// The interposers that record now, in the order in which they began.
    public static var installed: [Interposer] { InterposerRegistry.all }

    /// The entries of all tables that matched.
    ///
    /// - Complexity: Works out how each requirement is passed, unless it has been called or asked for: some tens of
    ///   microseconds each.
    public var entries: [Entry] {
        let (installed, refusal) = state.withLock { ($0.written, $0.refusal) }
        return installed.map(\.description) + (refusal.map { [$0] } ?? [])
    }

    /// The entries of the tables of one protocol.
    package func entries(ofProtocol name: String) -> [Entry] {
        state.withLock { $0.written }.filter { $0.entry.protocolName == name }.map(\.description)
    }

    /// How much is interposed.
    package var extent: Extent { Extent(state.withLock { $0.written }) }

    /// The names of the proxies that are selected, sorted. They are not interposed, because they record their calls.
    package var proxies: [String] { installation.proxies() }

    /// How much of each protocol is interposed by any of some interposers.
    package static func extents(of interposers: [Interposer]) -> [String: Extent] {
        var places: Set<UInt> = []
        let all = interposers.flatMap { $0.state.withLock { $0.written } }
        // The calls go to the interposer that took the table over last.
        let unread = Dictionary(grouping: all) { $0.entry.protocolName }
        return Dictionary(grouping: all.filter { places.insert($0.entry.place).inserted }) { $0.entry.protocolName }
            .mapValues { entries in Extent(entries, unreadBy: unread[entries[0].entry.protocolName] ?? entries) }
    }

    /// Leaves the library that this code is in out of everything from here on. The inspector's library has a server and a
    /// database in it, and must not record what they do.
    package static func leaveOutOwnLibrary() { InterposerRegistry.leaveOutOwnLibrary() }

    /// Records the calls of all protocols whose name matches a pattern.
    ///
    /// - Parameters:
    ///   - pattern: A protocol's name, or with its module: `App.LampDelegate`. `*` matches any run of characters. The
    ///     protocols that it refines are recorded with it. Protocols of the standard library are left out. A table that
    ///     another interposer has is taken over.
    ///   - recorder: Default `Recorder.shared`.
    /// - Complexity: Reads all conformances of the process and the symbols of its images: some milliseconds to a few
    ///   tenths of a second.
    public static func install(_ pattern: String, recorder: Recorder = .shared) -> Interposer {
        install(Selection(protocols: [pattern]), recorder: recorder)
    }

    /// Records the calls of all protocols and types that are selected.
    ///
    /// - Parameter recorder: Default `Recorder.shared`.
    /// - Complexity: As that of `install(_:recorder:)` with a pattern.
    public static func install(_ selection: Selection, recorder: Recorder = .shared) -> Interposer {
        let interposer = Interposer(selection, recorder)
        interposer.resume()
        return interposer
    }

    /// Adds what is selected in images that were loaded meanwhile, also where another one was that the program has closed.
    public func update() {
        let (installed, indices, isOn) = state.withLock { ($0.installed, $0.indices, $0.isOn) }
        let found = installation.entries { table in
            indices[UInt(bitPattern: table.place)].map { installed[$0].isOf(table, isOn: isOn) } ?? false
        }
        InterposerRegistry.turn.withLock { _ in
            let isOn = state.withLock { state in
                state.add(found)
                return state.isOn
            }
            if isOn { start(found.compactMap(\.slot)) }
        }
    }

    /// Puts the tables back, except for those that another interposer has, which it goes on with. Calls under way are
    /// recorded to their ends.
    public func remove() {
        InterposerRegistry.turn.withLock { _ in
            let slots = switched(isOn: false).filter { cinterpose_context($0.pointer) == $0.context }
            InterposerRegistry.remove(self)
            var heirs: [UnsafeMutablePointer<cinterpose_slot>: Slot] = [:]
            for other in InterposerRegistry.all {
                for slot in other.state.withLock({ $0.installed }).compactMap(\.slot) {
                    heirs[slot.pointer] = slot
                }
            }
            // Not `?.take()`: Swift 6.3.1, without optimisation, calls it for an element that is missing.
            for slot in slots { if let heir = heirs[slot.pointer] { heir.take() } }
            switchSlots(slots.filter { heirs[$0.pointer] == nil }, isOn: false)
        }
    }

    /// Records again after `remove`. Tables of other interposers are taken over.
    public func resume() {
        InterposerRegistry.turn.withLock { _ in
            InterposerRegistry.add(self)
            start(switched(isOn: true))
        }
    }

    /// Notes the wanted state, and returns all slots.
    private func switched(isOn: Bool) -> [Slot] {
        state.withLock { state in
            state.isOn = isOn
            return state.installed.compactMap(\.slot)
        }
    }

    private func start(_ slots: [Slot]) {
        for slot in slots { slot.take() }
        switchSlots(slots, isOn: true)
        let places = slots.map { UInt(bitPattern: cinterpose_entry_of($0.pointer)) }
        let areWritten = slots.map { cinterpose_was_written($0.pointer) }
        state.withLock { state in
            for (place, isWritten) in zip(places, areWritten) {
                if isWritten { state.unwritten.remove(place) } else { state.unwritten.insert(place) }
            }
        }
    }

    private func switchSlots(_ slots: [Slot], isOn: Bool) {
        slots.map(\.pointer).withUnsafeBufferPointer { pointers in
            guard let first = pointers.baseAddress else { return }
            _ = cinterpose_switch(first, pointers.count, isOn)
        }
    }
}
