// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

/// What a completion handler is often called in a program; a macro does not see behind the name.
typealias Completion = (Int) -> Void

/// Requirements that are answered through closures.
@Proxied protocol ClosureShapes: AnyObject {
    func plain(_ name: String, done: @escaping (Int, String?) -> Void)
    func sendable(_ done: @escaping @Sendable () -> Void)
    func optional(_ done: ((_ number: Int) -> Void)?)
    func pair(success: @escaping (Int) -> Void, failure: @escaping @Sendable (any Error) -> Void)
    func throwing(_ check: @escaping (Int) throws -> Bool)
    func strict(_ check: @escaping (Int, String) throws(ShapeError) -> Bool) throws(ShapeError) -> Bool
    func suspending(_ load: @escaping @Sendable (Int) async throws -> String) async throws -> String
    func onMain(_ show: @escaping @MainActor (String) -> Void) async
    func any<Value>(_ value: Value, _ done: @escaping (Value) -> Void)
    func nested(_ done: @escaping (@escaping () -> Void) -> Void)
    func tuple(_ done: @escaping ((Int, Int)) -> Void)
    func passed(_ done: @escaping Completion, change: @escaping (inout Int) -> Void)
}

/// Closures in parentheses of their own, which say nothing.
@Proxied protocol ParenthesizedShapes: AnyObject {
    typealias Visitor = ((Int) -> Void)
    func load(completion: @escaping ((Bool) -> Void))
    func sendable(_ done: @escaping (@Sendable (Int) -> Void))
    func visit(_ body: ((Int) -> Void), with visitor: Visitor)
    func many(_ bodies: ((Int) -> Void)...)
    func change(_ body: inout ((Int) -> Void))
}

/// Requirements with autoclosures that can throw or suspend.
@Proxied protocol LazyShapes: AnyObject {
    func first(_ value: @autoclosure () throws -> Int) -> Int?
    func second(target: @autoclosure () throws -> Int, _ arguments: Int) -> Int
    func strict(_ value: @autoclosure () throws(ShapeError) -> Int) throws(ShapeError) -> Int
    func rethrown(_ value: @autoclosure () throws -> Int) rethrows -> Int
    func suspending(_ value: @autoclosure () async -> Int) async -> Int
    func both(_ value: @autoclosure () async throws -> Int, _ number: inout Int) async
    func either(_ value: @escaping @autoclosure () async throws -> Int) async throws -> Int
    subscript(_ value: @autoclosure () throws -> Int) -> Int { get }
}

@resultBuilder enum WordsBuilder { static func buildBlock(_ words: String...) -> [String] { words } }

/// Requirements with attributes before the names of their parameters.
@Proxied protocol BuilderShapes: AnyObject {
    func build(@WordsBuilder words: () -> [String]) -> Int
    func keep(@WordsBuilder _ words: @escaping () -> [String], _: Int)
}

/// Requirements of the main actor that are answered through closures.
@Proxied @MainActor protocol MainClosureShapes: AnyObject {
    func show(_ done: @escaping (Int) -> Void, later: @escaping @MainActor (Int) async -> Void)
}
