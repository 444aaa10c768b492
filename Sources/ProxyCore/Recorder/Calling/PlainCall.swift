// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

// The record of a call whose arguments are plain data and which returns nothing, as long as nothing is special. Both
// halves are here, one after the other, with nothing in them that such a call does not need: a call that comes alone waits
// for each cache line and each page of their code. They have no parameter that is not used, because the compiler would put
// a function that drops it in front.

extension UnsafePointer<RecordingGate> {
    /// Writes the begin of a call, as `CallBegin.write` does.
    ///
    /// The effect attribute lets callers omit reference counting around it: nothing in it can release an argument.
    ///
    /// - Parameters:
    ///   - site: A call site that `isPlain`.
    ///   - arguments: The tuple of arguments, in the layout of the call site.
    ///   - revision: Owner and target of the proxy; see `ProxyRevision`.
    @usableFromInline
    @_effects(releasenone)
    func beginPlain(
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32
    ) -> CallToken {
        begin(context, site, arguments, revision: revision, isAllowed: !pointee.wantsNotes) { _ in
            false
        } otherwise: {
            CallBegin.writePlain(self, context, site, arguments, revision: revision)
        }
    }

    /// Writes the end of a call that returned, on the thread on which it began.
    ///
    /// - Parameters:
    ///   - ring: The ring of the call's `CallToken`, and so on.
    ///   - hasTarget: Whether the call reached a target.
    @usableFromInline
    @_effects(releasenone)
    func endPlain(
        _ ring: UnsafeMutablePointer<Ring>?,
        _ call: UInt64,
        since start: UInt64,
        path: Invocation.ReturnPath,
        hasTarget: Bool
    ) {
        guard let ring else { return CallToken.countLeftOut(call, .returned, path) }
        let ticks = cclock_ticks()
        guard let entry = ring.pointee.claimAtOnce(EndEntry.size, reserve: 0) ?? CallEnd.claimSlowly(on: ring, self)
        else { return CallEnd.countEnd(on: ring) }
        var end = EndEntry(
            head: EntryHead(.end, size: EndEntry.size),
            ticks: ticks,
            call: call,
            targetTicks: hasTarget ? ticks &- start : EndEntry.noTarget,
            ring: 0
        )
        end.head.state = Invocation.State.returned.rawValue
        end.head.path = path.rawValue
        entry.storeBytes(of: end, as: EndEntry.self)
        CallEnd.countEnd(on: ring)
        Ring.bump(ring.pointee.recorded)
        ring.pointee.publishEnd(EndEntry.size)
        if pointee.isDrainAsleep { pointee.wakeDrain() }
        if ring.pointee.isSampling { CallEnd.sample(call, since: ticks, to: cclock_ticks_in_order(), ring, self) }
    }

    /// `beginPlain` for a call that can be inside an async call or a span.
    @inline(never)
    func beginPlainInContext(
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32
    ) -> CallToken {
        begin(context, site, arguments, revision: revision, isAllowed: !pointee.hasRunningAsyncCalls) { ring in
            pointee.traceSource.map { ContextEntry.announce($0, ring, context) } ?? false
        } otherwise: {
            CallBegin.writeInContext(self, context, site, arguments, revision: revision, isDetached: false)
        }
    }

    /// - Parameters:
    ///   - isAllowed: False if the caller knows that something is special.
    ///   - isInSpan: Whether the call is in the span that the ring named last. Runs code of the program when the thread has
    ///     come into another span.
    ///   - otherwise: Writes the begin if something is special.
    @inline(__always)
    private func begin(
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32,
        isAllowed: Bool,
        isInSpan: (UnsafeMutablePointer<Ring>) -> Bool,
        otherwise: () -> CallToken
    ) -> CallToken {
        // It is to tell what the program would measure, so a sample begins as early and ends as late as it can.
        let sampleStart = context.pointee.isNextSampled ? cclock_ticks() : 0
        // A call that comes alone waits for each line of the code below. Meanwhile these lines of data can arrive.
        cthread_prefetch_for_write(context.pointee.nextEntry)
        cthread_prefetch_for_write(context.pointee.nextEntry.map { $0 + CacheLine.bytes })
        cthread_prefetch_for_write(context.pointee.ring)
        cthread_prefetch(site.pointee.arguments.baseAddress)
        guard isAllowed, let ring = context.pointee.knownRing(of: pointee.number) else {
            return otherwise()
        }
        guard pointee.isSimple, pointee.mode.load(ordering: .relaxed) == RecordingMode.everything,
            !pointee.backtraces.isOpen.load(ordering: .relaxed), context.pointee.suppression == 0,
            !ring.pointee.isWriting
        else { return otherwise() }
        let isInSpan = isInSpan(ring)
        guard
            let entry = ring.pointee.claimAtOnce(pointee.beginBytes, reserve: ring.pointee.reserveForBegin)
        else { return otherwise() }
        let limit = entry + (pointee.beginBytes &- ValueWriter.tailBytes)
        let end = PlainArguments.write(site, in: arguments, to: entry + BeginEntry.size, until: limit, pointee.limits)
        let token = CallBegin.publish(entry, used: end - entry, ring, site, revision, isInSpan: isInSpan)
        context.pointee.noteBegin(site, end, ring, sampledSince: sampleStart)
        if pointee.isDrainAsleep { pointee.wakeDrain() }
        return token
    }
}
