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

    private struct Entry {
        let writer: FleetWriter
        var use: UInt64
    }

    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    var count: Int { entries.count }

    /// The writer of a batch's process.
    mutating func writer(of batch: FleetBatch, _ db: Database) throws -> FleetWriter {
        let epoch = batch.process.epoch
        uses += 1
        if let entry = entries[epoch] {
            entries[epoch]?.use = uses
            return entry.writer
        }
        let writer = try FleetWriter(batch.process, firstCallAt: FleetWriter.firstStart(batch), db)
        entries[epoch] = Entry(writer: writer, use: uses)
        return writer
    }

    /// Forgets the writer of a process of which a batch was rolled back.
    mutating func forget(_ epoch: String) { entries[epoch] = nil }

    /// Lets the writers go that were not used for the longest time, at the end of a transaction.
    mutating func rest(_ db: Database) throws {
        guard entries.count > Self.limit else { return }
        // Some more than needed, so that not every transaction has to sort them.
        let oldest = entries.sorted { $0.value.use < $1.value.use }.prefix(entries.count - Self.limit * 3 / 4)
        for (epoch, entry) in oldest {
            try entry.writer.writeSignatures(db)
            entries[epoch] = nil
        }
    }

    /// Forgets the rows of proxies, of which some may have been deleted.
    func forgetProxies() {
        for entry in entries.values { entry.writer.forgetProxies() }
    }

    /// Writes what makes searches fast, at the end of the recording.
    func writeSignatures(_ db: Database) throws {
        for entry in entries.values { try entry.writer.writeSignatures(db) }
    }
}
