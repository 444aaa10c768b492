// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/unanswered`: selectors whose calls reached nobody, the most frequent first.
enum UnansweredEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/unanswered") { _ in respond(recorder.selectors.filter { $0.unanswered > 0 }) }
    }

    private static func respond(_ selectors: [SelectorStatistics]) -> HTTPResponse {
        let rows = selectors.sorted {
            ($1.unanswered, $0.selector.name) < ($0.unanswered, $1.selector.name)
        }
        return .json { json in
            json.object { json in
                json.array("items") { json in
                    for row in rows {
                        json.object { json in
                            json.member("protocol", row.selector.protocolName)
                            json.member("selector", row.selector.name)
                            json.member("unanswered", row.unanswered)
                            json.member("calls", row.calls)
                        }
                    }
                }
                json.member("count", rows.count)
                json.member("unanswered", rows.reduce(UInt64(0)) { $0 + $1.unanswered })
            }
        }.adding("Cache-Control", "no-store")
    }
}
