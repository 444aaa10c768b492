// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A parameter as stored in the file.
struct ParameterRow: Hashable, Sendable {
    var label: String?
    var name: String
    /// The expected type of its values: that of the first recorded value.
    var type: String

    init(_ argument: Invocation.Argument) {
        label = argument.label
        name = argument.name
        type = argument.value.typeName
    }

    /// A parameter of which only the name is known.
    init(name: String) {
        self.name = name
        type = "Any"
    }

    private init?(_ node: JSONNode) {
        guard let name = node["name"]?.string, let type = node["type"]?.string else { return nil }
        label = node["label"]?.string
        self.name = name
        self.type = type
    }

    /// Formats the column `selector.parameters`.
    static func text(_ parameters: [ParameterRow]) -> String {
        let json = JSONWriter.bytes { json in
            json.array { json in
                for parameter in parameters {
                    json.object { json in
                        json.member("label", parameter.label)
                        json.member("name", parameter.name)
                        json.member("type", parameter.type)
                    }
                }
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Parses that column; nil if it is invalid.
    static func parameters(_ text: String) -> [ParameterRow]? {
        JSONReader.read(text) { node in
            guard let nodes = node.elements else { return nil }
            var parameters: [ParameterRow] = []
            for node in nodes {
                guard let parameter = ParameterRow(node) else { return nil }
                parameters.append(parameter)
            }
            return parameters
        }
    }
}
