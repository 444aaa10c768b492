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
        /// The protocol with its module: `App.LampDelegate`.
        public let protocolName: String
        /// The conforming type.
        public let typeName: String
        /// The requirement's name with its labels; nil in a program without symbols.
        public let requirement: String?
        /// Why its calls are not recorded; nil if they are.
        public let refusal: String?
    }

    /// The entries of all tables that matched.
    public let entries: [Entry]
    private let slots: [Slot]

    /// A slot of CInterpose.
    struct Slot: @unchecked Sendable {
        // Sendable: CInterpose's functions can be called from any thread.
        let pointer: UnsafeMutablePointer<cinterpose_slot>
        /// Our `InterposedEntry`, which is never freed.
        let context: UnsafeMutableRawPointer
    }

    init(entries: [Entry], slots: [Slot]) {
        self.entries = entries
        self.slots = slots
    }

    /// Records the calls of all protocols whose name matches a pattern.
    ///
    /// - Parameters:
    ///   - pattern: A protocol's name, or with its module: `App.LampDelegate`. `*` matches any run of characters. Protocols
    ///     of the standard library are left out. A table that another interposer has is taken over.
    ///   - recorder: Default `Recorder.shared`.
    /// - Complexity: Reads all conformances of the process and the symbols of its images: some milliseconds to a few
    ///   tenths of a second.
    public static func install(_ pattern: String, recorder: Recorder = .shared) -> Interposer {
        let interposer = Installation(pattern, recorder).make()
        interposer.resume()
        return interposer
    }

    /// Puts the tables back, except for those that a later interposer has taken over. Calls under way are recorded to
    /// their ends.
    public func remove() { switchSlots(slots.filter { cinterpose_context($0.pointer) == $0.context }, isOn: false) }

    /// Records again after `remove`. Tables of other interposers are taken over.
    public func resume() {
        for slot in slots { cinterpose_set_context(slot.pointer, slot.context) }
        switchSlots(slots, isOn: true)
    }

    private func switchSlots(_ slots: [Slot], isOn: Bool) {
        slots.map(\.pointer).withUnsafeBufferPointer { pointers in
            guard let first = pointers.baseAddress else { return }
            _ = cinterpose_switch(first, pointers.count, isOn)
        }
    }
}
