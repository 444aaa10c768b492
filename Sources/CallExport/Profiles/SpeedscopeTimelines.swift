// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The timelines of a speedscope file: an evented profile for each thread of each process, in which calls open and
/// close like brackets.
struct SpeedscopeTimelines {
    /// Calls in all timelines; each takes 32 bytes until the end of the export.
    private static let callLimit = 250_000

    private struct Event {
        /// Nanoseconds since the first call.
        let time: Int64
        let frame: Int32
        let opens: Bool
    }

    private struct Timeline {
        let name: String
        var track = NestedTrack()
        var events: [Event] = []

        /// Appends an event, not before the last one: starts may have been rounded.
        mutating func append(_ time: Int64, _ frame: Int, opens: Bool) {
            events.append(Event(time: max(time, events.last?.time ?? 0), frame: Int32(frame), opens: opens))
        }
    }

    private var origin: Int64?
    private var timelines: [Timeline] = []
    private var processes = ExportedProcesses()
    private var places: [ExportedThread: Int] = [:]
    private var count = 0
    private var isCut = false

    /// Adds a call that has ended, if it nests on its thread.
    mutating func add(_ call: Invocation, frame: Int) {
        guard let duration = call.durationNanoseconds else { return }
        guard count < Self.callLimit else { return isCut = true }
        let origin = self.origin ?? call.startedAtNanoseconds
        self.origin = origin
        let start = max(0, call.startedAtNanoseconds.saturatingSubtracting(origin))
        let end = start.saturatingAdding(Int64(clamping: duration))
        let place = place(of: call)
        var closed: [NestedTrack.Call] = []
        let span = timelines[place].track.place(start, end, depth: call.depth, frame: frame) { closed.append($0) }
        for call in closed { timelines[place].append(call.end, call.frame, opens: false) }
        guard let span else { return }
        timelines[place].append(span.start, frame, opens: true)
        count += 1
    }

    /// Closes the open calls, and writes the profiles as elements of an array.
    mutating func write(to json: inout JSONWriter) {
        for place in timelines.indices {
            for call in timelines[place].track.open.reversed() {
                timelines[place].append(call.end, call.frame, opens: false)
            }
            timelines[place].track = NestedTrack()
            if !timelines[place].events.isEmpty { write(timelines[place], to: &json) }
        }
    }

    private mutating func place(of call: Invocation) -> Int {
        let process = processes.process(call.process, epoch: call.id.epoch)
        let thread = call.thread
        let track = ExportedThread(process: process.number, thread: thread.id)
        if let place = places[track] { return place }
        places[track] = timelines.count
        let name = thread.isMain ? "main" : "\(thread.name) (\(thread.id))"
        timelines.append(Timeline(name: process.name.map { "\(name) of \($0)" } ?? name))
        return timelines.count - 1
    }

    private func write(_ timeline: Timeline, to json: inout JSONWriter) {
        json.object { json in
            json.member("type", "evented")
            json.member("name", "Thread \(timeline.name)" + (isCut ? ", first calls" : ""))
            json.member("unit", "nanoseconds")
            json.member("startValue", 0)
            json.key("endValue")
            json.number("\(timeline.events.last?.time ?? 0)")
            json.array("events") { json in
                for event in timeline.events {
                    json.object { json in
                        json.member("type", event.opens ? "O" : "C")
                        json.member("frame", Int(event.frame))
                        json.key("at")
                        json.number("\(event.time)")
                    }
                }
            }
        }
    }
}
