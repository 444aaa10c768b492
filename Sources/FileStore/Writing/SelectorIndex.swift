// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A parameter as the file describes it.
struct ParameterRow: Hashable, Sendable {
    var label: String?
    var name: String
    /// The type that its values are expected to have: that of the first one.
    var type: String

    init(_ argument: Invocation.Argument) {
        label = argument.label
        name = argument.name
        type = argument.value.typeName
    }

    private init?(_ node: JSONNode) {
        guard let name = node["name"]?.string, let type = node["type"]?.string else { return nil }
        label = node["label"]?.string
        self.name = name
        self.type = type
    }

    /// The column `selector.parameters`.
    static func text(_ parameters: [ParameterRow]) -> String {
        let json = JSONWriter.bytes { json in
            json.array { json in
                for parameter in parameters {
                    json.object { json in
                        json.member("label", parameter.label)
                        json.member("name", parameter.name)
                        json.member("type", parameter.type)
                    }
                }
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Reads that column; nil when it holds something else.
    static func parameters(_ text: String) -> [ParameterRow]? {
        JSONReader.read(text) { node in
            guard let nodes = node.elements else { return nil }
            var parameters: [ParameterRow] = []
            for node in nodes {
                guard let parameter = ParameterRow(node) else { return nil }
                parameters.append(parameter)
            }
            return parameters
        }
    }
}

/// The rows of the table `selector` that a writer has come across.
struct SelectorIndex {
    /// A row of the table.
    final class Entry {
        let id: Int64
        let selector: Selector
        let parameters: [ParameterRow]
        let types: [String]

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
        let rows = try Row.fetchAll(db, sql: "SELECT id, protocol, name, parameters FROM selector")
        for row in rows {
            guard let parameters = ParameterRow.parameters(row[3]) else { continue }
            add(Entry(id: row[0], selector: Selector(protocolName: row[1], name: row[2]), parameters: parameters))
        }
    }

    private mutating func add(_ entry: Entry) { entries[entry.selector, default: []].append(entry) }

    /// The row for an invocation, made when there is none.
    mutating func entry(for invocation: Invocation, _ db: Database) throws -> Entry {
        if let known = entries[invocation.selector]?.first(where: { $0.fits(invocation) }) { return known }
        let parameters = invocation.arguments.map(ParameterRow.init)
        let selector = invocation.selector
        let key: StatementArguments = [selector.protocolName, selector.name, ParameterRow.text(parameters)]
        try db.execute(
            sql: "INSERT OR IGNORE INTO selector (protocol, name, parameters) VALUES (?, ?, ?)",
            arguments: key
        )
        // Another program that writes the same file may have made it.
        let id = try Int64.fetchOne(
            db,
            sql: "SELECT id FROM selector WHERE protocol = ? AND name = ? AND parameters = ?",
            arguments: key
        )
        let entry = Entry(id: id ?? 0, selector: selector, parameters: parameters)
        add(entry)
        return entry
    }
}
