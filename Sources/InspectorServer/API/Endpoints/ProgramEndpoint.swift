// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/programs`: the processes of a recording of several.
enum ProgramEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/programs") { _ in
            guard let fleet = recorder.fleet else {
                throw HTTPProblem(
                    404,
                    "noFleet",
                    "This server shows one program; \u{201C}inspector-fleet serve\u{201D} shows several."
                )
            }
            return .deferred { respond(fleet) }
        }
    }

    private static func respond(_ fleet: any FleetFeed) -> HTTPResponse {
        let programs = fleet.programs
        return .json { json in
            json.array("items") { json in
                for program in programs { json.object { write(program, to: &$0) } }
            }
            json.member("count", programs.count)
            json.key("broker")
            json.optional(fleet.feedStatus) { json, status in
                json.object { json in
                    json.member("connected", status.isConnected)
                    json.member("sequence", status.sequence)
                    json.member("behind", status.behind)
                    json.member("failure", status.failure)
                }
            }
        }.adding("Cache-Control", "no-store")
    }

    private static func write(_ program: FleetProgram, to json: inout JSONWriter) {
        let report = program.report
        json.member("epoch", program.epoch)
        json.member("service", program.process.service)
        json.member("version", program.process.version)
        json.member("host", program.process.host)
        json.member("processID", program.process.id)
        json.member("program", program.program)
        json.member("startedAt", Instant.text(program.startedAtNanoseconds))
        json.member("state", report?.state.rawValue)
        json.member("reason", report?.reason)
        json.member("calls", program.calls)
        json.member("gaps", program.missing)
        json.member("newest", report?.newest)
        json.member("through", report?.through)
        json.member("behind", report.flatMap(behind))
        json.member("lagMilliseconds", program.lagNanoseconds.map { Double($0) / 1e6 })
        json.member("callsPerSecond", report?.callsPerSecond)
        json.member("dropped", report?.dropped)
        json.member("skewNanoseconds", report?.skewNanoseconds)
        json.member("skewErrorNanoseconds", report?.skewErrorNanoseconds)
        json.member("seenAt", report?.seenAtNanoseconds.map { Instant.text($0) })
        json.member("lastCallAt", program.lastCallAtNanoseconds.map { Instant.text($0) })
    }

    /// Calls that the process has and the relay has not passed on; of one that has ended, none will be.
    private static func behind(_ report: FleetProgram.Report) -> UInt64? {
        if [.ended, .lost].contains(report.state) { return 0 }
        guard let newest = report.newest, let through = report.through else { return nil }
        return newest - min(newest, through)
    }
}
