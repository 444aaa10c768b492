// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Public, so that the optimiser keeps the methods of the types. A program documents nothing to anybody.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Requirements of all kinds that a type can leave out.
public protocol BellDelegate: AnyObject {
    var title: String { get }
    func bellDidRing(_ bell: Bell)
    func bellDidStop(_ bell: Bell)
    func bellVolume(_ bell: Bell) -> Int
    func bell(_ bell: Bell, nameAt index: Int) -> String
    func bell(_ bell: Bell, nameAt hour: Double) -> String
    func bellShouldRing(_ bell: Bell) throws -> Bool
    func bellPause(_ bell: Bell) async -> Int
}

struct NoBell: Error {}

extension BellDelegate {
    public var title: String { "a bell" }
    public func bellDidRing(_ bell: Bell) {}
    public func bellDidStop(_ bell: Bell) { bell.stops += 1 }
    public func bellVolume(_ bell: Bell) -> Int { 7 }
    public func bell(_ bell: Bell, nameAt index: Int) -> String { "number \(index + bell.stops)" }
    public func bell(_ bell: Bell, nameAt hour: Double) -> String { "hour \(hour)" }
    public func bellShouldRing(_ bell: Bell) throws -> Bool { throw NoBell() }
    public func bellPause(_ bell: Bell) async -> Int { bell.stops }
}

public final class Bell {
    public weak var delegate: (any BellDelegate)?
    public var stops = 0
    public init() {}

    @inline(never)
    public func ring(_ delegate: any BellDelegate) async {
        self.delegate = delegate
        delegate.bellDidRing(self)
        delegate.bellDidStop(self)
        let volume = delegate.bellVolume(self)
        let names = [delegate.bell(self, nameAt: 1), delegate.bell(self, nameAt: 2.5)]
        let rings = (try? delegate.bellShouldRing(self)) ?? false
        let pause = await delegate.bellPause(self)
        print(delegate.title, volume, names, rings, pause, stops)
    }
}

/// Leaves everything out.
public final class Silent: BellDelegate {
    public init() {}
}

/// Has what others leave out, as short as that is there.
public final class Loud: BellDelegate {
    public init() {}
    public var title: String { "loud" }
    public func bellDidRing(_ bell: Bell) {}
    public func bellDidStop(_ bell: Bell) {}
    public func bellVolume(_ bell: Bell) -> Int { 7 }
    public func bell(_ bell: Bell, nameAt index: Int) -> String { "loud" }
    public func bell(_ bell: Bell, nameAt hour: Double) -> String { "loud" }
    public func bellShouldRing(_ bell: Bell) throws -> Bool { true }
    public func bellPause(_ bell: Bell) async -> Int { 0 }
}

/// Has one of two requirements of a name.
public final class Named: BellDelegate {
    public init() {}
    public func bell(_ bell: Bell, nameAt index: Int) -> String { "named" }
}

/// Passes some calls to another delegate's default bodies.
public final class Forwarder: BellDelegate {
    let inner: Silent
    public init(_ inner: Silent) { self.inner = inner }
    public var title: String { inner.title }
    public func bellDidRing(_ bell: Bell) { inner.bellDidRing(bell) }
    public func bellDidStop(_ bell: Bell) { inner.bellDidStop(bell) }
    public func bellVolume(_ bell: Bell) -> Int { inner.bellVolume(bell) }
    public func bell(_ bell: Bell, nameAt index: Int) -> String { self.bell(bell, nameAt: Double(index)) }
    public func bell(_ bell: Bell, nameAt hour: Double) -> String { "\(hour)" }
    public func bellShouldRing(_ bell: Bell) throws -> Bool { try inner.bellShouldRing(bell) }
    public func bellPause(_ bell: Bell) async -> Int { await inner.bellPause(bell) }
}

/// Generic, and otherwise as `Loud`.
public final class Box<Element>: BellDelegate {
    public init() {}
    public var title: String { "box" }
    public func bellDidRing(_ bell: Bell) {}
    public func bellDidStop(_ bell: Bell) {}
    public func bellVolume(_ bell: Bell) -> Int { 7 }
    public func bell(_ bell: Bell, nameAt index: Int) -> String { "box" }
    public func bell(_ bell: Bell, nameAt hour: Double) -> String { "box" }
    public func bellShouldRing(_ bell: Bell) throws -> Bool { true }
    public func bellPause(_ bell: Bell) async -> Int { 0 }
}

/// Has for a subclass what that lacks.
public class Base {
    public init() {}
    public final var title: String { "base" }
    public final func bellDidRing(_ bell: Bell) {}
    public final func bellDidStop(_ bell: Bell) {}
    public final func bellVolume(_ bell: Bell) -> Int { 7 }
    public final func bell(_ bell: Bell, nameAt index: Int) -> String { "base" }
    public final func bell(_ bell: Bell, nameAt hour: Double) -> String { "base" }
    public final func bellShouldRing(_ bell: Bell) throws -> Bool { true }
    public final func bellPause(_ bell: Bell) async -> Int { 0 }
}

/// Inherits everything.
public final class Sub: Base, BellDelegate {}

/// A protocol and types with names that begin with the same bytes as others.
public protocol Ärger: AnyObject {
    func ärgern(_ österreich: Int)
}

extension Ärger {
    public func ärgern(_ österreich: Int) { print("geärgert", österreich) }
}

/// Leaves it out.
public final class Österreich: Ärger {
    public init() {}
}

@main
enum Program {
    static func main() async {
        let bell = Bell()
        // Which comes when is not known when the program is optimised.
        var delegates: [any BellDelegate] = [
            Silent(), Loud(), Named(), Forwarder(Silent()), Box<Int>(), Sub(),
        ]
        if CommandLine.arguments.count > 1 { delegates.reverse() }
        for delegate in delegates { await bell.ring(delegate) }
        let others: [any Ärger] = CommandLine.arguments.count > 1 ? [] : [Österreich()]
        for other in others { other.ärgern(1) }
    }
}
