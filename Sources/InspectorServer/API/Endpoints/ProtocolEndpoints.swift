// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Interposer
internal import ProxyCore

/// `GET /api/v1/protocols` and `/protocols/{protocol}`: the protocols of the process, and what can be recorded of them.
enum ProtocolEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/protocols") { _ in
                try InterposerEndpoints.requireProcess(recorder)
                return .deferred(as: .waiting) { list(recorder) }
            },
            HTTPRoute(.get, "/api/v1/protocols/{protocol}") { call in
                try InterposerEndpoints.requireProcess(recorder)
                let name = call.variable("protocol")
                return .deferred(as: .waiting) { one(name, recorder) }
            },
        ]
    }

    private static func list(_ recorder: Recorder) -> HTTPResponse {
        let extents = InterposerEndpoints.extents(recorder)
        let protocols = Interposer.protocols
        return .json { json in
            json.array("items") { json in
                for listed in protocols {
                    json.object { write(listed, extents[listed.fullName], to: &$0) }
                }
            }
            json.member("count", protocols.count)
        }.adding("Cache-Control", "no-store")
    }

    private static func write(
        _ listed: Interposer.ListedProtocol,
        _ extent: Interposer.Extent?,
        to json: inout JSONWriter
    ) {
        json.member("protocol", listed.fullName)
        json.member("module", listed.module)
        json.member("name", listed.name)
        json.member("requirements", listed.requirementCount)
        json.member("types", listed.types)
        json.member("recorded", extent?.recordedCount ?? 0)
        json.member("refused", extent?.refusedCount ?? 0)
        json.member("unread", extent?.unreadCount ?? 0)
        json.member("interposed", extent != nil)
    }

    private static func one(_ name: String, _ recorder: Recorder) -> HTTPResponse {
        let protocols = Interposer.protocols
        guard let listed = protocols.first(where: { $0.fullName == name }) else {
            let names = NearestNames.of(name, among: protocols.map(\.fullName), limit: 3)
            return HTTPProblem(404, "unknownProtocol", "This process has no protocol “\(name)”.", candidates: names)
                .response
        }
        let interposed = InterposerEndpoints.entries(recorder, ofProtocol: name)
        let recorded = Dictionary(interposed.map { ($0.surveyed, $0) }) { first, _ in first }
        let all = Interposer.survey(.init(protocols: [name]), recorder: recorder).filter { $0.protocolName == name }
        let calls = recorder.selectors.filter { $0.selector.protocolName == listed.name }
        return .json { json in
            json.member("protocol", listed.fullName)
            json.member("module", listed.module)
            json.member("name", listed.name)
            json.member("types", listed.types)
            json.member("interposed", !interposed.isEmpty)
            json.array("requirements") { json in
                for requirement in Requirement.all(of: all) {
                    json.object { json in
                        json.member("name", requirement.name)
                        json.member("kind", requirement.kind.rawValue)
                        json.member("isAsync", requirement.isAsync)
                        json.member(
                            "calls",
                            calls.filter { $0.selector.name == requirement.name }.reduce(UInt64(0)) { $0 + $1.calls }
                        )
                        json.array("entries") { json in
                            for entry in requirement.entries {
                                let known = recorded[entry]
                                json.object { write(known ?? entry, isRecorded: known != nil, to: &$0) }
                            }
                        }
                    }
                }
            }
        }.adding("Cache-Control", "no-store")
    }

    private static func write(_ entry: Interposer.Entry, isRecorded: Bool, to json: inout JSONWriter) {
        json.member("type", entry.typeName)
        json.member("state", entry.refusal != nil ? "refused" : isRecorded ? "recorded" : "available")
        json.member("refusal", entry.refusal)
        json.member("limitation", entry.limitation)
        json.member("missesEarlier", entry.missesEarlier)
    }

    /// A requirement with its entries in the tables of all conforming types.
    private struct Requirement {
        let name: String
        let kind: Interposer.Entry.Kind
        let isAsync: Bool
        var entries: [Interposer.Entry]

        /// In the order in which the protocol declares them.
        static func all(of entries: [Interposer.Entry]) -> [Requirement] {
            var found: [Requirement] = []
            var places: [String: Int] = [:]
            for entry in entries {
                let name = entry.requirement ?? "(a requirement without a symbol)"
                if let place = places[name] {
                    found[place].entries.append(entry)
                } else {
                    places[name] = found.count
                    found.append(
                        Requirement(name: name, kind: entry.kind, isAsync: entry.isAsync, entries: [entry])
                    )
                }
            }
            return found
        }
    }
}
