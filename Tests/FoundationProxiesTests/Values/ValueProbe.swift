// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore
import Testing

@testable import InspectorServer

/// Passes values through a proxy, and reads the recording in every form that users see.
final class ValueProbe {
    private final class Target: Sendable {}

    private final class Proxy: ProtocolProxy<Target>, @unchecked Sendable {}

    let recorder: Recorder
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("values-\(UUID().uuidString)")
    private let proxy: Proxy
    private let target = Target()

    init(_ configuration: RecorderConfiguration = RecorderConfiguration()) throws {
        var configuration = configuration
        configuration.overflowPolicy = .wait
        // On a busy machine, a thread stands still for longer than the budget is.
        if configuration.budget.time == SnapshotBudget().time { configuration.budget.time = .seconds(60) }
        recorder = Recorder(configuration)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        proxy = Proxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        try recorder.keep(in: .file(file))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var file: URL { folder.appendingPathComponent("values.sqlite") }

    /// The recorded form of an argument of a static type.
    func record<Value>(_ value: Value, _ name: String = "value") throws -> RecordedValue {
        let selector = MethodSelector<Proxy, Value, Void>("take(_:)", of: "ValueDelegate", parameter: name)
        proxy.forward(selector, value) { _ in }
        recorder.flush()
        return try #require(recorder.invocations().items.first).arguments[0].value
    }

    /// The recorded form of an error thrown by a call.
    func record(thrown error: any Error) throws -> RecordedValue {
        let selector = MethodSelector<Proxy, Int, Void>(
            "fail(_:)",
            of: "ValueDelegate",
            parameter: "code",
            traits: .throwing
        )
        try? proxy.forward(selector, 1) { _ throws in throw error }
        recorder.flush()
        return try #require(recorder.invocations().items.first?.error)
    }

    /// Number of calls that match a filter, which must be the same for stored records, for invocations, and in the
    /// file.
    func count(_ text: String) throws -> Int {
        let filter = try InvocationFilter(text)
        let all = recorder.invocations().items
        let found = all.count(where: filter.matches)
        #expect(recorder.count(matching: filter, within: .seconds(60)).matched == found, "scan of \(text)")
        recorder.detachSink()
        let replay = try Recorder(replaying: file)
        #expect(replay.count(matching: filter, within: .seconds(60)).matched == found, "file of \(text)")
        #expect("\(replay.invocations().items)" == "\(all)", "what is in the file")
        return found
    }

    /// Whether exporting and importing all calls preserves the invocations.
    func survivesExport() throws -> Bool {
        var lines: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson).write { lines += $0 }
        let copy = folder.appendingPathComponent("copy.sqlite")
        let target = try RecordingImport(path: copy.path)
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        let left = recorder.invocations().items.map(\.arguments)
        let right = try Recorder(replaying: copy).invocations().items.map(\.arguments)
        return "\(left)" == "\(right)"
    }
}

extension RecordedValue {
    /// The forms in rows, lines and CSV.
    var line: String { ValueText.line(self, limit: 300) }

    subscript(label: String) -> RecordedValue? { children.first { $0.label == label } }
}
