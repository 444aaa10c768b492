// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import ProxyCore
import Testing

@testable import InspectorServer

/// The API document agrees with the route table.
@Suite struct APIDocumentTests {
    private let routes: [HTTPRoute]
    private let document: JSONValue

    init() throws {
        let recorder = Recorder()
        let views = EventViews(recorder: recorder, heartbeat: .seconds(15))
        routes =
            APIRoutes.all(recorder: recorder, server: { ServerStatus() })
            + [
                StreamEndpoint.route(recorder, allowsRules: true, views: views, daemon: { nil }),
                MCPEndpoint.route(MCPService(OwnProgram(routes: []))),
            ]
        let file = try #require(EmbeddedAsset.all.first { $0.path == "openapi.json" })
        guard case .text(let text) = file.content else { throw JSONValue.Fault(reason: "not text", offset: 0) }
        document = try JSONValue(parsing: text.withUTF8Buffer { Array($0) })
    }

    private func operation(of route: HTTPRoute) -> JSONValue? {
        document["paths"]?[route.path]?[route.method.name.lowercased()]
    }

    /// Resolves a reference in the document.
    private func resolve(_ value: JSONValue?) -> JSONValue? {
        guard let path = value?["$ref"]?.text else { return value }
        return path.split(separator: "/").dropFirst().reduce(document) { $0?[String($1)] }
    }

    @Test func describesEveryRouteAndNothingElse() throws {
        #expect(document["openapi"]?.text == "3.1.0")
        #expect(document["info"]?["version"]?.text == InspectorServerVersion.text)
        let known = Set(routes.map { "\($0.method.name) \($0.path)" })
        let paths = try #require(document["paths"])
        let described = paths.keys?.flatMap { path in
            (paths[path]?.keys ?? []).map { "\($0.uppercased()) \(path)" }
        }
        #expect(Set(described ?? []) == known)
        let names = routes.compactMap { operation(of: $0)?["operationId"]?.text }
        #expect(Set(names).count == routes.count)
    }

    @Test func listsTheParametersThatARouteTakes() throws {
        for route in routes {
            let parameters = (operation(of: route)?["parameters"]?.elements ?? []).compactMap(resolve)
            let named = { (place: String) in
                Set(parameters.filter { $0["in"]?.text == place }.compactMap { $0["name"]?.text })
            }
            #expect(named("query") == Set(route.parameters), "\(route.method) \(route.path)")
            let variables = route.pattern.compactMap { if case .variable(let name) = $0 { name } else { nil } }
            #expect(named("path") == Set(variables), "\(route.method) \(route.path)")
        }
    }

    @Test func listsTheMediaTypesThatARouteGivesAndTakes() throws {
        for route in routes {
            let operation = try #require(self.operation(of: route))
            #expect((operation["requestBody"] != nil) == route.wantsBody, "\(route.method) \(route.path)")
            for status in ["413", "415"] where route.wantsBody { #expect(operation["responses"]?[status] != nil) }
            let answer = operation["responses"]?["200"] ?? operation["responses"]?["201"]
            guard let content = answer?["content"] else {
                #expect(operation["responses"]?["204"] != nil, "\(route.method) \(route.path)")
                continue
            }
            #expect(Set(content.keys ?? []) == Set(route.representations), "\(route.method) \(route.path)")
        }
    }

    @Test func describesTheFieldsOfAnInvocationAsTheTableDoes() throws {
        let members = try #require(document["components"]?["schemas"]?["InvocationMembers"])
        for field in Invocation.fields {
            let described = try JSONValue(parsing: Array(field.described.utf8))
            let written = try #require(members["properties"]?["\(field.name)"], "\(field.described)")
            #expect(written.sorted == described.sorted, "\"\(field.name)\": \(field.described)")
        }
        let names = InvocationFields.names
        let required = Invocation.fields.filter { $0.isPresent == nil }.map { "\($0.name)" }
        #expect(members["properties"]?.keys == names)
        #expect(members["required"]?.elements?.compactMap(\.text) == required)
        let parameters = document["paths"]?["/api/v1/stream"]?["get"]?["parameters"]?.elements
        let fields = try #require(parameters?.first { $0["name"]?.text == "fields" }?["description"]?.text)
        #expect(fields.contains(names.joined(separator: ", ")))
    }

    @Test func listsTheWordsOfValues() throws {
        let members = try #require(document["components"]?["schemas"]?["Value"]?["properties"])
        func words(_ name: String) -> [String]? { members[name]?["enum"]?.elements?.compactMap(\.text) }
        #expect(words("kind") == RecordedValue.Kind.allCases.map(\.rawValue))
        #expect(words("truncated") == TruncationReason.allCases.map(\.name))
    }

    @Test func listsTheFieldsOfARecordInTheGuide() throws {
        let lines = try Guide.lines("record-fields.md").filter { $0.hasPrefix("| `") }
        let record = Invocation.fields.map { row("\($0.name)", $0, table: "record") }
        let thread = ThreadInfo.fields.map { row("thread.\($0.name)", $0, table: "thread") }
        #expect(lines == record + thread)
    }

    private func row<Record>(_ name: String, _ field: RecordField<Record>, table: String) -> String {
        let cell = field.cell.map { " `\($0.title)` " } ?? " "
        let column = field.column.map { " `\(table).\($0.name)` " } ?? " "
        return "| `\(name)` | \(field.about) |\(cell)|\(column)|"
    }

    @Test func hasNoReferenceThatLeadsNowhere() {
        func check(_ value: JSONValue) {
            if value["$ref"] != nil { #expect(resolve(value) != nil, "\(value)") }
            value.elements?.forEach(check)
            value.keys?.compactMap { value[$0] }.forEach(check)
        }
        check(document)
    }

    @Test func hasAHeadingForEveryRouteInTheGuide() throws {
        let lines = try Guide.lines("http-api.md")
        let headings = Set(lines.filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) })
        for route in routes { #expect(headings.contains("\(route.method) \(route.path)"), "\(route.path)") }
        #expect(headings.count == routes.count + 1, "and one for the page")
    }
}

extension JSONValue {
    /// The same value with sorted object members.
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(members.map { Member(key: $0.key, value: $0.value.sorted) }.sorted { $0.key < $1.key })
        default: self
        }
    }
}
