// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A client's reference to an invocation: `<epoch>-<seq>`, or just the number for the current run. Among the calls of
/// several processes, which have the same numbers, only the former.
enum InvocationReference {
    /// The key of the call.
    ///
    /// - Throws: 400 `malformedId` if the text has no such form, 410 `otherEpoch` for an invocation of another run, 503
    ///   `recordingUnreadable` if that can't be told.
    static func key(of text: String, _ recorder: Recorder, field: String? = nil) throws(HTTPProblem) -> UInt64 {
        let epoch = recorder.epoch
        let bare = UInt64(text)
        if let bare, recorder.fleet == nil { return bare }
        guard let id = InvocationID(text) else {
            let form =
                recorder.fleet == nil
                ? "\(epoch)-1042, or 1042 for this run"
                : "<epoch>-\(bare ?? 1042), with the epoch of the process"
            throw HTTPProblem(
                400,
                "malformedId",
                "“\(text)” is not an id; ids look like \(form).",
                field: field
            )
        }
        let failures = MetFailures()
        guard let key = failures.during({ recorder.key(of: id) }) else {
            // A client never asks again for a call of another run.
            if let failure = failures.last { throw HTTPProblem(unreadable: failure) }
            throw HTTPProblem(
                410,
                "otherEpoch",
                "“\(text)” belongs to another run; the epoch of this one is \(epoch).",
                field: field
            )
        }
        return key
    }

    /// The invocation with an id.
    ///
    /// - Throws: The errors of `key(of:_:field:)`; 410 `evicted`, 404 `unknownInvocation`.
    static func find(_ id: String, _ recorder: Recorder) throws(HTTPProblem) -> Invocation {
        try read(recorder.invocation(seq: key(of: id, recorder)), id)
    }

    /// The invocation that was found; otherwise throws 410 `evicted` or 404 `unknownInvocation`.
    static func read(_ lookup: InvocationLookup, _ id: String) throws(HTTPProblem) -> Invocation {
        switch lookup {
        case .found(let invocation): return invocation
        case .evicted:
            throw HTTPProblem(410, "evicted", "Invocation \(id) was recorded but is no longer stored.")
        case .unknown:
            throw HTTPProblem(404, "unknownInvocation", "This run has no invocation \(id).")
        }
    }
}
