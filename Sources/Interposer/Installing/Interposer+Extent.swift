// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Interposer {
    /// How much is interposed, without working out how it is passed.
    package struct Extent: Sendable {
        /// Entries of tables.
        package let entryCount: Int
        /// Those that may be recorded.
        package let recordedCount: Int
        /// Protocols and conforming types of those.
        package let protocolCount: Int
        package let typeCount: Int

        /// Calls that were not recorded, because they were passed in another way than the plan says.
        package let unreadCount: UInt64

        /// The others.
        package var refusedCount: Int { entryCount - recordedCount }

        /// - Parameter unreadBy: The entries whose calls that could not be read count. Default: the same.
        init(_ installed: [InstalledEntry], unreadBy others: [InstalledEntry]? = nil) {
            let recorded = installed.filter { $0.slot != nil }
            entryCount = installed.count
            recordedCount = recorded.count
            protocolCount = Set(recorded.map(\.entry.protocolName)).count
            typeCount = Set(recorded.map(\.entry.typeName)).count
            // Interposers of one recorder share entries.
            unreadCount = Dictionary(
                (others ?? recorded).map { (ObjectIdentifier($0.entry), $0.unreadCount) },
                uniquingKeysWith: max
            ).values.reduce(0, +)
        }
    }
}
