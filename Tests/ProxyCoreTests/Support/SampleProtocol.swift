// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The protocol of the proxy tests: void and returning, throwing, plain and structured arguments.
protocol SampleDelegate: AnyObject {
    func count(_ number: Int, named name: String)
    func answer(to question: String) -> Int
    func load(_ path: String) throws -> [String]
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?)
}

final class SampleProxy: ProtocolProxy<any SampleDelegate>, SampleDelegate, @unchecked Sendable {
    enum Selectors {
        static let count = MethodSelector<SampleProxy, (Int, String), Void>(
            "count(_:named:)",
            of: "SampleDelegate",
            parameters: ["number", "name"]
        )
        static let answer = MethodSelector<SampleProxy, String, Int>(
            "answer(to:)",
            of: "SampleDelegate",
            parameters: ["question"]
        )
        static let load = MethodSelector<SampleProxy, String, [String]>(
            "load(_:)",
            of: "SampleDelegate",
            parameters: ["path"],
            traits: .throwing
        )
        static let changed = MethodSelector<SampleProxy, ([String: Int], AnyObject, String?), Void>(
            "changed(_:_:_:)",
            of: "SampleDelegate",
            parameters: ["values", "object", "optional"]
        )
        static let all = [
            AnyMethodSelector(count), AnyMethodSelector(answer), AnyMethodSelector(load), AnyMethodSelector(changed),
        ]
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func count(_ number: Int, named name: String) {
        forward(Selectors.count, (number, name)) { $0.count(number, named: name) }
    }

    func answer(to question: String) -> Int {
        forward(Selectors.answer, question, default: 42) { $0.answer(to: question) }
    }

    func load(_ path: String) throws -> [String] {
        try forward(Selectors.load, path) { target in try target.load(path) }
    }

    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {
        forward(Selectors.changed, (values, object, optional)) { $0.changed(values, object, optional) }
    }
}

struct SampleError: Error, Equatable {
    var code: Int
}

final class SampleTarget: SampleDelegate, @unchecked Sendable {
    // Sendable: each test uses its own, from one thread at a time.
    var calls: [String] = []
    var onCount: (() -> Void)?

    func count(_ number: Int, named name: String) {
        calls.append("count \(number) \(name)")
        onCount?()
    }

    func answer(to question: String) -> Int {
        calls.append("answer \(question)")
        return question.count
    }

    func load(_ path: String) throws -> [String] {
        calls.append("load \(path)")
        if path.isEmpty { throw SampleError(code: 2) }
        return [path]
    }

    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {
        calls.append("changed \(values.count) \(optional ?? "nil")")
    }
}
