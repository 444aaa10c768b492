// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An error in using a proxy, with a way to fix it.
public struct DelegateProxyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The causes. Compare with `==`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Cause: String {
            case noFactory, duplicateFactory, wrongProxyType, forwardDelegateAlreadySet, cycle, notInstalled
            case unknownSelector, ambiguousSelector, neverFires, offMainThread, ambiguousWrapper, noAnswer
            case hiddenFromOptimizer, targetMayDie, otherRecorder
        }

        private let cause: Cause

        /// No proxy is registered for the parent object's type or any of its superclasses.
        public static let noFactory = Code(cause: .noFactory)
        /// Two proxies are registered for one type of parent object.
        public static let duplicateFactory = Code(cause: .duplicateFactory)
        /// The registered proxy or the one in the property does not have the requested type.
        public static let wrongProxyType = Code(cause: .wrongProxyType)
        /// The proxy already has a forward delegate.
        public static let forwardDelegateAlreadySet = Code(cause: .forwardDelegateAlreadySet)
        /// A proxy would forward to itself, directly or through others.
        public static let cycle = Code(cause: .cycle)
        /// The parent object did not keep the proxy it was given.
        public static let notInstalled = Code(cause: .notInstalled)
        /// No requirement has that name.
        public static let unknownSelector = Code(cause: .unknownSelector)
        /// Several requirements have that name.
        public static let ambiguousSelector = Code(cause: .ambiguousSelector)
        /// The observation can never see a call.
        public static let neverFires = Code(cause: .neverFires)
        /// A proxy that belongs to the main thread or the main actor was used elsewhere.
        public static let offMainThread = Code(cause: .offMainThread)

        /// A delegate that replaced the proxy stores the proxy, and it is unknown whether it forwards to the proxy.
        public static let ambiguousWrapper = Code(cause: .ambiguousWrapper)
        /// The protocol has requirements that nothing can answer.
        ///
        /// They return a value, have no declared default, and there is no delegate to adopt.
        public static let noAnswer = Code(cause: .noAnswer)
        /// A macro generated the proxy of an internal protocol in an optimised build.
        ///
        /// The optimiser cannot see the proxy and calls the only delegate class it can see directly.
        public static let hiddenFromOptimizer = Code(cause: .hiddenFromOptimizer)

        /// The protocol has requirements that only the delegate can answer, and nothing would keep the delegate alive.
        ///
        /// A call after the delegate's death would have to stop the program.
        public static let targetMayDie = Code(cause: .targetMayDie)
        /// The parent object already has a proxy whose calls another recorder records.
        public static let otherRecorder = Code(cause: .otherRecorder)

        /// The name of the cause.
        public var description: String { cause.rawValue }
    }

    /// The cause.
    public let code: Code
    /// What happened, where, and how to fix it, in one or two sentences.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension DelegateProxyError {
    static func cycle(proxyOf property: String, target: String) -> Self {
        Self(
            .cycle,
            "\(target) is the proxy of \(property) or passes calls on to it, so the proxy cannot forward to it. "
                + "Give the proxy the delegate at the end of the chain instead."
        )
    }

    static func hiddenFromOptimizer(_ proxy: Any.Type, delegate: Any.Type) -> Self {
        Self(
            .hiddenFromOptimizer,
            """
            The macro made \(proxy) in an optimised build, where the compiler cannot see it and calls the only other \
            conformer of \(delegate) in its place. Declare the protocol package or public, or let the build plugin \
            MakeProxies write the proxy: docs/release-builds.md.
            """
        )
    }

    static func targetMayDie(proxyOf property: String, target: String, requirements: [Selector]) -> Self {
        Self(
            .targetMayDie,
            "The proxy of \(property) would hold \(target) weakly, and without it nobody answers "
                + requirements.map { "\($0.protocolName).\($0.name)" }.joined(separator: ", ")
                + ": a call would stop the program. Declare a default (@Default), let the proxy keep the delegate alive "
                + "(retain: .always, retainDelegate: true), or install a handler first (prepare:)."
        )
    }

    static func unknownSelector(_ name: String, proxy: Any.Type, candidates: [String]) -> Self {
        let nearest = NearestNames.of(name, among: candidates)
        let hint = nearest.isEmpty ? "It has no requirements by name." : "Nearest: \(nearest.joined(separator: ", "))."
        return Self(.unknownSelector, "\(proxy) has no requirement \(name). \(hint)")
    }

    static func ambiguousSelector(_ name: String, proxy: Any.Type, candidates: [String]) -> Self {
        Self(
            .ambiguousSelector,
            "\(name) is the name of \(candidates.count) requirements of \(proxy). Give one in full: "
                + candidates.joined(separator: ", ") + "."
        )
    }

    static func neverFires(_ selector: Selector, proxy: Any.Type) -> Self {
        Self(
            .neverFires,
            """
            \(selector.protocolName).\(selector.name) is optional and returns a value, and the forward delegate of \
            \(proxy) does not implement it, so nobody will call it. Install a handler for it, or observe it once a \
            forward delegate that implements it is set.
            """
        )
    }
}
