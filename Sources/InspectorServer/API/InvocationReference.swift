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
        switch recorder.invocation(seq: seq) {
        case .found(let invocation): return invocation
        case .evicted:
            throw HTTPProblem(410, "evicted", "Invocation \(id) was recorded, but it had to make room for newer ones.")
        case .unknown:
            throw HTTPProblem(404, "unknownInvocation", "No call of this run has the number \(seq) so far.")
        }
    }
}

extension HTTPCall {
    /// A parameter that is a whole number.
    ///
    /// - Throws: 400 `invalidParameter` with the bounds.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw HTTPProblem(
                400,
                "invalidParameter",
                "“\(name)” is a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.",
                field: name
            )
        }
        return number
    }

    /// A parameter that names an invocation.
    func seq(_ name: String, epoch: String) throws(HTTPProblem) -> UInt64? {
        guard let text = parameters[name] else { return nil }
        return try InvocationReference.seq(of: text, epoch: epoch, field: name)
    }
}
