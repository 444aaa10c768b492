// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CRuntime
internal import Synchronization

/// A call under way, as filters and clients see it: the same values that its record will have.
struct LiveCall {
    let site: UnsafePointer<CallSite>
    let revision: UInt32
    let engine: RecorderEngine
    /// When the call began, on the monotonic clock.
    let began = cclock_monotonic_nanoseconds()
    /// Whether the thread counts it among its own calls under way.
    let isCounted: Bool
    /// Who has answered, after the target.
    var answerer = Invocation.ReturnPath.target

    /// Whether the recorder itself causes the call.
    var isSuppressed: Bool { ThreadContext.current.pointee.suppression > 0 }

    private var requirement: Requirement { site.pointee.requirement.takeUnretainedValue() }
    private var limits: UnsafeMutablePointer<SnapshotLimits> { engine.gate.pointee.limits }

    /// Number of unfinished calls around it on its thread, of which some may not be recorded. The record's own is known
    /// later, to the drain, and counts an async call's callers on other threads, too.
    private func depth(in context: UnsafeMutablePointer<ThreadContext>) -> Int {
        let count = context.pointee.depth.load(ordering: .relaxed) + context.pointee.interposed.count
        return max(0, isCounted ? count - 1 : count)
    }

    private var nanosecondsSoFar: UInt64 { cclock_monotonic_nanoseconds() &- began }

    /// When the call began, in nanoseconds since 1970: before the waits of earlier rules, and before the target.
    private var startedAtNanoseconds: Int64 { cclock_realtime_nanoseconds() &- Int64(clamping: nanosecondsSoFar) }

    // MARK: The call as a record

    /// The call before its target.
    ///
    /// - Parameter arguments: The tuple of arguments, in the layout of the call site.
    func call(_ arguments: UnsafeRawPointer) -> Invocation {
        let requirement = self.requirement
        let context = ThreadContext.current
        let proxy = ProxyRevisions[revision].facts
        var call = Invocation(
            id: InvocationID(epoch: engine.epoch, seq: 0),
            parent: nil,
            depth: depth(in: context),
            selector: requirement.selector,
            thread: ThreadInfo(context.pointee.thread),
            proxy: proxy,
            startedAtNanoseconds: startedAtNanoseconds,
            startOffsetNanoseconds: 0
        )
        if let task = swift_task_getCurrent() {
            call.task = TaskInfo(
                id: swift_task_getJobTaskId(task),
                name: swift_task_getCurrentTaskName().map { String(cString: $0) }
            )
        }
        call.trace = engine.gate.pointee.traceSource.flatMap { KnownTrace.current(of: $0, in: context) }
        // Whether the target was gone is known when the call has ended.
        if proxy.isMainOnly, !call.thread.isMain { call.findings = [.offMain] }
        let values = written { writer in
            if let redactor = writer.redactor {
                redactor._withUnsafeGuaranteedRef { $0.write(site, arguments, to: &writer) }
            } else {
                for argument in site.pointee.arguments { writer.write(argument, in: arguments) }
            }
        }
        values.withUnsafeBytes { bytes in
            var reader = ValueReader(bytes, typeNames: engine.typeNames)
            call.arguments = requirement.parameters.map { parameter in
                Invocation.Argument(
                    label: parameter.label,
                    name: parameter.name,
                    value: reader.value(staticTypeName: parameter.typeName)
                )
            }
        }
        return call
    }

    /// The call after its target.
    ///
    /// - Parameters:
    ///   - result: Where the result is; nil after an error.
    func endedCall(
        _ arguments: UnsafeRawPointer,
        result: UnsafeRawPointer?,
        error: (any Error)?
    ) -> Invocation {
        var call = self.call(arguments)
        call.durationNanoseconds = nanosecondsSoFar
        call.returnPath = answerer
        if let error {
            call.state = .threw
            call.error = value(.error(error), redactor: { $0.errorRule(of: site) }, typeName: "any Error")
        } else {
            call.state = .returned
            if let result, let resultSite = site.pointee.result {
                call.result = value(
                    .result(resultSite, at: result),
                    redactor: { $0.resultRule(of: site) },
                    typeName: requirement.resultTypeName ?? ""
                )
            }
        }
        return call
    }

    private func value(
        _ value: EndValue,
        redactor rule: (Redactor) -> RedactionRule?,
        typeName: String
    ) -> RecordedValue {
        let bytes = written { writer in
            let hidden = writer.redactor?._withUnsafeGuaranteedRef(rule)
            if let hidden { writer.putRedacted(hidden) } else { value.write(to: &writer) }
        }
        return bytes.withUnsafeBytes { bytes in
            var reader = ValueReader(bytes, typeNames: engine.typeNames)
            return reader.value(staticTypeName: typeName)
        }
    }

    /// Encodes values. What describes them to the recorder is code of the program, whose calls are not recorded.
    private func written(_ body: (inout ValueWriter) -> Void) -> [UInt8] {
        ThreadContext.unrecorded {
            [UInt8](unsafeUninitializedCapacity: limits.pointee.capacity) { buffer, count in
                // The capacity is positive, so there is an address.
                let base = UnsafeMutableRawPointer(buffer.baseAddress!)
                var writer = ValueWriter(at: base, limits: limits)
                writer.isStructural = site.pointee.isStructural
                body(&writer)
                count = writer.cursor - base
            }
        }
    }

    /// A line for the log.
    func line(_ text: String) -> String {
        let selector = requirement.selector
        return text.isEmpty ? "\(selector.protocolName).\(selector.name)" : "\(selector.name): \(text)"
    }

    // MARK: Held calls

    /// What clients get to know of the call while it waits.
    func heldFacts(
        _ point: Rule.Point,
        _ arguments: UnsafeRawPointer,
        result: UnsafeRawPointer?,
        error: (any Error)?
    ) -> HeldFacts {
        var call = self.call(arguments)
        if point == .after {
            let ended = endedCall(arguments, result: result, error: error)
            (call.result, call.error) = (ended.result, ended.error)
        }
        return HeldFacts(
            point: point,
            call: call,
            sinceNanoseconds: cclock_realtime_nanoseconds(),
            deadlineNanoseconds: 0,
            argumentsJSON: point == .before ? argumentsJSON(arguments) : [],
            resultJSON: result.flatMap(resultJSON)
        )
    }

    private func resultJSON(_ result: UnsafeRawPointer) -> String? {
        guard let resultSite = site.pointee.result, !isHidden({ $0.resultRule(of: site) }) else { return nil }
        return json(of: resultSite, at: result)
    }

    private func isHidden(_ rule: (Redactor) -> RedactionRule?) -> Bool {
        limits.pointee.redactor?._withUnsafeGuaranteedRef(rule) != nil
    }

    private func argumentsJSON(_ arguments: UnsafeRawPointer) -> [String?] {
        site.pointee.arguments.indices.map { index in
            guard !isHidden({ $0.argumentRule(of: site, index) }), RuleCheck.editRefusal(index, site) == nil else {
                return nil
            }
            let argument = site.pointee.arguments[index]
            return json(of: argument, at: arguments + argument.offset)
        }
    }

    private func json(of site: ValueSite, at address: UnsafeRawPointer) -> String? {
        let redactor = limits.pointee.redactor?.takeUnretainedValue()
        func opened<Value>(_ type: Value.Type) -> String? {
            ValueMaker.json(
                of: address.assumingMemoryBound(to: Value.self).pointee,
                as: type,
                hidesCredentials: limits.pointee.hidesCredentials
            ) { type, label in
                redactor?.rule(for: type, label: label) != nil
            }
        }
        return _openExistential(site.valueType, do: opened)
    }

    // MARK: Changed arguments

    /// Puts a value of the argument's own type into the tuple of arguments.
    func assign(_ value: Any, toArgument index: Int, in tuple: UnsafeMutableRawPointer) {
        let argument = site.pointee.arguments[index]
        func opened<Value>(_ type: Value.Type) {
            // Made as this type.
            let value = value as! Value
            (tuple + argument.offset).assumingMemoryBound(to: Value.self).pointee = value
            // The generated closure passes on the value after the call, which it begins with.
            for changed in site.pointee.inouts where changed.index == index {
                (tuple + changed.after.offset).assumingMemoryBound(to: Value.self).pointee = value
            }
        }
        _openExistential(argument.valueType, do: opened)
    }

    /// The encoded form of an argument.
    func encoded(argument index: Int, in tuple: UnsafeRawPointer) -> [UInt8] {
        written { writer in
            let rule = writer.redactor?._withUnsafeGuaranteedRef { $0.argumentRule(of: site, index) }
            if let rule { writer.putRedacted(rule) } else { writer.write(site.pointee.arguments[index], in: tuple) }
        }
    }
}
