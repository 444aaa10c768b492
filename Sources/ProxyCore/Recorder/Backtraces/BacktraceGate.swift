// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The part of a recorder that decides whether a call's backtrace is recorded, and takes it.
///
/// While the selection is empty, a call only reads `isOpen`. Otherwise it looks its selector up in a table, and compares
/// names only for its selector's first call after a change.
struct BacktraceGate: ~Copyable {
    /// Frames recorded beyond the wanted ones, for those of the proxy itself.
    static let ownFrames = 8
    /// Most frames recorded for a call.
    static let mostFrames = BacktraceCapture.frameCounts.upperBound + ownFrames

    /// Whether some calls are selected.
    let isOpen = Atomic<Bool>(false)
    /// Number of the current selection.
    private let revision = Atomic<UInt64>(0)
    private let selection = ForkableMutex<Selection>(Selection())
    /// Decisions by call site; created with the first selection.
    private let decisions = Atomic<UnsafeMutablePointer<SiteTable<Decision>>?>(nil)

    fileprivate struct Selection: Sendable {
        var capture: BacktraceCapture?
        var patterns: [GlobPattern] = []
        var revision: UInt64 = 0
    }

    /// Number of the selection that was asked, and the frames to record: revision << 8 | frames.
    private struct Decision: ~Copyable {
        let word = Atomic<UInt64>(0)
    }

    deinit {
        guard let decisions = decisions.load(ordering: .relaxed) else { return }
        decisions.deinitialize(count: 1)
        decisions.deallocate()
    }

    /// The current selection; nil when it selects nothing.
    var capture: BacktraceCapture? { selection.withLock { $0.capture } }

    func select(_ capture: BacktraceCapture?) {
        let capture = capture?.clamped
        let patterns = capture?.selectors.map { GlobPattern($0) } ?? []
        selection.withLock { selection in
            if !patterns.isEmpty, decisions.load(ordering: .relaxed) == nil {
                let table = UnsafeMutablePointer<SiteTable<Decision>>.allocate(capacity: 1)
                table.initialize(to: SiteTable())
                decisions.store(table, ordering: .releasing)
            }
            selection.capture = capture
            selection.patterns = patterns
            selection.revision += 1
            revision.store(selection.revision, ordering: .releasing)
            isOpen.store(!patterns.isEmpty, ordering: .releasing)
        }
    }

    /// Most frames to record for a call; 0 when it is not selected.
    @inline(never)
    func frameLimit(of site: UnsafePointer<CallSite>) -> Int {
        guard let table = decisions.load(ordering: .acquiring),
            let entry = table.pointee.entry(for: UInt(bitPattern: site), make: { Decision() })
        else { return 0 }
        let word = entry.pointee.value.word.load(ordering: .relaxed)
        if word >> 8 == revision.load(ordering: .relaxed) { return Int(word & 0xFF) }
        let selection = self.selection.withLock { $0 }
        let limit = selection.limit(for: site.pointee.requirement.takeUnretainedValue().selector)
        entry.pointee.value.word.store(selection.revision << 8 | UInt64(limit), ordering: .relaxed)
        return limit
    }

    /// Writes the backtrace of the calling thread to `memory`, and returns the number of frames.
    ///
    /// - Parameters:
    ///   - inside: Address in a frame of the proxy. Frames further in are left out.
    ///   - isAsync: Whether the caller of that frame is an async function.
    @inline(never)
    static func capture(
        to memory: UnsafeMutableRawPointer,
        atMost limit: Int,
        inside: UnsafeRawPointer?,
        isAsync: Bool
    ) -> Int {
        cthread_frames(memory.assumingMemoryBound(to: UInt.self), limit, inside, isAsync)
    }

    /// Writes the functions that await an async one, as `capture` does.
    ///
    /// - Parameter context: The async context of that function.
    @inline(never)
    static func capture(to memory: UnsafeMutableRawPointer, atMost limit: Int, awaiting context: UnsafeRawPointer)
        -> Int
    {
        cthread_contexts(memory.assumingMemoryBound(to: UInt.self), limit, context)
    }
}

extension BacktraceGate.Selection {
    fileprivate func limit(for selector: Selector) -> Int {
        guard let capture else { return 0 }
        let isSelected =
            Self.matches(patterns, selector.name) || Self.matches(patterns, selector.protocolName)
            || Self.matches(patterns, "\(selector.protocolName).\(selector.name)")
        return isSelected ? capture.frames + BacktraceGate.ownFrames : 0
    }

    private static func matches(_ patterns: [GlobPattern], _ text: String) -> Bool {
        patterns.contains { $0.matches(text) }
    }
}
