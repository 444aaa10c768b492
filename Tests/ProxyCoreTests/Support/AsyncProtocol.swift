// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Requirements that can suspend.
protocol AsyncDelegate: AnyObject {
    func load(_ name: String, count: Int) async throws -> String
    func save(_ name: String) async throws(SampleError)
    func finish() async
    func rank(of name: String) async -> Int
    func add(_ number: Int, to sum: inout Int) async
}

/// An additional protocol for an `AsyncDelegate`.
protocol AsyncExtra: AnyObject {
    func extra(_ number: Int) async -> Int
}

/// A proxy in the form that the generators write.
final class AsyncProxy: ProtocolProxy<any AsyncDelegate>, AsyncDelegate, AsyncExtra, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.

    enum Selectors {
        static let load = MethodSelector<AsyncProxy, (String, Int), String>(
            "load(_:count:)",
            of: "AsyncDelegate",
            parameters: ["name", "count"],
            traits: [.throwing, .async]
        )
        static let save = MethodSelector<AsyncProxy, String, Void>(
            "save(_:)",
            of: "AsyncDelegate",
            parameter: "name",
            traits: [.throwing, .async]
        )
        static let finish = MethodSelector<AsyncProxy, Void, Void>(
            "finish()",
            of: "AsyncDelegate",
            parameters: [],
            traits: .async
        )
        static let rank = MethodSelector<AsyncProxy, String, Int>(
            "rank(of:)",
            of: "AsyncDelegate",
            parameter: "name",
            traits: .async
        )
        static let add = MethodSelector<AsyncProxy, (Int, Int), Void>(
            "add(_:to:)",
            of: "AsyncDelegate",
            parameters: ["number", "sum"],
            traits: .async
        )
        static let extra = MethodSelector<AsyncProxy, Int, Int>(
            "extra(_:)",
            of: "AsyncExtra",
            parameter: "number",
            traits: .async
        )
    }

    enum Facets { static let extra = DelegateFacet<any AsyncExtra>() }

    override class var facets: [AnyDelegateFacet] { [AnyDelegateFacet(Facets.extra)] }

    func load(_ name: String, count: Int) async throws -> String {
        try await forward(Selectors.load, (name, count)) { try await $0.load(name, count: count) }
    }

    func save(_ name: String) async throws(SampleError) {
        try await forward(Selectors.save, name) { target async throws(SampleError) in try await target.save(name) }
    }

    func finish() async { await forward(Selectors.finish, ()) { await $0.finish() } }

    func rank(of name: String) async -> Int {
        await forward(Selectors.rank, name, default: -1) { await $0.rank(of: name) }
    }

    func add(_ number: Int, to sum: inout Int) async {
        await forward(Selectors.add, (number, sum)) { await $0.add(number, to: &sum) }
    }

    func extra(_ number: Int) async -> Int {
        await forward(as: Facets.extra, Selectors.extra, number, default: 0) { await $0.extra(number) }
    }
}
