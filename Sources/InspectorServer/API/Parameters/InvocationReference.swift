// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// How a client names an invocation: `<epoch>-<seq>`, or the bare number for the current run.
enum InvocationReference {
    /// The number of the call.
    ///
    /// - Throws: 400 `malformedId` for what is neither form, 410 `otherEpoch` for a number of another run.
    static func seq(of text: String, epoch: String, field: String? = nil) throws(HTTPProblem) -> UInt64 {
        if let bare = UInt64(text) { return bare }
        guard let id = InvocationID(text) else {
            throw HTTPProblem(
                400,
                "malformedId",
                "“\(text)” is not an id; ids look like \(epoch)-1042, or 1042 for this run.",
                field: field
            )
        }
        guard id.epoch == epoch else {
            throw HTTPProblem(
                410,
                "otherEpoch",
                "“\(text)” belongs to another run; the epoch of this one is \(epoch).",
                field: field
            )
        }
        return id.seq
    }

    /// The invocation with an id.
    ///
    /// - Throws: what `seq(of:epoch:field:)` throws; 410 `evicted`, 404 `unknownInvocation`.
    static func find(_ id: String, _ recorder: Recorder) throws(HTTPProblem) -> Invocation {
        let seq = try seq(of: id, epoch: recorder.epoch)
        return try read(recorder.invocation(seq: seq), id)
    }

    /// What was found; 410 `evicted` and 404 `unknownInvocation` when nothing was.
    static func read(_ lookup: InvocationLookup, _ id: String) throws(HTTPProblem) -> Invocation {
        switch lookup {
        case .found(let invocation): return invocation
        case .evicted:
            throw HTTPProblem(410, "evicted", "Invocation \(id) was recorded, but it had to make room for newer ones.")
        case .unknown:
            throw HTTPProblem(404, "unknownInvocation", "No call of this run has the number of \(id) so far.")
        }
    }
}
