// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/runs`: the runs that can be compared.
enum RunsEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/runs") { _ in respond(recorder.runs, present: recorder.epoch) }
            // Files are read.
            .deferred(as: .bounded)
    }

    private static func respond(_ runs: [RecordedRun], present epoch: String) -> HTTPResponse {
        .json { json in
            json.array("items") { json in
                for run in runs { write(run, isPresent: run.name == epoch, &json) }
            }
            json.member("count", runs.count)
        }.adding("Cache-Control", "no-store")
    }

    private static func write(_ run: RecordedRun, isPresent: Bool, _ json: inout JSONWriter) {
        json.object { json in
            json.member("name", run.name)
            json.member("epoch", run.release == nil ? run.epoch : nil)
            json.member("file", run.file)
            json.member("program", run.program)
            json.member("processes", run.processes)
            json.member("startedAt", Instant.text(run.startedAtNanoseconds))
            json.member("endedAt", run.endedAtNanoseconds.map { Instant.text($0) })
            json.member("stored", run.count)
            json.member("isPresent", isPresent)
        }
    }
}
