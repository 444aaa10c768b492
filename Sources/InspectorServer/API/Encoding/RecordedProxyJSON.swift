// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The proxies of a recording, with the details that were recorded.
enum RecordedProxyJSON {
    static func list(_ recorder: Recorder) -> HTTPResponse {
        let report = recorder.recordedProxyReport
        return .json { json in
            json.array("items") { json in
                for proxy in report.items { json.object { write(proxy, to: &$0) } }
            }
            json.member("count", report.items.count)
            // Whether all servers answered; a file that can't be read has no list.
            if recorder.isRemote { json.member("isComplete", report.failure == nil) }
        }
    }

    static func one(_ number: Int, _ recorder: Recorder) -> HTTPResponse {
        guard let proxy = recorder.recordedProxies.first(where: { $0.number == number }) else {
            return HTTPProblem(404, "unknownProxy", "The recording has no proxy with the number \(number).").response
        }
        return .json { json in
            write(proxy, to: &json)
            json.history(proxy.history, epoch: recorder.epoch)
        }
    }

    /// A proxy of one of several processes: the process's epoch, a dash, and the proxy's number.
    static func one(_ id: String, _ recorder: Recorder, of fleet: any FleetFeed) -> HTTPResponse {
        let parts = id.split(separator: "-")
        let report = recorder.recordedProxyReport
        let proxy = report.items.first { proxy in
            parts.count == 2 && proxy.epoch == String(parts[0]) && proxy.number == Int(parts[1])
        }
        guard let proxy else {
            // A server that doesn't answer may have it.
            if let failure = report.failure { return HTTPProblem(unreadable: failure).response }
            return HTTPProblem(
                404,
                "unknownProxy",
                "The recording has no proxy “\(id)”; ids have the epoch of the process, as in \(recorder.epoch)-3."
            ).response
        }
        return .json { json in
            write(proxy, to: &json)
            json.history(proxy.history, epoch: recorder.epoch)
        }
    }

    private static func write(_ proxy: RecordedProxy, to json: inout JSONWriter) {
        json.member("id", proxy.number)
        json.member("isRecorded", true)
        if let process = proxy.process {
            json.member("epoch", proxy.epoch)
            json.key("process")
            process.write(to: &json)
        }
        json.member("protocol", proxy.protocolName)
        json.member("owner", proxy.owner)
        json.key("target")
        if let target = proxy.target { json.object { $0.member("type", target) } } else { json.null() }
        json.member("calls", proxy.calls.map { $0.reduce(UInt64(0)) { $0.saturatingAdding($1.count) } })
        json.member("unanswered", proxy.calls.map { $0.reduce(UInt64(0)) { $0.saturatingAdding($1.unanswered) } })
        json.array("requirements") { json in
            for calls in proxy.calls ?? [] {
                json.object { json in
                    json.member("selector", calls.selector.name)
                    json.member("protocol", calls.selector.protocolName)
                    json.member("calls", calls.count)
                    json.member("unanswered", calls.unanswered)
                }
            }
        }
    }
}
