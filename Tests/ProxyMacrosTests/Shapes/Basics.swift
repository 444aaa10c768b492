// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// No import of Reactive: a file with a @Proxied protocol needs these two only.
import ProxyCore
import ProxyMacros

struct ShapeError: Error, Equatable { let code: Int }

/// A value that belongs to whoever holds it.
final class Parcel { var contents = "" }

/// Methods in all the forms that return, throw, or do neither.
@Proxied protocol BasicShapes: AnyObject {
    func nothing()
    func note(_ text: String)
    func note(_ number: Int)
    func sum(of first: Int, and second: Int) -> Int
    func maybe(_ text: String?) -> [String: Int]?
    func load(_ name: String) throws -> String
    func check(_ code: Int) throws(ShapeError)
    func rethrowing(_ body: () throws -> Void) rethrows
    func forward(forward: Bool, target: Int, result: String) throws(ShapeError) -> String
    func all()
    @discardableResult func `repeat`(`in` place: String, _ times: Int) -> Int
    func pair(_ pair: (Int, String)) -> (first: Int, second: String)
}

/// Parameters of all kinds.
@Proxied protocol ParameterShapes: AnyObject {
    func add(_ number: Int, to sum: inout Int)
    func join(_ words: String..., by separator: String) -> String
    func each(_ numbers: [Int], _ body: (Int) -> Void)
    func later(_ body: @escaping @Sendable (Int) -> Void)
    func lazily(_ text: @autoclosure () -> String) -> Int
    func some(_ value: some CustomStringConvertible) -> String
    func `any`(_ value: any CustomStringConvertible) -> String
    func same<Value: Equatable>(_ left: Value, _ right: Value) -> Bool
    func back<Value>(_ value: Value) -> Value where Value: Sendable
    func pack<each Value>(_ value: repeat each Value) -> Int
    func take(_ parcel: consuming Parcel) -> String
    func look(_ parcel: borrowing Parcel) -> String
    func hand(_ parcel: sending Parcel) -> String
    func unnamed(_: Int, _: Int) -> Int
}

/// Properties and subscripts.
@Proxied protocol ValueShapes: AnyObject {
    var title: String { get }
    var count: Int { get set }
    var checked: Int { get throws }
    var strict: Int { get throws(ShapeError) }
    var slow: Int { get async }
    subscript(index: Int) -> String { get set }
    subscript(name name: String) -> Int { get }
    subscript<Key: Hashable>(key key: Key) -> Int { get }
    subscript(unnamed _: Int) -> Int { get set }
}

/// Requirements that can suspend.
@Proxied protocol AsyncShapes: AnyObject {
    func load(_ name: String) async -> String
    func load(_ name: String) -> String
    func fetch(_ parcel: Parcel) async throws -> Parcel
    func check(_ code: Int) async throws(ShapeError)
    func back<Value>(_ value: Value) async throws -> Value
    func count(_ numbers: Int...) async -> Int
    func add(_ number: Int, to sum: inout Int) async
    @Default(-1) func rank(_ name: String) async -> Int
}

/// Requirements that differ in where they run.
@Proxied protocol PlaceShapes: AnyObject {
    func standard(_ actor: any Actor) async -> Bool
    nonisolated(nonsending) func staying(_ actor: any Actor) async -> Bool
    @concurrent func leaving(_ actor: any Actor) async -> Bool
}
