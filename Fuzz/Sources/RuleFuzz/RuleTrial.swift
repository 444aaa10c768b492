// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProxyCore

/// A server whose program makes calls of many types, and what has to hold for every request: the server answers with a
/// status that fits, says what is wrong and where, and the program goes on.
final class RuleTrial {
    private let recorder = Recorder()
    private let proxy: ClerkProxy
    private let server: InspectorServer
    private let connection: KeptConnection
    /// Number of the rule that holds calls.
    private let holding: Int

    init() {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        configuration.allowsRules = true
        configuration.isDiscoverable = false
        configuration.readsEnvironment = false
        configuration.idleTimeout = .seconds(3_600)
        proxy = ClerkProxy(recorder: recorder, ownerName: "Office")
        proxy.setForwardDelegate(Clerk(), retain: true)
        server = InspectorServer(recorder: recorder, configuration: configuration)
        do {
            try server.start()
            let filter = try InvocationFilter("selector:hold")
            holding = try recorder.rules.add(Rule(.hold(deadline: .seconds(600)), when: filter)).number
        } catch {
            fatalError("There is no server: \(error)")
        }
        connection = KeptConnection(port: server.port)
        let proxy = proxy
        Thread.detachNewThread {
            // The next call is held as soon as a decision lets one go on.
            while true { _ = try? proxy.hold(1, for: ["a": 1]) }
        }
    }

    /// Makes a request of the input: its first byte says which.
    func attempt(_ input: [UInt8]) {
        guard let kind = input.first else { return }
        let rest = Array(input.dropFirst())
        switch kind % 16 {
        case 0...2: add(rest)
        case 3: check(connection.send("PUT", "/api/v1/rules/\(holding + 100_000)", rest), rest, [400, 404])
        case 4...6: decide(rest)
        case 7: decide(Array(#"{"action":"answer","value":"#.utf8) + rest + Array("}".utf8))
        case 8: decide(Array(#"{"action":"edit","arguments":{"times":"#.utf8) + rest + Array("}}".utf8))
        case let value:
            let templates = ClerkProxy.templates
            add(Array(templates[Int(value) % templates.count].utf8) + rest + Array("}".utf8))
        }
    }

    private func add(_ body: [UInt8]) {
        let reply = connection.send("POST", "/api/v1/rules", body)
        guard reply.status == 201 else { return check(reply, body, [400]) }
        guard let rule = object(reply.body), let number = rule["id"] as? Int, number > holding else {
            fatalError("No rule: \(reply.body)")
        }
        // Its delays and holds would only take time.
        let waits = ["delay", "hold"].contains(rule["action"] as? String)
        if !waits { proxy.callAll() }
        let again = connection.send("PUT", "/api/v1/rules/\(number)", Array(reply.body.utf8))
        guard again.status == 200, let same = object(again.body), members(same) == members(rule) else {
            fatalError("\(reply.body) is not accepted again: \(again.status) \(again.body)")
        }
        guard connection.send("DELETE", "/api/v1/rules/\(number)", []).status == 204 else { fatalError("not removed") }
        proxy.callAll()
    }

    /// What was set, without what is counted.
    private func members(_ rule: [String: Any]) -> NSDictionary {
        NSDictionary(dictionary: rule.filter { !["seen", "applied", "failed"].contains($0.key) })
    }

    private func decide(_ body: [UInt8]) {
        let deadline = ContinuousClock.now + .seconds(10)
        while recorder.rules.held.isEmpty {
            guard ContinuousClock.now < deadline else { fatalError("no call is held") }
        }
        guard let held = recorder.rules.held.first else { return }
        let reply = connection.send("POST", "/api/v1/held/\(held.number)", body)
        if reply.status != 200 { check(reply, body, [400]) }
        let isHeld = recorder.rules.held.contains { $0.number == held.number }
        if reply.status == 400, !isHeld { fatalError("A refused decision let the call go on: \(reply.body)") }
    }

    private func check(_ reply: KeptConnection.Reply, _ body: [UInt8], _ statuses: Set<Int>) {
        let request = String(decoding: body, as: UTF8.self)
        guard statuses.contains(reply.status), let problem = object(reply.body) else {
            fatalError("\(request): \(reply.status) \(reply.body)")
        }
        guard let detail = problem["detail"] as? String, !detail.isEmpty else { fatalError("\(request): no detail") }
        if let position = problem["position"] as? Int, !(0...body.count).contains(position) {
            fatalError("\(request): a place outside of it: \(reply.body)")
        }
    }

    private func object(_ text: String) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }
}
