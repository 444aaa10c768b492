// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Synchronization

/// A ring that counts losses and its end; its gap event is one line of text.
final class TestRing: Sendable {
    private final class Box: Sendable {
        let gaps = Mutex<[chttp_gap]>([])
        let isDestroyed = Atomic(false)
    }

    private let box = Box()
    let handle: Handle

    init(_ server: TestServer, byteLimit: Int = 4096, eventLimit: Int = 64, basePosition: UInt64 = 0) throws {
        let callbacks = chttp_ring_callbacks(
            context: Unmanaged.passRetained(box).toOpaque(),
            write_gap: { context, gap, out, capacity in
                let box = Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue()
                box.gaps.withLock { $0.append(gap.pointee) }
                let text = Array("gap \(gap.pointee.first)-\(gap.pointee.last) \(gap.pointee.event_count)\n".utf8)
                for (index, byte) in text.enumerated() { out[index] = byte }
                return text.count
            },
            destroyed: { context in
                let box = Unmanaged<Box>.fromOpaque(context!).takeRetainedValue()
                box.isDestroyed.store(true, ordering: .releasing)
            }
        )
        let options = chttp_ring_options(
            byte_limit: byteLimit,
            event_count_limit: eventLimit,
            base_position: basePosition
        )
        var ring: OpaquePointer?
        var error: Int32 = 0
        withUnsafePointer(to: options) { options in
            withUnsafePointer(to: callbacks) { callbacks in
                error = chttp_ring_create(server.handle.pointer, options, callbacks, &ring)
            }
        }
        if error != 0 { Unmanaged.passUnretained(box).release() }
        try check(error)
        handle = Handle(pointer: ring!)
    }

    func release() { chttp_ring_release(handle.pointer) }

    var gaps: [chttp_gap] { box.gaps.withLock { $0 } }

    var isDestroyed: Bool { box.isDestroyed.load(ordering: .acquiring) }

    var streamCount: Int { chttp_ring_stream_count(handle.pointer) }

    /// Appends events; position 0 means no position.
    @discardableResult
    func append(_ events: [(position: UInt64, text: String)], waking: Bool = true) -> Int32 {
        let bytes = events.flatMap { Array($0.text.utf8) }
        let lengths = events.map { UInt32($0.text.utf8.count) }
        let error = chttp_ring_append(handle.pointer, bytes, lengths, events.map(\.position), events.count)
        if waking { wake() }
        return error
    }

    func append(positions: ClosedRange<UInt64>) {
        append(positions.map { ($0, "event \($0)\n") })
    }

    func wake() { chttp_ring_wake(handle.pointer) }

    func advance(to position: UInt64, block: String) {
        let bytes = Array(block.utf8)
        _ = chttp_ring_advance(handle.pointer, position, bytes, bytes.count)
    }
}

/// Opens an event stream with the first line `hello` and the events after `position`; responds with 503 if there are
/// too many streams.
func openStream(
    _ server: TestServer,
    _ request: OpaquePointer,
    _ ring: TestRing?,
    after position: UInt64 = 0,
    hello: String = "hello\n",
    kind: chttp_stream_kind = CHTTP_STREAM_EVENTS,
    keeping keep: (OpaquePointer) -> Void = { chttp_stream_release($0) }
) {
    var stream: OpaquePointer?
    guard chttp_stream_create(server.handle.pointer, kind, nil, nil, &stream) == 0, let stream else {
        return respond(request, 503)
    }
    let bytes = Array(hello.utf8)
    var error = chttp_stream_write(stream, bytes, bytes.count, 0)
    if let ring, error == 0 {
        error = chttp_stream_join(stream, ring.handle.pointer, position)
    }
    if error != 0 {
        respond(request, 409, String(cString: chttp_error_name(error)))
        return chttp_stream_release(stream)
    }
    var response: OpaquePointer?
    _ = chttp_response_create_stream(200, stream, &response)
    _ = chttp_request_respond(request, response!)
    keep(stream)
}
