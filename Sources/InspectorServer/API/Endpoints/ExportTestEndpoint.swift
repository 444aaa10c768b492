// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/export/test?filter=&target=&file=`: a test that repeats the stored calls of a target, or its fixtures.
enum ExportTestEndpoint {
    private enum File: String, CaseIterable {
        case test, fixtures
    }

    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/export/test",
            parameters: ["filter", "target", "file", "limit"],
            representations: ["text/plain"]
        ) { call in
            let filter = try call.filter()
            let file: File = try call.choice("file") ?? .test
            let limit = try call.integer("limit", in: 1...10_000) ?? 1_000
            let target = call.parameters["target"]
            return .deferred { answer(recorder, filter, target, file, limit: limit) }
        }
    }

    private static func answer(
        _ recorder: Recorder,
        _ filter: InvocationFilter,
        _ target: String?,
        _ file: File,
        limit: Int
    ) -> HTTPResponse {
        do throws(RecordedCalls.Fault) {
            let calls = try RecordedCalls(recorder, of: target, matching: filter, limit: limit)
            guard !calls.calls.isEmpty else {
                let detail = ["No stored call that matches was answered by \(calls.target)."] + calls.remarks
                return HTTPProblem(404, "noCalls", detail.joined(separator: " ")).response
            }
            var options = TestFile.Options()
            options.source = "run \(recorder.epoch)"
            let test = TestFile(calls, options)
            let (text, name) = file == .test ? (test.text, "Tests") : (test.fixturesText, "Fixtures")
            return HTTPResponse(mediaType: "text/plain; charset=utf-8", Array(text.utf8))
                .adding("Cache-Control", "no-store")
                .adding("Content-Disposition", "attachment; filename=\"\(test.plainTarget)\(name).swift\"")
        } catch {
            let detail = error.description
            guard error.epochs.isEmpty else {
                return HTTPProblem(400, "severalProcesses", detail, field: "filter", candidates: error.epochs).response
            }
            return HTTPProblem(409, "targetNeeded", detail, field: "target", candidates: error.targets).response
        }
    }
}
