// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/export?format=&filter=&lifecycle=&weight=&direction=`: the stored invocations and events of proxies as a file.
enum ExportEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/export",
            parameters: ["format", "filter", "lifecycle", "weight", "direction"],
            representations: [
                "application/x-ndjson", "text/csv", "application/json", "text/html", "application/gzip", "text/plain",
            ]
        ) { call in
            let format = try format(call)
            let export = InvocationExport(
                recorder,
                as: format,
                matching: try call.filter(),
                proxyEvents: try call.choice("lifecycle") ?? .matching,
                stacks: try stacks(call, format)
            )
            let name = "invocations-\(recorder.epoch).\(format.fileExtension)"
            return HTTPResponse(
                status: 200,
                headers: [
                    ("Content-Type", format.mediaType), ("Cache-Control", "no-store"),
                    ("Content-Disposition", "attachment; filename=\"\(name)\""),
                ],
                body: .produced { sink in try export.write { try sink.write($0) } }
            )
        }
    }

    /// How stacks are folded.
    ///
    /// - Throws: 400 `invalidParameter`, also for a format that has no choice.
    private static func stacks(_ call: HTTPCall, _ format: ExportFormat) throws(HTTPProblem) -> StackOptions {
        for name in ["weight", "direction"] where call.parameters[name] != nil && !format.takesStackOptions {
            let taking = ExportFormat.allCases.filter(\.takesStackOptions).map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(
                400,
                "invalidParameter",
                "“\(name)” applies to the format \(taking) only, not to \(format.rawValue).",
                field: name
            )
        }
        return StackOptions(
            weight: try call.choice("weight") ?? .time,
            direction: try call.choice("direction") ?? .topDown
        )
    }

    /// The requested format; else the first one of the media type that `Accept` prefers, NDJSON by default.
    ///
    /// - Throws: 400 `invalidParameter`; 406 `notAcceptable` for a format that `Accept` excludes.
    private static func format(_ call: HTTPCall) throws(HTTPProblem) -> ExportFormat {
        guard let name = call.parameters["format"] else {
            return ExportFormat.allCases.first { mediaType(of: $0) == call.representation } ?? .ndjson
        }
        if let format = ExportFormat(rawValue: name) {
            try checkAcceptance(of: format, call)
            return format
        }
        let known = ExportFormat.allCases.map(\.rawValue)
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“format” must be one of \(known.joined(separator: ", ")), not “\(name)”.",
            field: "format",
            candidates: known
        )
    }

    private static func checkAcceptance(of format: ExportFormat, _ call: HTTPCall) throws(HTTPProblem) {
        let mediaType = mediaType(of: format)
        let ranges = MediaRange.parse(call.request.headers.values("Accept"))
        guard MediaRange.choose(from: [mediaType], for: ranges) == nil else { return }
        throw HTTPProblem(
            406,
            "notAcceptable",
            "The format \(format.rawValue) is \(mediaType), which “Accept” excludes.",
            candidates: [mediaType]
        )
    }

    /// The media type without its parameters.
    private static func mediaType(of format: ExportFormat) -> String {
        String(format.mediaType.prefix { $0 != ";" })
    }
}
