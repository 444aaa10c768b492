// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore

extension ProtocolListing {
    /// The list as an object with the members of `GET /api/v1/protocols`, and a line end.
    var json: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.array("items") { json in
                    for item in items { json.object { write(item, to: &$0) } }
                }
                json.member("count", items.count)
            }
        } + Array("\n".utf8)
    }

    private func write(_ item: Item, to json: inout JSONWriter) {
        json.member("protocol", item.listed.fullName)
        json.member("module", item.listed.module)
        json.member("name", item.listed.name)
        json.member("requirements", item.listed.requirementCount)
        json.member("types", item.types)
        guard settings.showsRequirements else { return }
        json.array("entries") { json in
            for type in item.types {
                for entry in item.entries[type] ?? [] { json.object { Self.write(entry, to: &$0) } }
            }
        }
    }

    private static func write(_ entry: Interposer.Entry, to json: inout JSONWriter) {
        json.member("type", entry.typeName)
        json.member("requirement", entry.requirement)
        json.member("kind", entry.kind.rawValue)
        json.member("isAsync", entry.isAsync)
        json.member("limitation", entry.limitation)
        json.member("refusal", entry.refusal)
    }
}
