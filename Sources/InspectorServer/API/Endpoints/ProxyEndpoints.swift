// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/proxies` and `/proxies/{id}`: the live proxies, their capabilities, and their history.
enum ProxyEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/proxies") { _ in
                .deferred {
                    recorder.isReplay ? RecordedProxyJSON.list(recorder) : list(recorder.proxies)
                }
            },
            HTTPRoute(.get, "/api/v1/proxies/{id}") { call in
                if let fleet = recorder.fleet {
                    let id = call.variable("id")
                    return .deferred { RecordedProxyJSON.one(id, recorder, of: fleet) }
                }
                let number = try number(call)
                return .deferred {
                    recorder.isReplay ? RecordedProxyJSON.one(number, recorder) : one(number, recorder)
                }
            },
        ]
    }

    private static func number(_ call: HTTPCall) throws(HTTPProblem) -> Int {
        if let number = Int(call.variable("id")), number > 0 { return number }
        throw HTTPProblem(400, "malformedId", "“\(call.variable("id"))” is not the number of a proxy.", field: "id")
    }

    private static func list(_ proxies: [ProxyStatus]) -> HTTPResponse {
        .json { json in
            json.array("items") { json in
                for proxy in proxies { json.object { write(proxy, isWhole: false, to: &$0) } }
            }
            json.member("count", proxies.count)
        }
    }

    private static func one(_ number: Int, _ recorder: Recorder) -> HTTPResponse {
        if let proxy = recorder.proxy(number: number) {
            return .json { json in
                write(proxy, isWhole: true, to: &json)
                json.history(proxy.history, epoch: recorder.epoch)
            }
        }
        let history = recorder.history(ofProxy: number)
        guard !history.isEmpty else {
            return HTTPProblem(404, "unknownProxy", "No live proxy has the number \(number).").response
        }
        let problem = HTTPProblem(410, "proxyGone", "Proxy \(number) no longer exists; only its history is available.")
        let isOwnerGone = history.last?.kind != .gone || history.last?.detail == ProxyEndReason.ownerDied.rawValue
        return problem.response { json in
            json.member("state", isOwnerGone ? "ownerGone" : "uninstalled")
            json.history(history, epoch: recorder.epoch)
        }
    }

    // MARK: Members

    /// - Parameter isWhole: Whether to include the requirements' signatures, which never change.
    private static func write(_ proxy: ProxyStatus, isWhole: Bool, to json: inout JSONWriter) {
        json.member("id", proxy.number)
        json.member("type", proxy.typeName)
        json.member("protocol", proxy.protocolName)
        json.member("property", proxy.propertyName)
        json.member("owner", proxy.owner)
        json.member("isOwnerAlive", proxy.isOwnerAlive)
        json.member("isInstalled", proxy.isInstalled)
        json.member("state", proxy.state.rawValue)
        json.member("overwrittenBy", proxy.overwrittenBy)
        json.key("target")
        if let target = proxy.target {
            json.object { json in
                json.member("type", target.typeName)
                json.member("isAlive", target.isAlive)
            }
        } else {
            json.null()
        }
        json.member("isTargetRetained", proxy.target?.isRetained ?? false)
        json.member("calls", proxy.requirements.reduce(UInt64(0)) { $0 + $1.calls })
        json.member("unanswered", proxy.requirements.reduce(UInt64(0)) { $0 + $1.unanswered })
        json.array("requirements") { json in
            for requirement in proxy.requirements {
                json.object { json in
                    write(requirement, to: &json)
                    if isWhole { write(requirement.signature, to: &json) }
                }
            }
        }
    }

    private static func write(_ requirement: ProxyStatus.RequirementStatus, to json: inout JSONWriter) {
        json.member("selector", requirement.selector.name)
        json.member("protocol", requirement.selector.protocolName)
        json.member("isOptional", requirement.isOptional)
        json.member("returnsValue", requirement.returnsValue)
        json.member("responds", requirement.responds)
        json.member("isImplemented", requirement.isImplemented)
        json.member("hasHandler", requirement.hasHandler)
        json.member("observers", requirement.observers)
        json.member("calls", requirement.calls)
        json.member("unanswered", requirement.unanswered)
    }

    private static func write(_ signature: Requirement.Signature, to json: inout JSONWriter) {
        json.member("signature", signature.text)
        json.array("parameters") { json in
            for parameter in signature.parameters {
                json.object { json in
                    json.member("label", parameter.label)
                    json.member("name", parameter.name)
                    json.member("type", parameter.typeName)
                }
            }
        }
        json.member("resultType", signature.resultTypeName)
    }
}

extension JSONWriter {
    /// Writes the history of a proxy.
    mutating func history(_ events: [ProxyEvent], epoch: String) {
        array("history") { json in
            for event in events { event.write(epoch: epoch, to: &json) }
        }
    }
}
