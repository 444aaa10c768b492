// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The rows of the table `selector` known to a writer.
struct SelectorIndex {
    /// A row of the table.
    final class Entry {
        let id: Int64
        let selector: Selector
        let parameters: [ParameterRow]
        let types: [String]
        /// The sums of its calls, once the writer has added some.
        var sums: SelectorSums?

        init(id: Int64, selector: Selector, parameters: [ParameterRow]) {
            self.id = id
            self.selector = selector
            self.parameters = parameters
            types = parameters.map(\.type)
        }

        func fits(_ invocation: Invocation) -> Bool {
            guard parameters.count == invocation.arguments.count else { return false }
            for (parameter, argument) in zip(parameters, invocation.arguments)
            where parameter.name != argument.name || parameter.label != argument.label { return false }
            return true
        }
    }

    private var entries: [Selector: [Entry]] = [:]

    init(_ db: Database) throws {
        let rows = try db.rows("SELECT id, protocol, name, parameters FROM selector") { row -> Entry? in
            guard let parameters = ParameterRow.parameters(try row.requiredText(3)) else { return nil }
            let selector = Selector(protocolName: try row.requiredText(1), name: try row.requiredText(2))
            return Entry(id: try row.number(0), selector: selector, parameters: parameters)
        }
        for entry in rows.compactMap(\.self) { add(entry) }
    }

    private mutating func add(_ entry: Entry) { entries[entry.selector, default: []].append(entry) }

    /// The row for an invocation, inserted if necessary.
    mutating func entry(for invocation: Invocation, _ db: Database) throws -> Entry {
        if let known = entries[invocation.selector]?.first(where: { $0.fits(invocation) }) { return known }
        let parameters = invocation.arguments.map(ParameterRow.init)
        let selector = invocation.selector
        let key: [StoredValue] = [
            .text(selector.protocolName), .text(selector.name), .text(ParameterRow.text(parameters)),
        ]
        try db.change("INSERT OR IGNORE INTO selector (protocol, name, parameters) VALUES (?, ?, ?)", key)
        // Another program writing the same file may have inserted it.
        let id = try db.firstNumber(
            "SELECT id FROM selector WHERE protocol = ? AND name = ? AND parameters = ?",
            key
        )
        let entry = Entry(id: id ?? 0, selector: selector, parameters: parameters)
        add(entry)
        return entry
    }
}
