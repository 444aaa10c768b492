// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Turns rows of the tables `record` and `running` into invocations.
struct RecordDecoder {
    static let columns = """
        id, position, selector, proxy, thread, parent, depth, start, duration, target, state, path, marked, comment,
        skipped
        """
    static let valueColumns = columns + ", arguments, result, error, other"
    static let runningColumns = "id, selector, proxy, thread, parent, depth, start, skipped, arguments"

    let epoch: String
    /// When the run began, in nanoseconds since 1970.
    let started: Int64
    let names: NameTables
    private let reader = JSONReader()

    init(epoch: String, started: Int64, names: NameTables) {
        self.epoch = epoch
        self.started = started
        self.names = names
    }

    /// - Parameter includesValues: Whether the row has `valueColumns`.
    func invocation(_ row: RowColumns, includesValues: Bool) -> Invocation {
        var invocation = base(row, selector: 2, proxy: 3, thread: 4, parent: 5, depth: 6, start: 7)
        invocation.position = UInt64(clamping: row.integer(1))
        invocation.durationNanoseconds = UInt64(clamping: row.integer(8))
        invocation.targetNanoseconds = row.optionalInteger(9).map { UInt64(clamping: $0) }
        invocation.state = Invocation.State(rawValue: UInt8(clamping: row.integer(10))) ?? .returned
        invocation.returnPath = Invocation.ReturnPath(rawValue: UInt8(clamping: row.integer(11))) ?? .none
        invocation.isMarked = row.integer(12) != 0
        invocation.comment = row.text(13)
        invocation.skipped = Int(row.integer(14))
        if includesValues {
            invocation.arguments = arguments(row.bytes(15), selector: row.integer(2))
            invocation.result = value(row.bytes(16))
            invocation.error = value(row.bytes(17))
            readOtherValues(row.bytes(18), into: &invocation)
        }
        invocation.findAgain(isMainOnly: names.proxies[row.integer(3)]?.isMainOnly ?? false)
        return invocation
    }

    /// A call that was under way; the row has `runningColumns`.
    func running(_ row: RowColumns) -> Invocation {
        var invocation = base(row, selector: 1, proxy: 2, thread: 3, parent: 4, depth: 5, start: 6)
        invocation.skipped = Int(row.integer(7))
        invocation.arguments = arguments(row.bytes(8), selector: row.integer(1))
        return invocation
    }

    private func base(
        _ row: RowColumns,
        selector: Int32,
        proxy: Int32,
        thread: Int32,
        parent: Int32,
        depth: Int32,
        start: Int32
    ) -> Invocation {
        let offset = row.integer(start)
        let outer = UInt64(clamping: row.integer(parent))
        return Invocation(
            id: InvocationID(epoch: epoch, seq: UInt64(row.integer(0) & RecordingSchema.seqMask)),
            parent: outer == 0 ? nil : InvocationID(epoch: epoch, seq: outer),
            depth: Int(row.integer(depth)),
            selector: names.selectors[row.integer(selector)]?.selector ?? Selector(protocolName: "", name: ""),
            thread: names.threads[row.integer(thread)] ?? ThreadInfo(id: 0, name: "", isMain: false),
            proxy: names.proxies[row.integer(proxy)]
                ?? ProxyFacts(number: 0, owner: "", target: nil, isMainOnly: false),
            startedAtNanoseconds: started &+ offset,
            startOffsetNanoseconds: UInt64(clamping: offset)
        )
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

    /// As `CompactValueWriter.otherValues` wrote them.
    private func readOtherValues(_ json: UnsafeRawBufferPointer?, into invocation: inout Invocation) {
        guard let json, let entries = (try? reader.read(json))?.elements else { return }
        for entry in entries {
            guard let parts = entry.elements.map(Array.init), parts.count == 2,
                let value = CompactValueReader.value(parts[1], expected: nil)
            else { continue }
            if let index = parts[0].integer(Int.self), invocation.arguments.indices.contains(index) {
                invocation.arguments[index].after = value
            }
            if parts[0].string == "result" { invocation.targetResult = value }
            if parts[0].string == "error" { invocation.targetError = value }
        }
    }

    private func value(_ json: UnsafeRawBufferPointer?) -> RecordedValue? {
        guard let json, let node = try? reader.read(json) else { return nil }
        return CompactValueReader.value(node, expected: nil)
    }
}
