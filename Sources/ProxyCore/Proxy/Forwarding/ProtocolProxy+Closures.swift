// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy {
    /// Begins to follow the closure arguments of a call, if calls are recorded now.
    ///
    /// A forwarding method with closures that escape wraps them, so that the call's record tells when they are called:
    ///
    /// ```swift
    /// func loader(_ loader: Loader, decide completion: @escaping (Bool) -> Void) {
    ///     let watched = watchClosures(of: Selectors.decide)?.watch(1)
    ///     let completion = watched == nil ? completion : { watched?.called($0); completion($0) }
    ///     forward(Selectors.decide, (loader, completion)) { $0.loader(loader, decide: completion) }
    /// }
    /// ```
    ///
    /// Call it on the thread that calls `forward`, directly before. Generated proxies do.
    ///
    /// - Parameter selector: The requirement.
    /// - Returns: Nil when nothing is recorded: the closures are then passed on as they are.
    @inlinable
    public final func watchClosures<Proxy, Arguments, Return>(
        of selector: MethodSelector<Proxy, Arguments, Return>
    ) -> CallClosures? {
        guard gate.pointee.records(selector.site) else { return nil }
        return makeClosures(selector.site)
    }

    @usableFromInline
    @inline(never)
    final func makeClosures(_ site: UnsafePointer<CallSite>) -> CallClosures? {
        let context = ThreadContext.current
        guard context.pointee.suppression == 0 else { return nil }
        let closures = CallClosures(recorder.engine, site)
        ClosuresUnderWay.put(closures, of: site, into: context)
        return closures
    }
}

/// The closures of the call that the thread forwards next, on their way to its record.
struct ClosuresUnderWay {
    private let site: UnsafePointer<CallSite>
    private let closures: Unmanaged<CallClosures>

    /// Sets the closures of the thread's next call.
    static func put(
        _ closures: CallClosures,
        of site: UnsafePointer<CallSite>,
        into context: UnsafeMutablePointer<ThreadContext>
    ) {
        let old = context.pointee.closures
        context.pointee.closures = ClosuresUnderWay(site: site, closures: .passRetained(closures))
        old?.closures.release()
    }

    /// Takes the closures of a call that begins, nil if there are none. The caller owns one reference.
    @inline(never)
    static func take(
        of site: UnsafePointer<CallSite>,
        from context: UnsafeMutablePointer<ThreadContext>
    ) -> Unmanaged<CallClosures>? {
        guard let found = context.pointee.closures else { return nil }
        context.pointee.closures = nil
        // Another site: the call that they belong to was not forwarded.
        if found.site == site, !found.closures._withUnsafeGuaranteedRef({ $0.isEmpty }) { return found.closures }
        found.closures.release()
        return nil
    }

    /// Gives back the closures of a call that is not recorded.
    @inline(never)
    static func drop(_ closures: Unmanaged<CallClosures>) {
        closures._withUnsafeGuaranteedRef { $0.leaveUnrecorded() }
        closures.release()
    }

    /// Forgets the closures of a call that was never forwarded.
    static func forget(_ context: UnsafeMutablePointer<ThreadContext>) {
        guard let found = context.pointee.closures else { return }
        context.pointee.closures = nil
        found.closures.release()
    }
}
