// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// A requirement whose calls are recorded on their way through a witness table, without a proxy.
///
/// Created once per entry of a table, and never freed: records refer to it by address.
package struct InterposedRequirement: BitwiseCopyable, @unchecked Sendable {
    // Sendable: the memory behind the pointer is written before the value exists and never changes afterwards.
    let site: UnsafePointer<CallSite>
    let revision: UInt32
    let gate: UnsafePointer<RecordingGate>
    private let isLeftOut: Bool

    /// A value of a call, by its place in the memory given to `begin` or `end`.
    package struct Value {
        let type: Any.Type
        let offset: Int

        /// - Parameters:
        ///   - type: Its type; `UndecodedValue` for one that could not be decoded, `UndecodedClosure` for a closure.
        ///   - offset: In bytes.
        package init(_ type: Any.Type, at offset: Int) {
            self.type = type
            self.offset = offset
        }

        fileprivate var site: ValueSite {
            func opened<Opened>(_ type: Opened.Type) -> ValueSite { ValueSite(type, offset: offset) }
            return _openExistential(type, do: opened)
        }
    }

    /// - Parameters:
    ///   - name: The requirement's name in its protocol, with labels.
    ///   - protocolName: The protocol.
    ///   - parameters: As in the protocol; one per value of `arguments`.
    ///   - result: The type of the result and its name; nil for Void.
    ///   - target: Name of the conforming type.
    ///   - isLeftOut: Whether a default body of a protocol extension runs, not a method of the type.
    ///   - recorder: Kept alive by the caller as long as calls may use the requirement.
    package init(
        _ name: String,
        of protocolName: String,
        parameters: [Requirement.Parameter],
        arguments: [Value],
        result: (value: Value, typeName: String)?,
        traits: Requirement.Traits,
        target: String,
        isLeftOut: Bool,
        recorder: Recorder
    ) {
        gate = recorder.engine.gate
        let requirement = Requirement(
            selector: Selector(protocolName: protocolName, name: name),
            parameters: parameters,
            resultTypeName: result?.typeName,
            traits: traits,
            declaration: nil
        )
        let sites = ValueSite.allocate(arguments.count)
        _ = sites.initialize(from: arguments.map(\.site))
        let site = UnsafeMutablePointer<CallSite>.allocateOnLine()
        site.initialize(
            to: CallSite(
                requirement: .passRetained(requirement),
                arguments: UnsafeBufferPointer(sites),
                inouts: UnsafeBufferPointer(start: nil, count: 0),
                isPlain: CallSite.arePlain(Array(sites)),
                hasInout: false,
                bit: CallSite.nextBit(),
                result: result?.value.site,
                hookSets: .passRetained(HookSetMaker()),
                isStructural: true
            )
        )
        self.site = UnsafePointer(site)
        self.isLeftOut = isLeftOut
        revision = ProxyRevisions.add(ProxyRevision(proxy: 0, owner: "", target: target))
    }
}

extension InterposedRequirement {
    /// Whether a frame is on the thread's own stack, and as many bytes are left for those inside it.
    package static func hasRoom(at frame: UnsafeRawPointer, for bytes: UInt) -> Bool {
        InterposedCallStack.hasRoom(at: frame, for: bytes)
    }

    /// See `cthread_is_in_handler`.
    package static var isInHandler: Bool { cthread_is_in_handler() }
}

extension Recorder {
    /// A byte whose lowest bit is 1 while calls are recorded. It lives as long as the recorder.
    package var recordingByte: UnsafePointer<UInt8> { engine.gate.modeByte }
}

extension InterposedRequirement {
    /// Who answers.
    @inline(__always)
    fileprivate var path: Invocation.ReturnPath { isLeftOut ? site.pointee.unansweredPath : .target }

    /// Whether the innermost call under way is one of this requirement that a proxy has just begun to forward.
    @inline(__always)
    fileprivate func isForwarded(in context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        // Only a proxy leaves a site there.
        guard let begun = context.pointee.begunSite else { return false }
        return isForwarded(in: context, begun)
    }

    @inline(never)
    private func isForwarded(
        in context: UnsafeMutablePointer<ThreadContext>,
        _ begun: UnsafePointer<CallSite>
    ) -> Bool {
        let depth = context.pointee.depth.load(ordering: .relaxed)
        guard depth > 0, UInt16(truncatingIfNeeded: depth) == context.pointee.begunDepth else { return false }
        let (own, other) = (selector, begun.pointee.requirement._withUnsafeGuaranteedRef { $0.selector })
        // Names of overloads end with the types of their parameters.
        return own.protocolName == other.protocolName
            && (own.name == other.name
                || other.name.hasPrefix(own.name) && other.name.dropFirst(own.name.count).first == "(")
    }

    private var selector: Selector { site.pointee.requirement._withUnsafeGuaranteedRef { $0.selector } }
}

/// What stands for a value that could not be decoded, with the reason.
package struct UndecodedValue: InspectableValue {
    private let reason: String

    /// - Parameter reason: Why, for people.
    package init(_ reason: String) { self.reason = reason }

    /// The reason.
    package var inspectedDescription: String { "(\(reason))" }
}

/// What stands for a closure, which is not looked at: its value has the kind of one, as in records of proxies.
package struct UndecodedClosure: BitwiseCopyable, Sendable {}

/// What stands for an error that could not be decoded.
package struct UndecodedError: Error, InspectableValue {
    private let typeName: String

    /// - Parameter typeName: The type of the error.
    package init(_ typeName: String) { self.typeName = typeName }

    /// The type of the error.
    package var inspectedDescription: String { "(\(typeName))" }
}

extension Invocation {
    /// Why a value of the call could not be decoded, in parentheses; nil for one that was.
    ///
    /// A record names the requirement's type, not `UndecodedValue`. Interposed calls have hardly another value that is
    /// a text in parentheses: descriptions of the program's own types are not asked for.
    package func undecodedReason(of value: RecordedValue) -> String? {
        guard proxy == 0, value.kind == .struct, value.children.isEmpty, value.truncation == nil,
            case .text(let text) = value.content, text.hasPrefix("("), text.hasSuffix(")")
        else { return nil }
        return text
    }
}

/// A call of an interposed requirement that is under way. Plain memory of at most 32 bytes.
package struct InterposedCall: BitwiseCopyable {
    fileprivate let token: CallToken
    /// Whether rules have left a note for its end.
    fileprivate var hasNote = false
}

// Requirements and calls are passed by their addresses: both are more than the registers that carry arguments can take.
extension UnsafePointer<InterposedRequirement> {
    /// Begins a record.
    ///
    /// - Parameters:
    ///   - arguments: The memory with the arguments, which stay with their owners.
    ///   - frame: An address in the stack frame of the call, the same when it ends. Not used if it is detached.
    ///   - caller: An address in the stack frame of the caller, with which a backtrace begins; the async context of the
    ///     call if it is detached.
    ///   - isDetached: Whether the call can end on another thread.
    ///   - memory: Where the call is put.
    /// - Returns: False for a call that is not recorded, and one with which a proxy forwards one that is recorded already;
    ///   nothing is put then.
    package func begin(
        _ arguments: UnsafeRawPointer,
        frame: UnsafeRawPointer,
        caller: UnsafeRawPointer,
        isDetached: Bool,
        into memory: UnsafeMutablePointer<InterposedCall>
    ) -> Bool {
        // What the thread's first call prepares is allocated. Without a context, not even its number can be counted.
        guard cthread_context() != nil || !cthread_is_in_handler() else { return false }
        let context = ThreadContext.current
        if !isDetached {
            guard context.pointee.interposed.records(frame) else { return leaveOut(context) }
            context.pointee.interposed.endLeft(before: frame)
        }
        let isForwarded = pointee.isForwarded(in: context)
        defer { context.pointee.begunSite = nil }
        if isForwarded { return false }
        let (gate, site) = (pointee.gate, pointee.site)
        let token =
            site.pointee.isPlain && !isDetached && !gate.pointee.backtraces.isOpen.load(ordering: .relaxed)
            ? gate.beginPlain(context, site, arguments, revision: pointee.revision)
            : CallBegin.write(
                gate,
                context,
                site,
                arguments,
                revision: pointee.revision,
                isDetached: isDetached,
                inside: caller
            )
        if !isDetached { context.pointee.interposed.push(frame, token, gate) }
        memory.initialize(to: InterposedCall(token: token))
        if gate.pointee.ruleBook.load(ordering: .acquiring) != nil {
            memory.pointee.hasNote = actOnRules(arguments, token)
        }
        return true
    }

    /// Lets a call pass without a record.
    @inline(never)
    private func leaveOut(_ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        context.pointee.begunSite = nil
        if !context.pointee.interposed.isOwnWork { CallBegin.countUnrecorded(pointee.gate, context) }
        return false
    }

    /// - Returns: Whether there is a note for the end of the call.
    @inline(never)
    private func actOnRules(_ arguments: UnsafeRawPointer, _ token: CallToken) -> Bool {
        guard let book = pointee.gate.pointee.ruleBook.load(ordering: .acquiring) else { return false }
        return book._withUnsafeGuaranteedRef { book in
            guard book.interposed.isActive.load(ordering: .relaxed) else { return false }
            return book.act(onInterposed: pointee.site, arguments, token, revision: pointee.revision)
        }
    }

    /// Ends the record of a call without a result.
    package func returned(_ call: UnsafePointer<InterposedCall>, frame: UnsafeRawPointer) {
        let gate = pointee.gate
        if call.pointee.token.isDetached || gate.pointee.ruleBook.load(ordering: .relaxed) != nil {
            return returned(call, UnsafeRawPointer(pointee.site), frame: frame)
        }
        ThreadContext.current.pointee.interposed.pop(frame)
        let token = call.pointee.token
        gate.endPlain(token.ring, token.call, since: token.start, path: pointee.path, hasTarget: true)
    }

    /// Ends the record with the result at an address.
    package func returned(
        _ call: UnsafePointer<InterposedCall>,
        _ result: UnsafeRawPointer,
        frame: UnsafeRawPointer
    ) {
        end(call, frame).returned(pointee.site, result, path: pointee.path)
    }

    /// Ends the record with an error.
    package func threw(_ call: UnsafePointer<InterposedCall>, _ error: any Error, frame: UnsafeRawPointer) {
        end(call, frame).threw(pointee.site, error, path: pointee.path)
    }

    private func end(_ call: UnsafePointer<InterposedCall>, _ frame: UnsafeRawPointer) -> CallEnd {
        let (context, token) = (ThreadContext.current, call.pointee.token)
        if !token.isDetached { context.pointee.interposed.pop(frame) }
        var end = CallEnd(token: token, gate: pointee.gate, context: context)
        end.writeStructures()
        if call.pointee.hasNote, let book = pointee.gate.pointee.ruleBook.load(ordering: .relaxed) {
            let note = book._withUnsafeGuaranteedRef { $0.interposed.takeNote(of: token) }
            if let note {
                end.setRule(note.rules)
                end.endTarget(since: note.targetStart)
            }
        }
        return end
    }
}
