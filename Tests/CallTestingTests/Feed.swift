// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

protocol FeedDelegate: AnyObject {
    func feed(_ name: String, didReceive number: Int)
    func feed(_ name: String, shouldRetry attempt: Int) throws -> Bool
    func feed(_ name: String, load page: Int) async throws -> [String]
    func feedDidEnd()
}

final class FeedProxy: ProtocolProxy<any FeedDelegate>, FeedDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    enum Selectors {
        static let didReceive = MethodSelector<FeedProxy, (String, Int), Void>(
            "feed(_:didReceive:)",
            of: "FeedDelegate",
            parameters: ["name", "number"]
        )
        static let shouldRetry = MethodSelector<FeedProxy, (String, Int), Bool>(
            "feed(_:shouldRetry:)",
            of: "FeedDelegate",
            parameters: ["name", "attempt"],
            traits: .throwing
        )
        static let load = MethodSelector<FeedProxy, (String, Int), [String]>(
            "feed(_:load:)",
            of: "FeedDelegate",
            parameters: ["name", "page"],
            traits: [.async, .throwing]
        )
        static let feedDidEnd = MethodSelector<FeedProxy, (), Void>("feedDidEnd()", of: "FeedDelegate", parameters: [])
    }

    func feed(_ name: String, didReceive number: Int) {
        forward(Selectors.didReceive, (name, number)) { $0.feed(name, didReceive: number) }
    }

    func feed(_ name: String, shouldRetry attempt: Int) throws -> Bool {
        try forward(Selectors.shouldRetry, (name, attempt), default: false) {
            try $0.feed(name, shouldRetry: attempt)
        }
    }

    func feed(_ name: String, load page: Int) async throws -> [String] {
        try await forward(Selectors.load, (name, page), default: []) { try await $0.feed(name, load: page) }
    }

    func feedDidEnd() { forward(Selectors.feedDidEnd, ()) { $0.feedDidEnd() } }
}

protocol LoaderDelegate: AnyObject {
    func load(_ name: String, completion: @escaping (Bool) -> Void)
}

final class LoaderProxy: ProtocolProxy<any LoaderDelegate>, LoaderDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    enum Selectors {
        static let load = MethodSelector<LoaderProxy, (String, (Bool) -> Void), Void>(
            "load(_:completion:)",
            of: "LoaderDelegate",
            parameters: ["name", "completion"]
        )
    }

    func load(_ name: String, completion: @escaping (Bool) -> Void) {
        let closures = watchClosures(of: Selectors.load)
        var completion = completion
        if let followed = closures?.watch(1) {
            completion = { [completion] in
                followed.called($0)
                completion($0)
            }
        }
        forward(Selectors.load, (name, completion)) { $0.load(name, completion: completion) }
    }
}
