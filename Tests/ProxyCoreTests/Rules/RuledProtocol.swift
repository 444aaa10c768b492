// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Requirements of every kind on whose calls rules may act.
protocol RuledDelegate: AnyObject {
    func note(_ number: Int, named name: String)
    func retries(after bytes: Int) -> Bool
    func load(_ path: String) throws -> [String]
    func open(_ door: Int) throws(DoorError) -> String
    func seal(_ door: Int) throws(SealError)
    func comply(_ order: Int) throws(RuleError)
    func fetch(_ page: Int) async -> String
    func upload(_ page: Int) async throws -> Int
    func save(_ page: Int) async throws(DoorError)
    @MainActor func show(_ page: Int) -> Int
    @MainActor func render(_ page: Int) async -> Int
    var title: String { get set }
    subscript(row: Int) -> String { get set }
    func add(_ number: Int, to sum: inout Int) -> Int
    func grow(_ number: Int, to sum: inout Int) async -> Int
    func echo<Value>(_ value: Value, times: Int) -> Value
}

/// Errors that can be made by the names of their cases.
enum DoorError: Error, CaseIterable { case locked, jammed }

/// Errors that can't be made.
struct SealError: Error, Equatable { var code: Int }

/// A proxy in the form that the generators write.
final class RuledProxy: ProtocolProxy<any RuledDelegate>, RuledDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.

    enum Selectors {
        static let note = MethodSelector<RuledProxy, (Int, String), Void>(
            "note(_:named:)",
            of: "RuledDelegate",
            parameters: ["number", "name"],
            traits: .editable
        )
        static let retries = MethodSelector<RuledProxy, Int, Bool>(
            "retries(after:)",
            of: "RuledDelegate",
            parameter: "bytes",
            traits: [.needsAnswer, .editable]
        )
        static let load = MethodSelector<RuledProxy, String, [String]>(
            "load(_:)",
            of: "RuledDelegate",
            parameter: "path",
            traits: [.throwing, .needsAnswer, .editable]
        )
        static let open = MethodSelector<RuledProxy, Int, String>(
            "open(_:)",
            of: "RuledDelegate",
            parameter: "door",
            traits: [.throwing, .needsAnswer, .editable],
            failure: DoorError.self
        )
        static let seal = MethodSelector<RuledProxy, Int, Void>(
            "seal(_:)",
            of: "RuledDelegate",
            parameter: "door",
            traits: [.throwing, .editable],
            failure: SealError.self
        )
        static let comply = MethodSelector<RuledProxy, Int, Void>(
            "comply(_:)",
            of: "RuledDelegate",
            parameter: "order",
            traits: [.throwing, .editable],
            failure: RuleError.self
        )
        static let fetch = MethodSelector<RuledProxy, Int, String>(
            "fetch(_:)",
            of: "RuledDelegate",
            parameter: "page",
            traits: [.async, .needsAnswer, .editable]
        )
        static let upload = MethodSelector<RuledProxy, Int, Int>(
            "upload(_:)",
            of: "RuledDelegate",
            parameter: "page",
            traits: [.async, .throwing, .needsAnswer, .editable]
        )
        static let save = MethodSelector<RuledProxy, Int, Void>(
            "save(_:)",
            of: "RuledDelegate",
            parameter: "page",
            traits: [.async, .throwing, .editable],
            failure: DoorError.self
        )
        static let show = MethodSelector<RuledProxy, Int, Int>(
            "show(_:)",
            of: "RuledDelegate",
            parameter: "page",
            traits: [.needsAnswer, .editable]
        )
        static let render = MethodSelector<RuledProxy, Int, Int>(
            "render(_:)",
            of: "RuledDelegate",
            parameter: "page",
            traits: [.async, .needsAnswer, .editable]
        )
        static let title = MethodSelector<RuledProxy, Void, String>(
            "title.get",
            of: "RuledDelegate",
            parameters: [],
            traits: .needsAnswer
        )
        static let setTitle = MethodSelector<RuledProxy, String, Void>(
            "title.set",
            of: "RuledDelegate",
            parameter: "newValue",
            traits: .editable
        )
        static let row = MethodSelector<RuledProxy, Int, String>(
            "subscript(_:).get",
            of: "RuledDelegate",
            parameter: "row",
            traits: [.needsAnswer, .editable]
        )
        static let setRow = MethodSelector<RuledProxy, (String, Int), Void>(
            "subscript(_:).set",
            of: "RuledDelegate",
            parameters: ["newValue", "row"],
            traits: .editable
        )
        static let add = MethodSelector<RuledProxy, (Int, InoutArgument<Int>), Int>(
            "add(_:to:)",
            of: "RuledDelegate",
            parameters: ["number", "sum"],
            traits: [.needsAnswer, .editable]
        )
        static let grow = MethodSelector<RuledProxy, (Int, InoutArgument<Int>), Int>(
            "grow(_:to:)",
            of: "RuledDelegate",
            parameters: ["number", "sum"],
            traits: [.async, .needsAnswer, .editable]
        )
        static let echo = MethodSelector<RuledProxy, (Any, Int), Any>(
            "echo(_:times:)",
            of: "RuledDelegate",
            parameters: ["value", "times"],
            traits: [.needsAnswer, .editable]
        )
        static let all = [
            AnyMethodSelector(note), AnyMethodSelector(retries), AnyMethodSelector(load), AnyMethodSelector(open),
            AnyMethodSelector(seal), AnyMethodSelector(comply), AnyMethodSelector(fetch), AnyMethodSelector(upload),
            AnyMethodSelector(save), AnyMethodSelector(show), AnyMethodSelector(render), AnyMethodSelector(title),
            AnyMethodSelector(setTitle), AnyMethodSelector(row), AnyMethodSelector(setRow), AnyMethodSelector(add),
            AnyMethodSelector(grow), AnyMethodSelector(echo),
        ]
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func note(_ number: Int, named name: String) {
        forward(Selectors.note, (number, name)) {
            $0.note(number, named: name)
        } edited: {
            $0.note($1.0, named: $1.1)
        }
    }

    func retries(after bytes: Int) -> Bool {
        forward(Selectors.retries, bytes) {
            $0.retries(after: bytes)
        } edited: {
            $0.retries(after: $1)
        }
    }

    func load(_ path: String) throws -> [String] {
        try forward(Selectors.load, path) {
            try $0.load(path)
        } edited: {
            try $0.load($1)
        }
    }

    func open(_ door: Int) throws(DoorError) -> String {
        try forward(Selectors.open, door) { target throws(DoorError) in
            try target.open(door)
        } edited: { target, door throws(DoorError) in
            try target.open(door)
        }
    }

    func seal(_ door: Int) throws(SealError) {
        try forward(Selectors.seal, door) { target throws(SealError) in
            try target.seal(door)
        } edited: { target, door throws(SealError) in
            try target.seal(door)
        }
    }

    func comply(_ order: Int) throws(RuleError) {
        try forward(Selectors.comply, order) { target throws(RuleError) in
            try target.comply(order)
        } edited: { target, order throws(RuleError) in
            try target.comply(order)
        }
    }

    func fetch(_ page: Int) async -> String {
        await forward(Selectors.fetch, page) {
            await $0.fetch(page)
        } edited: {
            await $0.fetch($1)
        }
    }

    func upload(_ page: Int) async throws -> Int {
        try await forward(Selectors.upload, page) {
            try await $0.upload(page)
        } edited: {
            try await $0.upload($1)
        }
    }

    func save(_ page: Int) async throws(DoorError) {
        try await forward(Selectors.save, page) { target async throws(DoorError) in
            try await target.save(page)
        } edited: { target, page async throws(DoorError) in
            try await target.save(page)
        }
    }

    @MainActor func show(_ page: Int) -> Int {
        forward(Selectors.show, page) { target in
            target.show(page)
        } edited: { target, page in
            target.show(page)
        }
    }

    @MainActor func render(_ page: Int) async -> Int {
        await forward(Selectors.render, page) {
            await $0.render(page)
        } edited: {
            await $0.render($1)
        }
    }

    var title: String {
        get { forward(Selectors.title, ()) { $0.title } }
        set {
            forward(Selectors.setTitle, newValue) {
                $0.title = newValue
            } edited: {
                $0.title = $1
            }
        }
    }

    subscript(row: Int) -> String {
        get {
            forward(Selectors.row, row) {
                $0[row]
            } edited: {
                $0[$1]
            }
        }
        set {
            forward(Selectors.setRow, (newValue, row)) {
                $0[row] = newValue
            } edited: {
                $0[$1.1] = $1.0
            }
        }
    }

    func add(_ number: Int, to sum: inout Int) -> Int {
        forward(Selectors.add, (number, InoutArgument(sum))) {
            $0.add(number, to: &sum)
        } edited: {
            sum = $1.1.after
            return $0.add($1.0, to: &sum)
        }
    }

    func grow(_ number: Int, to sum: inout Int) async -> Int {
        await forward(Selectors.grow, (number, InoutArgument(sum))) {
            await $0.grow(number, to: &sum)
        } edited: {
            sum = $1.1.after
            return await $0.grow($1.0, to: &sum)
        }
    }

    func echo<Value>(_ value: Value, times: Int) -> Value {
        forward(Selectors.echo, (value as Any, times)) {
            $0.echo(value, times: times) as Any
        } edited: {
            $0.echo(value, times: $1.1) as Any
        } as! Value
    }
}

/// Notes what it got. Fails where it is asked for something negative.
final class RuledTarget: RuledDelegate, Sendable {
    private let calls = Guarded<[String]>([])
    /// Runs inside of `note(_:named:)`.
    private let noted: @Sendable (Int) -> Void
    let turnstile = Turnstile()

    init(isOpen: Bool = true, onNote: @escaping @Sendable (Int) -> Void = { _ in }) {
        noted = onNote
        if isOpen { turnstile.open() }
    }

    /// What it got, in words.
    var received: [String] { calls.value }

    private func got(_ call: String) { calls.change { $0.append(call) } }

    func note(_ number: Int, named name: String) {
        got("note \(number) \(name)")
        noted(number)
    }

    func retries(after bytes: Int) -> Bool {
        got("retries \(bytes)")
        return bytes > 3
    }

    func load(_ path: String) throws -> [String] {
        got("load \(path)")
        if path.isEmpty { throw SampleError(code: 2) }
        return [path]
    }

    func open(_ door: Int) throws(DoorError) -> String {
        got("open \(door)")
        if door < 0 { throw .jammed }
        return "door \(door)"
    }

    func seal(_ door: Int) throws(SealError) {
        got("seal \(door)")
        if door < 0 { throw SealError(code: door) }
    }

    func comply(_ order: Int) throws(RuleError) { got("comply \(order)") }

    func fetch(_ page: Int) async -> String {
        got("fetch \(page)")
        await turnstile.pass()
        return "page \(page)"
    }

    func upload(_ page: Int) async throws -> Int {
        got("upload \(page)")
        if page < 0 { throw SampleError(code: page) }
        return page
    }

    func save(_ page: Int) async throws(DoorError) {
        got("save \(page)")
        if page < 0 { throw .jammed }
    }

    @MainActor func show(_ page: Int) -> Int {
        got("show \(page)")
        return page
    }

    @MainActor func render(_ page: Int) async -> Int {
        got("render \(page)")
        return page
    }

    var title: String {
        get {
            got("title")
            return "t"
        }
        set { got("title = \(newValue)") }
    }

    subscript(row: Int) -> String {
        get {
            got("row \(row)")
            return "row \(row)"
        }
        set { got("row \(row) = \(newValue)") }
    }

    func add(_ number: Int, to sum: inout Int) -> Int {
        got("add \(number) to \(sum)")
        sum += number
        return sum
    }

    func grow(_ number: Int, to sum: inout Int) async -> Int {
        got("grow \(number) to \(sum)")
        sum += number
        return sum
    }

    func echo<Value>(_ value: Value, times: Int) -> Value {
        got("echo \(value) \(times)")
        return value
    }
}
