// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Decodes rows of the tables `record` and `running` into invocations.
struct RecordDecoder {
    private static let references = ["id", "selector", "proxy", "thread", "start"]
    private static let values = ["arguments", "result", "error", "other"]
    private static let loaders = FieldColumns.ofRecord.map(\.load)

    let epoch: String
    /// When the run began, in nanoseconds since 1970.
    let started: Int64
    let names: NameTables
    /// The process, in a recording of several; nil otherwise.
    let process: ProcessFacts?
    /// Number of the run in keys of calls; see `InvocationID.key`.
    let run: UInt64
    private let reader = JSONReader()

    init(epoch: String, started: Int64, names: NameTables, process: ProcessFacts? = nil, run: UInt64 = 0) {
        self.epoch = epoch
        self.started = started
        self.names = names
        self.process = process
        self.run = run
    }

    /// The same with other names.
    func with(_ names: NameTables) -> RecordDecoder {
        RecordDecoder(epoch: epoch, started: started, names: names, process: process, run: run)
    }

    /// The column list of a query whose rows are passed to `invocation`.
    func columns(of table: String, includesValues: Bool = true) -> String {
        let all = Self.references + FieldColumns.ofRecord.map(\.name) + (includesValues ? Self.values : [])
        return FieldColumns.list(all, of: table, in: names.columns)
    }

    /// - Parameter row: A row with the columns of `columns(of:includesValues:)`.
    func invocation(_ row: RowColumns, includesValues: Bool = true) -> Invocation {
        var invocation = base(row)
        var column = Int32(Self.references.count)
        for load in Self.loaders {
            load(&invocation, row.value(column))
            column += 1
        }
        if includesValues {
            invocation.arguments = arguments(row.bytes(column), selector: row.integer(1))
            invocation.result = value(row.bytes(column + 1))
            invocation.error = value(row.bytes(column + 2))
            readOtherValues(row.bytes(column + 3), into: &invocation)
        }
        guard invocation.state != .running else { return invocation }
        invocation.findAgain(isMainOnly: names.proxies[row.integer(2)]?.isMainOnly ?? false)
        return invocation
    }

    private func base(_ row: RowColumns) -> Invocation {
        let offset = row.integer(4)
        var invocation = Invocation(
            id: InvocationID(epoch: epoch, seq: UInt64(row.integer(0) & RecordingSchema.seqMask), run: run),
            parent: nil,
            depth: 0,
            selector: names.selectors[row.integer(1)]?.selector ?? Selector(protocolName: "", name: ""),
            thread: names.threads[row.integer(3)] ?? ThreadInfo(id: 0, name: "", isMain: false),
            proxy: names.proxies[row.integer(2)] ?? ProxyFacts(number: 0, owner: "", target: nil, isMainOnly: false),
            startedAtNanoseconds: started &+ offset,
            // A recording of several processes has no beginning that they share.
            startOffsetNanoseconds: UInt64(clamping: process == nil ? offset : started &+ offset)
        )
        invocation.process = process
        return invocation
    }

    private func arguments(_ json: UnsafeRawBufferPointer?, selector: Int64) -> [Invocation.Argument] {
        guard let json, let nodes = (try? reader.read(json))?.elements else { return [] }
        let parameters = names.selectors[selector]?.parameters ?? []
        return zip(parameters, nodes).map { parameter, node in
            let value = CompactValueReader.value(node, expected: parameter.type)
            return Invocation.Argument(
                label: parameter.label,
                name: parameter.name,
                value: value ?? RecordedValue(typeName: parameter.type, kind: .nil)
            )
        }
    }

    /// Reads the form written by `CompactValueWriter.otherValues`.
    private func readOtherValues(_ json: UnsafeRawBufferPointer?, into invocation: inout Invocation) {
        guard let json, let entries = (try? reader.read(json))?.elements else { return }
        for entry in entries {
            guard let parts = entry.elements.map(Array.init), parts.count == 2,
                let value = CompactValueReader.value(parts[1], expected: nil)
            else { continue }
            if let index = parts[0].integer(Int.self), invocation.arguments.indices.contains(index) {
                invocation.arguments[index].after = value
            }
            guard let key = parts[0].string else { continue }
            if key == "result" { invocation.targetResult = value }
            if key == "error" { invocation.targetError = value }
            if key.hasPrefix(CompactValueWriter.editedKey),
                let index = Int(key.dropFirst(CompactValueWriter.editedKey.count)),
                invocation.arguments.indices.contains(index)
            {
                invocation.arguments[index].edited = value
            }
        }
    }

    private func value(_ json: UnsafeRawBufferPointer?) -> RecordedValue? {
        guard let json, let node = try? reader.read(json) else { return nil }
        return CompactValueReader.value(node, expected: nil)
    }
}
