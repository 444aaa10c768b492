// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Answers requests of the Model Context Protocol, of any revision, without a state between them: a client that shakes
/// hands is served like one that does not.
///
/// Callable from any thread. A tool may wait for up to a minute.
///
/// - SeeAlso: modelcontextprotocol.io/specification/2026-07-28
package struct MCPService: Sendable {
    private let programs: any MCPPrograms

    package init(_ programs: any MCPPrograms) { self.programs = programs }

    /// For clients and their models, with the list of tools.
    private static let instructions = """
        Shows the delegate calls of running Swift programs: which object called which requirement of which \
        protocol, with arguments, result, error, time and thread, and who answered. Begin with list_programs. \
        search_calls and get_call read what was recorded, wait_for_calls waits for something to happen, \
        explain_no_answer tells why a delegate did not get or answer a call. Filters select calls everywhere; \
        filter_language explains them.
        """

    /// Answers one request.
    ///
    /// - Parameter isCancelled: Whether the client has given the request up. Waiting ends soon after.
    func respond(to request: MCPRequest, isCancelled: @escaping @Sendable () -> Bool = { false }) -> MCPResponse {
        do {
            try checkVersion(of: request)
            return MCPResponse(id: request.id, result: .success(try result(of: request, isCancelled)))
        } catch let error as MCPError {
            return MCPResponse(id: request.id, result: .failure(error))
        } catch {
            return MCPResponse(id: request.id, result: .failure(MCPError(.internalError, "\(error)")))
        }
    }

    /// Whether a request can take longer than a few milliseconds.
    static func isSlow(_ request: MCPRequest) -> Bool {
        ["tools/call", "resources/list", "resources/read"].contains(request.method)
    }

    // MARK: Versions

    private func checkVersion(of request: MCPRequest) throws(MCPError) {
        guard let version = request.version else { return }
        guard let text = version.text else {
            throw MCPError(.invalidParams, "\(MCPRequest.versionKey) must be a string.")
        }
        guard text == MCPVersion.stateless else { throw .unsupported(text) }
        guard case .object? = request.parameters["_meta"]?[MCPRequest.capabilitiesKey] else {
            throw MCPError(.invalidParams, "_meta needs \(MCPRequest.capabilitiesKey), an object.")
        }
    }

    private func result(of request: MCPRequest, _ isCancelled: @escaping @Sendable () -> Bool) throws -> JSONValue {
        let hasHandshake = request.version == nil
        let result: JSONValue? =
            switch request.method {
            case "initialize" where hasHandshake: try shakeHands(request)
            case "ping" where hasHandshake: [:]
            case "server/discover" where !hasHandshake: Self.discovery
            case "tools/list": ["tools": .array(Self.tools.map(\.json))]
            case "tools/call": try call(request, isCancelled)
            case "resources/list": ["resources": .array(MCPResources.list(programs.all))]
            case "resources/templates/list": ["resourceTemplates": MCPResources.templates]
            case "resources/read": try MCPResources.read(request.parameters, programs.all)
            default: nil
            }
        guard let result else { throw MCPError(.methodNotFound, "There is no method “\(request.method)”.") }
        return hasHandshake ? result : Self.complete(result, of: request.method)
    }

    /// The members that the stateless revision adds to a result.
    private static func complete(_ result: JSONValue, of method: String) -> JSONValue {
        var members: [JSONValue.Member] = [
            JSONValue.Member(key: "resultType", value: "complete"),
            JSONValue.Member(key: "_meta", value: ["io.modelcontextprotocol/serverInfo": serverInfo]),
        ]
        // Lists of tools and templates only change with the version of the program; the rest changes at any time.
        let lifetime: JSONValue? =
            switch method {
            case "server/discover", "tools/list", "resources/templates/list": 3_600_000
            case "resources/list", "resources/read": 0
            default: nil
            }
        if let lifetime {
            members.append(JSONValue.Member(key: "ttlMs", value: lifetime))
            members.append(JSONValue.Member(key: "cacheScope", value: "private"))
        }
        return result.adding(members)
    }

    private static let serverInfo: JSONValue = [
        "name": "delegate-inspector", "title": "Delegate Inspector", "version": .string(InspectorServerVersion.text),
    ]
    private static let capabilities: JSONValue = ["tools": [:], "resources": [:]]

    private func shakeHands(_ request: MCPRequest) throws(MCPError) -> JSONValue {
        guard let wanted = request.parameters["protocolVersion"]?.text else {
            throw MCPError(.invalidParams, "initialize needs “protocolVersion”, a string.")
        }
        // A client that can't speak the newest version with a handshake says so by disconnecting.
        let version = MCPVersion.withHandshake.contains(wanted) ? wanted : MCPVersion.withHandshake[0]
        return [
            "protocolVersion": .string(version), "capabilities": Self.capabilities, "serverInfo": Self.serverInfo,
            "instructions": .string(Self.instructions),
        ]
    }

    private static var discovery: JSONValue {
        [
            "supportedVersions": .array(MCPVersion.all.map { .string($0) }), "capabilities": capabilities,
            "instructions": .string(instructions),
        ]
    }

    // MARK: Tools

    static let tools = [
        ListProgramsTool.tool, ListRunsTool.tool, FilterLanguageTool.tool, SearchCallsTool.tool, GetCallTool.tool,
        WaitForCallsTool.tool, RunningCallsTool.tool, StatisticsTool.tool, UnansweredTool.tool,
        ExplainNoAnswerTool.tool, CompareRunsTool.tool,
    ]

    private func call(_ request: MCPRequest, _ isCancelled: @escaping @Sendable () -> Bool) throws -> JSONValue {
        guard let name = request.parameters["name"]?.text else {
            throw MCPError(.invalidParams, "tools/call needs “name”, the name of a tool.")
        }
        guard let tool = Self.tools.first(where: { $0.name == name }) else {
            throw MCPError(
                .invalidParams,
                "Unknown tool “\(name.cut(to: 80))”; the tools are \(Self.tools.map(\.name).joined(separator: ", "))."
            )
        }
        do throws(MCPToolFailure) {
            let arguments = try tool.check(request.parameters["arguments"] ?? [:])
            let call = MCPToolCall(arguments: arguments, programs: programs.all, isCancelled: isCancelled)
            return Self.content(try Self.run(tool, call), isError: false)
        } catch {
            return Self.content(error.text, isError: true)
        }
    }

    private static func run(_ tool: MCPTool, _ call: MCPToolCall) throws(MCPToolFailure) -> String {
        do { return try tool.run(call) } catch let failure as MCPToolFailure { throw failure } catch {
            throw MCPToolFailure("\(tool.name) failed: \(error)")
        }
    }

    private static func content(_ text: String, isError: Bool) -> JSONValue {
        ["content": [["type": "text", "text": .string(text)]], "isError": .boolean(isError)]
    }
}
