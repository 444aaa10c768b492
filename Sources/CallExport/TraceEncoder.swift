// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations in the trace event format of Chromium.
///
/// Each thread of each process is a track of complete events (`X`), which must nest. A call that outlives the call in
/// which it began, for example because it suspends, becomes a pair of asynchronous events (`b`, `e`); a running call
/// has only a `b`. Events of proxies are instant events (`i`) of the process. Processes are numbered from 1; those of a
/// recording of several have names.
/// Times are microseconds since the first invocation, with three decimals.
struct TraceEncoder: ExportEncoder {
    private let context: ExportContext
    private var origin: Int64?
    private var isFirst = true
    private var processes = ExportedProcesses()
    private var tracks: [ExportedThread: NestedTrack] = [:]

    init(_ context: ExportContext) { self.context = context }

    mutating func begin() -> [UInt8] { Array("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[".utf8) }

    mutating func encode(_ invocation: Invocation) -> [UInt8] {
        let origin = self.origin ?? invocation.startedAtNanoseconds
        self.origin = origin
        var bytes: [UInt8] = []
        let process = process(invocation.process, epoch: invocation.id.epoch, to: &bytes)
        let track = ExportedThread(process: process, thread: invocation.thread.id)
        if tracks[track] == nil {
            append(nameEvent(invocation.thread, track), to: &bytes)
            // Also for a running call, which is not on the track: a track has one name.
            tracks[track] = NestedTrack()
        }
        // Instants range from 1677 to 2262; the difference of two can overflow.
        let start = max(0, invocation.startedAtNanoseconds.saturatingSubtracting(origin))
        guard let duration = invocation.durationNanoseconds else {
            append(asynchronous(invocation, track, "b", at: start), to: &bytes)
            return bytes
        }
        let end = start.saturatingAdding(Int64(clamping: duration))
        if let span = tracks[track, default: NestedTrack()].place(start, end, depth: invocation.depth) {
            append(complete(invocation, track, from: span.start, to: span.end), to: &bytes)
        } else {
            append(asynchronous(invocation, track, "b", at: start), to: &bytes)
            append(asynchronous(invocation, track, "e", at: end), to: &bytes)
        }
        return bytes
    }

    mutating func encode(_ event: ProxyEvent) -> [UInt8] {
        let origin = self.origin ?? event.occurredAtNanoseconds
        self.origin = origin
        var bytes: [UInt8] = []
        let process = process(event.process, epoch: event.epoch ?? context.epoch, to: &bytes)
        let time = max(0, event.occurredAtNanoseconds.saturatingSubtracting(origin))
        append(instant(event, of: process, at: time), to: &bytes)
        return bytes
    }

    mutating func end() -> [UInt8] { Array("\n],\"otherData\":".utf8) + context.members + Array("}\n".utf8) }

    private mutating func append(_ event: JSONWriter, to bytes: inout [UInt8]) {
        bytes += Array((isFirst ? "\n" : ",\n").utf8) + event.bytes
        isFirst = false
    }

    /// The number of a process. Its name precedes its first event.
    private mutating func process(_ facts: ProcessFacts?, epoch: String, to bytes: inout [UInt8]) -> Int {
        let known = processes.count
        let process = processes.process(facts, epoch: epoch)
        if processes.count > known, let name = process.name {
            append(nameEvent(ofProcess: process.number, name), to: &bytes)
        }
        return process.number
    }

    // MARK: Events

    private func nameEvent(ofProcess process: Int, _ name: String) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("name", "process_name")
            json.member("ph", "M")
            json.member("pid", process)
            json.object("args") { json in json.member("name", name) }
        }
        return json
    }

    private func nameEvent(_ thread: ThreadInfo, _ track: ExportedThread) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.key("name")
            json.plain("thread_name")
            json.key("ph")
            json.plain("M")
            place(track, &json)
            json.key("args")
            json.object { json in
                json.key("name")
                json.string(thread.isMain ? "main" : thread.name)
            }
        }
        return json
    }

    private func complete(
        _ invocation: Invocation,
        _ track: ExportedThread,
        from start: Int64,
        to end: Int64
    ) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            head(invocation, track, "X", &json)
            json.key("ts")
            microseconds(start, &json)
            json.key("dur")
            microseconds(end - start, &json)
            facts(invocation, &json)
        }
        return json
    }

    private func asynchronous(
        _ invocation: Invocation,
        _ track: ExportedThread,
        _ phase: String,
        at time: Int64
    ) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            head(invocation, track, phase, &json)
            json.key("id")
            json.plain(invocation.id.description)
            json.key("ts")
            microseconds(time, &json)
            if phase == "b" { facts(invocation, &json) }
        }
        return json
    }

    private func instant(_ event: ProxyEvent, of process: Int, at time: Int64) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("name", "\(event.kind.rawValue) \(event.owner)")
            json.member("cat", "lifecycle")
            json.member("ph", "i")
            json.member("s", "p")
            json.member("pid", process)
            json.key("ts")
            microseconds(time, &json)
            json.object("args") { json in
                json.member("id", ProxyEventID(epoch: context.epoch, number: event.number).description)
                json.member("proxy", event.proxy)
                json.member("owner", event.owner)
                if let name = event.protocolName { json.member("protocol", name) }
                if let target = event.target { json.member("target", target) }
                if let target = event.previousTarget { json.member("previousTarget", target) }
                if let detail = event.detail { json.member("detail", detail) }
            }
        }
        return json
    }

    private func head(
        _ invocation: Invocation,
        _ track: ExportedThread,
        _ phase: String,
        _ json: inout JSONWriter
    ) {
        json.key("name")
        json.string(invocation.selector.name)
        json.key("cat")
        json.string(invocation.selector.protocolName)
        json.key("ph")
        json.plain(phase)
        place(track, &json)
    }

    private func place(_ track: ExportedThread, _ json: inout JSONWriter) {
        json.key("pid")
        json.integer(track.process)
        json.key("tid")
        json.integer(track.thread)
    }

    private func microseconds(_ nanoseconds: Int64, _ json: inout JSONWriter) {
        let fraction = String(1_000 + nanoseconds % 1_000).dropFirst()
        json.number("\(nanoseconds / 1_000).\(fraction)")
    }

    private func facts(_ invocation: Invocation, _ json: inout JSONWriter) {
        json.key("args")
        json.object { json in
            json.key("id")
            json.plain(invocation.id.description)
            json.key("owner")
            json.string(invocation.owner)
            json.key("path")
            json.plain(invocation.returnPath.name)
            if let task = invocation.task {
                json.key("task")
                json.string(task.text)
            }
            json.key("arguments")
            json.object { json in
                for (key, argument) in zip(ArgumentKeys.keys(of: invocation.arguments), invocation.arguments) {
                    json.name(key)
                    json.string(ValueText.line(argument, limit: 200))
                }
            }
            if !invocation.backtrace.isEmpty {
                json.array("backtrace") { json in
                    for frame in invocation.backtrace { json.string("\(frame)") }
                }
            }
            if let outcome = invocation.error ?? invocation.result {
                json.name(invocation.error == nil ? "result" : "error")
                json.string(ValueText.line(outcome, limit: 200))
            }
        }
    }
}
