// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Interposer
internal import ProxyCore

/// `/api/v1/interposers`: which protocols are recorded without proxies.
enum InterposerEndpoints {
    /// Most interposers of a recorder that can be added here.
    private static let countLimit = 256

    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/interposers") { _ in
                try requireProcess(recorder)
                return .deferred(as: .waiting) { list(recorder) }
            },
            HTTPRoute(.post, "/api/v1/interposers", wantsBody: true) { call in
                try requireProcess(recorder)
                let selection = try selection(call.request.body)
                guard interposers(recorder).count < countLimit else {
                    throw HTTPProblem(409, "tooManyInterposers", "There are \(countLimit) interposers; remove one.")
                }
                // Finding symbols reads the images of the whole program.
                return .deferred(as: .waiting) { install(selection, recorder) }
            },
            HTTPRoute(.delete, "/api/v1/interposers/{id}") { call in
                try requireProcess(recorder)
                let id = call.variable("id")
                guard let interposer = interposers(recorder).first(where: { "\($0.id)" == id }) else {
                    throw HTTPProblem(404, "unknownInterposer", "No interposer has the number “\(id)”.")
                }
                return .deferred(as: .waiting) {
                    interposer.remove()
                    return HTTPResponse(status: 204)
                }
            },
        ]
    }

    /// - Throws: 409 `noProcess` for a recording that is replayed.
    static func requireProcess(_ recorder: Recorder) throws(HTTPProblem) {
        try recorder.requireProcess("protocols")
    }

    private static func interposers(_ recorder: Recorder) -> [Interposer] {
        Interposer.installed.filter { $0.recorder === recorder }
    }

    /// What the recorder's interposers have of each protocol.
    static func extents(_ recorder: Recorder) -> [String: Interposer.Extent] {
        Interposer.extents(of: interposers(recorder))
    }

    /// What they have of one protocol.
    static func entries(_ recorder: Recorder, ofProtocol name: String) -> Set<Interposer.Entry> {
        Set(interposers(recorder).flatMap { $0.entries(ofProtocol: name) })
    }

    // MARK: Responses

    private static func list(_ recorder: Recorder) -> HTTPResponse {
        let all = interposers(recorder)
        return .json { json in
            json.array("items") { json in
                for interposer in all { json.object { write(interposer, to: &$0) } }
            }
            json.member("count", all.count)
        }.adding("Cache-Control", "no-store")
    }

    private static func install(_ selection: Interposer.Selection, _ recorder: Recorder) -> HTTPResponse {
        let interposer = Interposer.install(selection, recorder: recorder)
        return .json(status: 201) { write(interposer, to: &$0) }
            .adding("Location", "/api/v1/interposers/\(interposer.id)")
    }

    private static func write(_ interposer: Interposer, to json: inout JSONWriter) {
        // To look at each entry would take a second in a program with many.
        let (extent, selection) = (interposer.extent, interposer.selection)
        json.member("id", interposer.id)
        json.member("protocols", selection.protocols)
        json.member("types", selection.types)
        json.member("modules", selection.modules)
        json.member("excluded", selection.excluded)
        json.member("recorded", extent.recordedCount)
        json.member("refused", extent.refusedCount)
        json.member("unread", extent.unreadCount)
    }

    // MARK: Requests

    private static func selection(_ body: [UInt8]) throws(HTTPProblem) -> Interposer.Selection {
        var selection = Interposer.Selection(protocols: [])
        for member in try JSONBody.members(of: body) {
            switch member.key {
            case "protocols": selection.protocols = try JSONBody.patterns(member)
            case "types": selection.types = try JSONBody.patterns(member)
            case "modules": selection.modules = try JSONBody.patterns(member)
            case "excluded": selection.excluded = try JSONBody.patterns(member)
            default:
                throw JSONBody.unknown(member, candidates: ["protocols", "types", "modules", "excluded"])
            }
        }
        guard !selection.protocols.isEmpty else {
            throw HTTPProblem(400, "invalidBody", "Give “protocols”, a list of patterns such as \"*Delegate\".")
        }
        return selection
    }
}
