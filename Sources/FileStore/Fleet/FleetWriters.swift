// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The writers of the processes that sent something last. Those of others are made anew when they send again: a recording
/// gets processes as long as it is written, and each writer has names, sums and signatures of blocks in memory.
struct FleetWriters {
    /// Number of writers that are kept between two transactions, of about 100 KiB each: more than the processes that a
    /// server gets calls of at the same time.
    static let limit = 1_024

    private var recent = RecentlyUsed<FleetWriter>()

    var count: Int { recent.count }

    /// The writer of a batch's process.
    mutating func writer(of batch: FleetBatch, _ db: Database) throws -> FleetWriter {
        let epoch = batch.process.epoch
        if let writer = recent.value(epoch) { return writer }
        let writer = try FleetWriter(batch.process, firstCallAt: FleetWriter.firstStart(batch), db)
        recent.add(writer, epoch)
        return writer
    }

    /// Forgets the writer of a process of which a batch was rolled back.
    mutating func forget(_ epoch: String) { recent.remove(epoch) }

    /// Lets the writers go that were not used for the longest time, at the end of a transaction.
    mutating func rest(_ db: Database) throws {
        for writer in recent.removeOldest(beyond: Self.limit) { try writer.writeSignatures(db) }
    }

    /// Forgets the rows of proxies, of which some may have been deleted.
    func forgetProxies() {
        for writer in recent.values { writer.forgetProxies() }
    }

    /// Writes what makes searches fast, at the end of the recording.
    func writeSignatures(_ db: Database) throws {
        for writer in recent.values { try writer.writeSignatures(db) }
    }
}
