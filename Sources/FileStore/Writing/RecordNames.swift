// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Caches the table rows for the numbers in a recorder's records, which avoids comparing names for each record.
struct RecordNames {
    /// The cached facts of a call site.
    final class Site {
        let entry: SelectorIndex.Entry
        /// The static types of the parameters.
        let types: [String]
        /// The static type of the result; empty for Void.
        let resultType: String

        init(_ entry: SelectorIndex.Entry, _ requirement: Requirement) {
            self.entry = entry
            types = requirement.parameters.map(\.typeName)
            resultType = requirement.resultTypeName ?? ""
        }
    }

    private var sites: [UInt: Site] = [:]
    private var proxies: [UInt32: Int64] = [:]
    private var threads: [UInt16: Int64] = [:]
    private var generation = 0

    /// Forgets numbers that, from this record on, may have another meaning or are no longer used.
    ///
    /// - Returns: Whether any were forgotten.
    mutating func follow(_ record: SinkRecord) -> Bool {
        guard record.generation != generation else { return false }
        generation = record.generation
        proxies = [:]
        threads = [:]
        return true
    }

    mutating func forgetProxies() { proxies = [:] }

    mutating func site(of record: SinkRecord, _ names: inout NameRows, _ db: Database) throws -> Site {
        if let known = sites[record.site] { return known }
        let site = Site(try names.selector(of: record.invocation, db), record.requirement)
        sites[record.site] = site
        return site
    }

    mutating func proxy(of record: SinkRecord, _ names: inout NameRows, _ db: Database) throws -> Int64 {
        if let known = proxies[record.revision] { return known }
        let proxy = try names.proxy(record.proxyFacts, db)
        proxies[record.revision] = proxy
        return proxy
    }

    mutating func thread(of record: SinkRecord, _ names: inout NameRows, _ db: Database) throws -> Int64 {
        if let known = threads[record.thread] { return known }
        let thread = try names.thread(record.threadInfo, db)
        threads[record.thread] = thread
        return thread
    }
}
