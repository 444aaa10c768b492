// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `PATCH /api/v1/invocations/{id}`: marks an invocation or changes its comment.
enum MarkEndpoint {
    private static let members = ["marked", "comment"]

    static func route(_ recorder: Recorder, tell: @escaping RecordChange.Teller) -> HTTPRoute {
        HTTPRoute(.patch, "/api/v1/invocations/{id}", wantsBody: true) { call in
            try recorder.requireProcess("calls that can be marked")
            let key = try InvocationReference.key(of: call.variable("id"), recorder)
            let change = try Change(call.request.body)
            let id = recorder.id(ofKey: key)
            let lookup = recorder.mark(id, marked: change.marked, comment: change.comment)
            if case .evicted = lookup {
                // A recording may still have it.
                throw HTTPProblem(410, "evicted", "Invocation \(id) is no longer in memory, so it can't be marked.")
            }
            let invocation = try InvocationReference.read(lookup, id.description)
            tell(.noted(invocation))
            return HTTPResponse(mediaType: "application/json", InvocationEncoder.encode(invocation))
        }
    }

    /// The requested changes; parsed completely before any is applied.
    private struct Change {
        var marked: Bool?
        var comment: String?

        init(_ body: [UInt8]) throws(HTTPProblem) {
            let members = try JSONBody.members(of: body)
            for member in members {
                switch (member.key, member.value) {
                case ("marked", .boolean(let truth)): marked = truth
                case ("marked", _): throw Self.refusal("marked", "must be true or false")
                case ("comment", .string(let text)): comment = try Self.comment(text)
                case ("comment", .null): comment = ""
                case ("comment", _): throw Self.refusal("comment", "must be text, or null to remove it")
                default: throw JSONBody.unknown(member, candidates: MarkEndpoint.members)
                }
            }
            if members.isEmpty { throw HTTPProblem(400, "invalidBody", "Give “marked”, “comment” or both.") }
        }

        private static func comment(_ text: String) throws(HTTPProblem) -> String {
            if text.utf8.count <= Recorder.commentBytesLimit { return text }
            throw refusal("comment", "may have \(Recorder.commentBytesLimit) bytes, not \(text.utf8.count)")
        }

        private static func refusal(_ field: String, _ text: String) -> HTTPProblem {
            HTTPProblem(400, "invalidMember", "“\(field)” \(text).", field: field)
        }
    }
}
