// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Values by a text, of which those that were not used for the longest time can be removed.
struct RecentlyUsed<Value> {
    private struct Entry {
        let value: Value
        var use: UInt64
    }

    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    var count: Int { entries.count }

    var values: some Sequence<Value> { entries.values.lazy.map { $0.value } }

    /// The value of a text, which is used now.
    mutating func value(_ text: String) -> Value? {
        uses += 1
        entries[text]?.use = uses
        return entries[text]?.value
    }

    /// Adds a value, which is used now.
    mutating func add(_ value: Value, _ text: String) {
        uses += 1
        entries[text] = Entry(value: value, use: uses)
    }

    mutating func remove(_ text: String) { entries[text] = nil }

    /// Removes the values that were not used for the longest time.
    ///
    /// - Parameter limit: Number of values of which more are too many. Then some more than needed are removed, so that not
    ///   every call has to sort them.
    /// - Returns: The removed values.
    mutating func removeOldest(beyond limit: Int) -> [Value] {
        guard entries.count > limit else { return [] }
        let oldest = entries.sorted { $0.value.use < $1.value.use }.prefix(entries.count - limit * 3 / 4)
        for (text, _) in oldest { entries[text] = nil }
        return oldest.map { $0.value.value }
    }
}
