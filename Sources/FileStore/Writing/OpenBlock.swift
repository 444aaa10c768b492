// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A block that calls are being added to: what its row in the table `block` lacks, and the trigrams of its texts.
final class OpenBlock {
    /// Blocks with fewer calls are searched as fast as a signature is read.
    private static let fewCalls: Int64 = 32

    let id: Int64
    /// The sums that are not written yet.
    private(set) var pending = BlockSummary()
    /// Number of calls whose texts are known.
    private(set) var calls: Int64
    /// Nil if the texts of earlier calls are unknown.
    private let trigrams: TrigramSet?
    /// The signature that the block had before.
    private let earlier: TextSignature?

    /// - Parameters:
    ///   - calls: Number of calls that the file already has. Default none.
    ///   - trigrams: Those of their texts, unless `earlier` has them; nil if they are unknown.
    ///   - earlier: The signature of those calls.
    init(id: Int64, calls: Int64 = 0, trigrams: TrigramSet? = TrigramSet(), earlier: TextSignature? = nil) {
        self.id = id
        self.calls = calls
        self.trigrams = trigrams
        self.earlier = earlier
    }

    var isFull: Bool { calls >= 1 << RecordingSchema.blockBits }

    /// Adds stored values of a call.
    func add(_ json: UnsafeRawBufferPointer) { trigrams?.insert(json) }

    /// Adds a call whose values were added.
    func add(_ row: RecordRow) {
        calls += 1
        pending.add(row)
    }

    /// Takes the pending sums; nil if there are none.
    func takePending() -> BlockSummary? {
        guard pending.count > 0 else { return nil }
        defer { pending = BlockSummary() }
        return pending
    }

    /// The signature of all calls; nil if it is unknown or not worth its room.
    var signature: TextSignature? {
        guard let trigrams, calls >= Self.fewCalls else { return nil }
        var signature = earlier ?? TextSignature(for: trigrams.count, limit: sizeLimit(trigrams))
        trigrams.forEach { signature.insert($0) }
        return signature
    }

    /// A little less than a byte per call, so that four full blocks fit onto a page of the file. Longer texts leave room
    /// for more: a thirty-second of them while two blocks fit onto a page, a sixty-fourth beyond that.
    private func sizeLimit(_ trigrams: TrigramSet) -> Int {
        let texts = trigrams.byteCount
        return max(Int(calls) * 125 / 128, min(texts / 32, 4_070), texts / 64)
    }
}
