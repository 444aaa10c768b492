// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

/// All of it belongs to the main actor, but for what says otherwise.
@MainActor @Proxied protocol MainShapes: AnyObject {
    func show(_ text: String) -> Int
    func load(_ parcel: Parcel) async -> Parcel
    var title: String { get set }
    nonisolated func anywhere(_ number: Int) -> Int
}

/// One requirement of it belongs to the main actor.
@Proxied protocol PartlyMainShapes: AnyObject {
    @MainActor func show(_ text: String)
    func anywhere()
}

/// Delegates can go from thread to thread.
@Proxied protocol SendableShapes: AnyObject, Sendable {
    func send(_ number: Int) async throws -> Int
}

/// Delegates need not be objects.
@Proxied protocol ValueDelegate {
    func count() -> Int
    var total: Int { get nonmutating set }
}

/// Requirements that delegates may leave out.
@Proxied protocol OptionalShapes: AnyObject {
    func must()
    @Optional func may(_ text: String)
    @Optional @Default(true) func shouldContinue(after count: Int) -> Bool
    @Optional @Default("none") var title: String { get set }
    @Optional @Default(0) subscript(index: Int) -> Int { get }
    @Optional func mayLoad() async throws
    @Default(7) func answer() -> Int
    @Default(nil) func name(of number: Int) -> String?
    @Default([] as [String]) func names() -> [String]
}

/// Values of one type.
@Proxied protocol BoxShapes<Element>: AnyObject {
    associatedtype Element: Sendable
    func put(_ element: Element)
    func get() -> Element?
}

/// Keys and values that depend on each other.
@Proxied protocol PairShapes<Key, Values>: AnyObject where Values: Collection, Values.Element == Key {
    associatedtype Key: Hashable
    associatedtype Values where Values.Index: Sendable
    func find(_ key: Key, in values: Values) -> Values.Index?
}

/// Names in backticks that are no plain names, and types that only declarations can have.
@Proxied protocol NameShapes: AnyObject {
    func `two words`(_ `a number`: Int, `and another` other: Int...) -> Int
    var `3d`: Bool { get set }
    func maybe(_ number: Int!) -> Int!
    func never() throws(Never)
}

/// A type of its own that no requirement names.
@Proxied protocol TaggedShapes: AnyObject {
    associatedtype Tag
    func touch()
}

enum Nest {
    /// A protocol inside a type.
    @Proxied protocol NestedShapes: AnyObject {
        func touch(_ number: Int)
    }
}

/// What only this file sees.
@Proxied fileprivate protocol FilePrivateShapes: AnyObject {
    func touch(_ number: Int) -> Int
}

@Proxied private protocol PrivateShapes: AnyObject {
    func touch(_ number: Int) -> Int
}

@available(*, deprecated, message: "for a test")
@Proxied protocol DeprecatedShapes: AnyObject {
    func touch()
}

@Proxied protocol PartlyDeprecatedShapes: AnyObject {
    @available(*, deprecated, message: "for a test") func old(_ number: Int)
    func new(_ number: Int)
}

/// Nothing to forward.
@Proxied protocol EmptyShapes: AnyObject {}

/// Calls what only this file can see.
func touchPrivateShapes(_ recorder: Recorder) -> [Int] {
    final class Target: FilePrivateShapes, PrivateShapes {
        func touch(_ number: Int) -> Int { number + 1 }
    }
    let target = Target()
    let first = FilePrivateShapesProxy(recorder: recorder)
    first.setForwardDelegate(target, retain: true)
    let second = PrivateShapesProxy(recorder: recorder)
    second.setForwardDelegate(target, retain: true)
    return [first.touch(1), second.touch(2)]
}
