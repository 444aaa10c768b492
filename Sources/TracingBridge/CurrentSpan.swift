// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import ProxyCore
internal import Synchronization
internal import Tracing

/// The span in which the calling thread runs.
enum CurrentSpan {
    /// Whether a context is one address in memory, as it is while it consists of a dictionary.
    static var hasAddress: Bool {
        MemoryLayout<ServiceContext>.size == MemoryLayout<UInt>.size
            && MemoryLayout<ServiceContext?>.size == MemoryLayout<UInt>.size
    }

    /// The address of the current context's storage; nil outside of contexts. Reads it in place: a copy would count
    /// references, with every call.
    ///
    /// The storage of a context that somebody keeps is never changed in place, so another context has another address.
    static let address: @convention(c) () -> UnsafeRawPointer? = {
        UnsafeRawPointer(bitPattern: CurrentSpan.key).flatMap(swift_task_localValueGet)?.load(
            as: UnsafeRawPointer?.self
        )
    }

    /// Never the same address, so that the instrumentation is asked for each call.
    static let newAddress: @convention(c) () -> UnsafeRawPointer? = {
        UnsafeRawPointer(bitPattern: CurrentSpan.lastAddress.add(1, ordering: .relaxed).newValue)
    }

    private static let lastAddress = Atomic<UInt>(0)

    /// The runtime finds a task-local variable by its address.
    private static let key = UInt(bitPattern: Unmanaged.passUnretained(ServiceContext.$current).toOpaque())

    /// Has the program's instrumentation say what it would send to another process.
    @Sendable static func read() -> TraceSource.Reading {
        guard let context = ServiceContext.current else { return TraceSource.Reading(trace: nil, keeper: nil) }
        var headers = TraceHeaders()
        InstrumentationSystem.instrument.inject(context, into: &headers, using: TraceHeaders.Writer())
        return TraceSource.Reading(trace: headers.trace, keeper: KeptContext(context))
    }

    private final class KeptContext: Sendable {
        private let context: ServiceContext

        init(_ context: ServiceContext) { self.context = context }
    }
}
