// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/filter` and `/filter/help`: the meaning of a filter, and the filter language.
enum FilterEndpoints {
    static let routes = [
        HTTPRoute(.get, "/api/v1/filter", parameters: ["expr"]) { call in
            _ = try call.required("expr")
            let filter = try call.filter("expr")
            return .json { json in
                json.member("canonical", filter.description)
                json.member("words", filter.words)
                json.member("cost", filter.cost.rawValue)
                json.member("isEverything", filter.isEverything)
            }
        },
        HTTPRoute(.get, "/api/v1/filter/help") { _ in
            .json { json in
                json.array("items") { json in
                    for entry in FilterHelp.keys { write(entry, to: &json) }
                }
                json.array("syntax") { json in
                    for entry in FilterHelp.syntax { write(entry, to: &json) }
                }
                json.member("lengthLimit", InvocationFilter.lengthLimit)
            }
        },
    ]

    private static func write(_ entry: FilterHelp.Entry, to json: inout JSONWriter) {
        json.object { json in
            json.member("key", entry.key)
            json.member("aliases", entry.aliases)
            json.member("form", entry.form)
            json.member("description", entry.description)
            json.member("example", entry.example)
            json.member("values", entry.values)
        }
    }
}
