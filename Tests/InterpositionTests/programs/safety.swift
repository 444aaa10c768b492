// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

// Calls through protocols in circumstances that disturb whoever stands between a caller and a witness. The first
// argument names the case.

/// Hides what a value is from the optimiser, which otherwise calls a witness directly.
@inline(never) @_optimize(none) func hidden<Value>(_ value: Value) -> Value { value }

/// A function with a context, as C calls it.
typealias Passed = (@escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer?) -> CInt

final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Lets C call a closure.
func pass(_ run: @escaping () -> Void, to function: Passed) -> CInt {
    let body = Body(run)
    return withExtendedLifetime(body) {
        function(
            { Unmanaged<Body>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().run() },
            Unmanaged.passUnretained(body).toOpaque()
        )
    }
}

func startThread(_ run: @escaping () -> Void) -> pthread_t {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Body(run)).toOpaque()
    pthread_create(
        &thread,
        nil,
        {
            Unmanaged<Body>.fromOpaque($0.unsafelyUnwrapped).takeRetainedValue().run()
            return nil
        },
        work
    )
    return thread
}

// MARK: Calls that are left, and signals

protocol Door: AnyObject {
    func plain(_ number: Int) -> Int
    func enter(_ number: Int, _ text: String, _ body: () -> Void) -> Int
    func nested(_ depth: Int, _ body: () -> Void) -> Int
}

final class Front: Door {
    func plain(_ number: Int) -> Int { number + 1 }
    func enter(_ number: Int, _ text: String, _ body: () -> Void) -> Int {
        body()
        return number + text.utf8.count
    }
    func nested(_ depth: Int, _ body: () -> Void) -> Int {
        if depth == 0 {
            body()
            return 0
        }
        return 1 + hidden(self as any Door).nested(depth - 1, body)
    }
}

final class Back: Door {
    func plain(_ number: Int) -> Int { number }
    func enter(_ number: Int, _ text: String, _ body: () -> Void) -> Int { 0 }
    func nested(_ depth: Int, _ body: () -> Void) -> Int { 0 }
}

@MainActor let door: any Door = hidden(Front() as any Door)

/// Leaves calls, and calls again from the same place.
@MainActor func leave(_ leaving: @escaping () -> Void, _ run: Passed) {
    let door = door
    var left = 0
    for number in 0..<100 {
        left += Int(pass({ _ = door.enter(number, "left", leaving) }, to: run))
    }
    for _ in 0..<10 { left += Int(pass({ _ = door.nested(4, leaving) }, to: run)) }
    print(left, door.plain(left), door.enter(1, "stays", {}))
    // Inside a call that returns.
    print(door.enter(1, "around", { _ = pass({ _ = door.nested(2, leaving) }, to: run) }), door.plain(1))
}

@MainActor func threads() {
    let door = door
    for _ in 0..<3 {
        print(pass({ _ = door.enter(1, "ends", leaving_end_thread) }) { leaving_on_thread($0, $1, 0) })
        print(pass({ _ = door.nested(3, leaving_end_thread) }) { leaving_on_thread($0, $1, 0) })
        print(pass({ _ = door.plain(1) }) { leaving_on_thread($0, $1, 0) })
    }
    print(door.plain(1))
}

@MainActor func cancelled() {
    let door = door
    for _ in 0..<3 { print(pass({ _ = door.enter(1, "waits", leaving_wait) }) { leaving_on_thread($0, $1, 1) }) }
    print(door.plain(1))
}

@MainActor func forked() {
    let door = door
    for fast in [CInt(0), 1] {
        let inCall = door.enter(
            1,
            "forks",
            { print(pass({ print("child", door.plain(1)) }) { leaving_fork($0, $1, fast) }) }
        )
        print(inCall, pass({ print("child", door.enter(1, "in", {})) }) { leaving_fork($0, $1, fast) })
    }
    print(door.plain(1))
}

@MainActor func signals() {
    print(door.enter(1, "raises", { print(leaving_signal() > 3) }))
    let count = 20_000
    leaving_begin_signals(100)
    var sum = 0
    for number in 0..<count { sum &+= door.plain(number) }
    var more = 0
    // On a busy machine, all may have come by now.
    repeat { more += pass({ _ = door }) { leaving_land($0, $1) } == 0 ? 1 : 0 } while leaving_had_signals() == 0
    print(sum, more > 0)
}

/// Handlers of signals call while calls of the same thread begin and end.
@MainActor func handlers() {
    let door = door
    let body = Unmanaged.passRetained(Body { _ = door.plain(-1) })
    leaving_begin_calls(
        { Unmanaged<Body>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().run() },
        body.toOpaque(),
        3_000
    )
    var sum = 0
    for number in 0..<50_000 { sum &+= door.plain(number) }
    while leaving_had_calls() == 0 { _ = door.plain(0) }
    print(sum)
}

/// Calls on stacks that have hardly any room, and on those of coroutines.
@MainActor func stacks() {
    let door = door
    nonisolated(unsafe) let shared = door
    var sum = 0
    func on(
        _ stack: @escaping (@escaping leaving_body, UnsafeMutableRawPointer?, CInt) -> Void,
        bytes: CInt,
        _ number: Int
    ) {
        _ = pass(
            { sum += shared.plain(number) },
            to: {
                stack($0, $1, bytes)
                return 0
            }
        )
    }
    func onSmallStacks() {
        for _ in 0..<2 {
            on(leaving_on_small_thread, bytes: 24 << 10, 10)
            on(leaving_on_signal_stack, bytes: 16 << 10, 20)
        }
    }
    onSmallStacks()
    print(sum, door.plain(1))
    onSmallStacks()
    var entered = 0
    let body = Body { entered = door.enter(30, "coroutine") { leaving_pause() } }
    leaving_begin_coroutine(
        { Unmanaged<Body>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().run() },
        Unmanaged.passUnretained(body).toOpaque()
    )
    print(door.enter(2, "two") { leaving_resume() })
    withExtendedLifetime(body) { print(sum, entered, door.plain(3)) }
}

@MainActor func deep() {
    print(door.nested(9_900, {}))
}

@MainActor func manyThreads() {
    let door = door
    let total = Mutex(0)
    nonisolated(unsafe) let shared = door
    let threads = (0..<64).map { number in
        startThread {
            var sum = 0
            for index in 0..<200 { sum += shared.plain(index) + shared.enter(index, "thread", {}) }
            total.withLock { $0 += sum + number }
        }
    }
    for thread in threads { pthread_join(thread, nil) }
    print(total.withLock { $0 })
}

@MainActor func exits() {
    _ = door.enter(
        1,
        "exits",
        {
            print("exits")
            exit(4)
        }
    )
}

// MARK: Concurrency

struct Big: Sendable, Equatable {
    var a = 1
    var b = 2.5
    var c = "three"
    var d = [4]
    var e: Int? = 5
}

struct Bad: Error, Equatable {
    var number: Int
}

protocol Fetching: AnyObject, Sendable {
    func fetch(_ number: Int, name: String) async -> String
    func failing(_ number: Int) async throws -> Double
    func nothing() async
    func big(_ big: Big, _ a: Int, _ b: Int, _ c: Int, _ d: Double) async -> Big
    func anything(_ number: Int) async -> any Sendable
    func quick(_ number: Int) async -> Int
    var value: Int { get async }
    func generic<Value: Sendable>(_ value: Value) async -> Value
    func sleeps() async throws
    func synchronous(_ number: Int) -> Int
}

final class Fetcher: Fetching {
    func fetch(_ number: Int, name: String) async -> String {
        try? await Task.sleep(for: .milliseconds(2))
        return "\(name)\(number)"
    }
    func failing(_ number: Int) async throws -> Double {
        await Task.yield()
        if number > 1 { throw Bad(number: number) }
        return 2.5
    }
    func nothing() async {}
    func big(_ big: Big, _ a: Int, _ b: Int, _ c: Int, _ d: Double) async -> Big {
        await Task.yield()
        return Big(a: a + b + c, b: d, c: big.c, d: big.d, e: nil)
    }
    func anything(_ number: Int) async -> any Sendable { "any\(number)" }
    func quick(_ number: Int) async -> Int { number + 1 }
    var value: Int {
        get async {
            await Task.yield()
            return 7
        }
    }
    func generic<Value: Sendable>(_ value: Value) async -> Value {
        await Task.yield()
        return value
    }
    func sleeps() async throws { try await Task.sleep(for: .seconds(100)) }
    func synchronous(_ number: Int) -> Int { number }
}

final class Refuser: Fetching {
    func fetch(_ number: Int, name: String) async -> String { "" }
    func failing(_ number: Int) async throws -> Double { 0 }
    func nothing() async {}
    func big(_ big: Big, _ a: Int, _ b: Int, _ c: Int, _ d: Double) async -> Big { big }
    func anything(_ number: Int) async -> any Sendable { 0 }
    func quick(_ number: Int) async -> Int { 0 }
    var value: Int { get async { 0 } }
    func generic<Value: Sendable>(_ value: Value) async -> Value { value }
    func sleeps() async throws {}
    func synchronous(_ number: Int) -> Int { 0 }
}

@Sendable func suspends() async {
    let fetcher: any Fetching = hidden(Fetcher() as any Fetching)
    print(await fetcher.fetch(1, name: "x"), await fetcher.quick(3), await fetcher.value)
    await fetcher.nothing()
    print(await fetcher.big(Big(), 1, 2, 3, 4.5), await fetcher.anything(5), await fetcher.generic("generic"))
    do {
        print(try await fetcher.failing(1))
        print(try await fetcher.failing(2))
    } catch { print("caught", error) }
    let names = await withTaskGroup(of: String.self) { group in
        for number in 0..<20 { group.addTask { await fetcher.fetch(number, name: "g") } }
        return await group.reduce(into: []) { $0.append($1) }
    }
    print(names.sorted())
    async let one = fetcher.quick(1)
    async let two = fetcher.generic(Big())
    print(await one, await two == Big())
    // Deep in calls of others, and many after each other.
    var sum = 0
    for number in 0..<200 { sum += await fetcher.quick(number) + fetcher.synchronous(number) }
    print(sum)
}

@Sendable func cancels() async {
    let fetcher: any Fetching = hidden(Fetcher() as any Fetching)
    let task = Task { try await fetcher.sleeps() }
    task.cancel()
    do { try await task.value } catch { print("cancelled", error is CancellationError) }
    let results = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 { group.addTask { (try? await fetcher.sleeps()) == nil } }
        group.cancelAll()
        return await group.reduce(into: []) { $0.append($1) }
    }
    print(results)
    print(await Task { await fetcher.quick(Task.isCancelled ? 1 : 2) }.value)
}

protocol Counting: Actor {
    func add(_ number: Int) async -> Int
    func isolated(_ number: Int) -> Int
    nonisolated func free(_ number: Int) -> Int
}

actor Up: Counting {
    var sum = 0
    func add(_ number: Int) -> Int {
        sum += number
        return sum
    }
    func isolated(_ number: Int) -> Int {
        sum -= number
        return sum
    }
    nonisolated func free(_ number: Int) -> Int { number }
}

actor Down: Counting {
    func add(_ number: Int) -> Int { 0 }
    func isolated(_ number: Int) -> Int { 0 }
    nonisolated func free(_ number: Int) -> Int { 0 }
}

@MainActor protocol OnMain: AnyObject {
    func onMain(_ text: String) -> Int
    func later(_ text: String) async -> Int
}

final class MainFirst: OnMain {
    func onMain(_ text: String) -> Int {
        MainActor.assertIsolated()
        return text.utf8.count
    }
    func later(_ text: String) async -> Int {
        await Task.yield()
        MainActor.assertIsolated()
        return text.utf8.count
    }
}

final class MainSecond: OnMain {
    func onMain(_ text: String) -> Int { 0 }
    func later(_ text: String) async -> Int { 0 }
}

protocol Ordinary {
    func ordinary(_ number: Int) -> Int
}

// Conformances that belong to an actor.
@MainActor final class Isolated: @MainActor Ordinary {
    var state = 5
    func ordinary(_ number: Int) -> Int {
        state += number
        return state
    }
}

@MainActor struct IsolatedToo: @MainActor Ordinary {
    var state = 7
    func ordinary(_ number: Int) -> Int { state + number }
}

@inline(never) func hopping(_ main: any OnMain, _ counter: any Counting) async {
    for number in 0..<50 {
        _ = await counter.add(number)
        _ = await main.later("later")
        _ = await counter.isolated(number)
        _ = await main.onMain("four")
    }
    print(await counter.add(3), await counter.isolated(1), await main.onMain("four"), counter.free(6))
}

@MainActor @Sendable func actors() async {
    let main: any OnMain = hidden(MainFirst() as any OnMain)
    await hopping(main, hidden(Up() as any Counting))
    let first: any Ordinary = hidden(Isolated() as any Ordinary)
    let second: any Ordinary = hidden(IsolatedToo() as any Ordinary)
    print(first.ordinary(1), second.ordinary(2), main.onMain("x"))
}

// MARK: Errors

enum Fault: Error, Equatable {
    case none, number(Int), text(String, Double)
}

protocol Throwing {
    func untyped(_ number: Int) throws -> Int
    func typed(_ number: Int) throws(Fault) -> Int
    func typedLarge(_ number: Int) throws(Fault) -> Big
    func typedLater(_ number: Int) async throws(Fault) -> Int
    func typedSmall(_ number: Int) throws(Bad) -> String
    func typedGeneric<Failure: Error>(_ failure: Failure?) throws(Failure) -> Int
    func never(_ number: Int) throws(Never) -> Int
    init(_ number: Int) throws
}

struct Thrower: Throwing {
    func untyped(_ number: Int) throws -> Int {
        if number > 1 { throw Bad(number: number) }
        return number
    }
    func typed(_ number: Int) throws(Fault) -> Int {
        if number > 2 { throw .text("text", 2.5) }
        if number > 1 { throw .number(number) }
        if number > 0 { throw .none }
        return number
    }
    func typedLarge(_ number: Int) throws(Fault) -> Big {
        if number > 1 { throw .number(number) }
        return Big()
    }
    func typedLater(_ number: Int) async throws(Fault) -> Int {
        await Task.yield()
        if number > 1 { throw .text("later", 1) }
        return number
    }
    func typedSmall(_ number: Int) throws(Bad) -> String {
        if number > 1 { throw Bad(number: number) }
        return "good"
    }
    func typedGeneric<Failure: Error>(_ failure: Failure?) throws(Failure) -> Int {
        if let failure { throw failure }
        return 5
    }
    func never(_ number: Int) throws(Never) -> Int { number }
    init(_ number: Int) throws { if number > 1 { throw Bad(number: number) } }
}

final class Harmless: Throwing {
    func untyped(_ number: Int) throws -> Int { 0 }
    func typed(_ number: Int) throws(Fault) -> Int { 0 }
    func typedLarge(_ number: Int) throws(Fault) -> Big { Big() }
    func typedLater(_ number: Int) async throws(Fault) -> Int { 0 }
    func typedSmall(_ number: Int) throws(Bad) -> String { "" }
    func typedGeneric<Failure: Error>(_ failure: Failure?) throws(Failure) -> Int { 0 }
    func never(_ number: Int) throws(Never) -> Int { 0 }
    init(_ number: Int) throws {}
}

@Sendable func errors() async {
    guard let thrower = try? hidden(Thrower(1) as any Throwing) else { return }
    for number in 0..<4 {
        do { print(try thrower.untyped(number)) } catch { print(error) }
        do { print(try thrower.typed(number)) } catch { print(error) }
        do { print(try thrower.typedLarge(number)) } catch { print(error) }
        do { print(try await thrower.typedLater(number)) } catch { print(error) }
        do { print(try thrower.typedSmall(number)) } catch { print(error) }
        do { print(try thrower.typedGeneric(number > 1 ? Fault.number(number) : nil)) } catch { print(error) }
        print(thrower.never(number))
        let type = hidden(Thrower.self as any Throwing.Type)
        do { print(try type.init(number)) } catch { print(error) }
    }
}

// MARK: Libraries

typealias Doubling = @convention(c) (Int) -> Int

func plugins() {
    let path = CommandLine.arguments[2]
    func open() -> UnsafeMutableRawPointer {
        guard let handle = dlopen(path, RTLD_NOW) else { fatalError(String(cString: dlerror())) }
        return handle
    }
    let first = open()
    let double = unsafeBitCast(dlsym(first, "plugin_double"), to: Doubling.self)
    var sum = 0
    for number in 0..<10 { sum += double(number) }
    print(sum)
    // Opened and closed by another thread during the calls.
    let thread = startThread { for _ in 0..<200 { dlclose(dlopen(path, RTLD_NOW)!) } }
    for number in 0..<1_000 { sum += double(number) }
    pthread_join(thread, nil)
    print(sum)
    dlclose(first)
    print("closed")
}

/// A forked process that loads a library has it as it is.
func forkedPlugins() {
    typealias Question = @convention(c) () -> Bool
    let child = leaving_fork(
        { _ in
            let library = dlopen(CommandLine.arguments[2], RTLD_NOW)
            _exit(unsafeBitCast(dlsym(library, "plugin_is_interposed"), to: Question.self)() ? 1 : 0)
        },
        nil,
        1
    )
    print("child", child)
    let double = unsafeBitCast(dlsym(dlopen(CommandLine.arguments[2], RTLD_NOW), "plugin_double"), to: Doubling.self)
    print(double(4))
}

// MARK: Forms of requirements

protocol Owner: AnyObject {
    func drop()
    func dropped(_ name: String)
}

final class Dropper: Owner {
    var kept: Kept?
    static nonisolated(unsafe) var last: Dropper?
    func drop() {
        kept = nil
        // The target goes during its own call.
        Dropper.last = nil
    }
    func dropped(_ name: String) { print("dropped", name) }
    deinit { print("dropper") }
}

final class Keeper: Owner {
    func drop() {}
    func dropped(_ name: String) { print("other", name) }
}

final class Kept {
    let owner: any Owner
    init(_ owner: any Owner) { self.owner = owner }
    deinit { owner.dropped("kept") }
}

func deinits() {
    for _ in 0..<3 {
        Dropper.last = Dropper()
        Dropper.last?.kept = Kept(hidden(Keeper() as any Owner))
        weak let weak = Dropper.last
        if let owner = weak { hidden(owner as any Owner).drop() }
        print(weak == nil)
    }
}

protocol Base {
    func base(_ number: Int) -> Int
}

extension Base {
    func base(_ number: Int) -> Int { number * 10 }
}

protocol Derived: Base {
    associatedtype Item
    func item(_ item: Item) -> Item
    func twenty(
        _ a: Int,
        _ b: Double,
        _ c: Int,
        _ d: Int8,
        _ e: Int,
        _ f: Float,
        _ g: Int,
        _ h: Int,
        _ i: Int,
        _ j: Int,
        _ k: String,
        _ l: Double,
        _ m: Double,
        _ n: Double,
        _ o: Double,
        _ p: Double,
        _ q: Double,
        _ r: Double,
        _ s: Big,
        _ t: Int
    ) -> Double
    func change(_ number: inout Int, _ text: inout String, _ big: inout Big)
    func closures(_ first: (Int) -> Int, _ second: @escaping () -> String, _ third: ((Int) throws -> Int)?) -> Int
    func generic<A, B: Sequence>(_ a: A, _ b: B) -> Int where B.Element == Int
    func same() -> Self
    func opaque(_ number: Int) -> any Base
    func variadic(_ numbers: Int...) -> Int
    static func type(_ number: Int) -> String
    init(number: Int)
    subscript(_ index: Int, _ other: String) -> Int { get set }
    var property: Big { get set }
    var text: String { get }
    mutating func mutate(_ number: Int) -> Int
}

class Parent: Derived {
    var state: Int
    var property = Big()
    func item(_ item: String) -> String { item + "p" }
    func twenty(
        _ a: Int,
        _ b: Double,
        _ c: Int,
        _ d: Int8,
        _ e: Int,
        _ f: Float,
        _ g: Int,
        _ h: Int,
        _ i: Int,
        _ j: Int,
        _ k: String,
        _ l: Double,
        _ m: Double,
        _ n: Double,
        _ o: Double,
        _ p: Double,
        _ q: Double,
        _ r: Double,
        _ s: Big,
        _ t: Int
    ) -> Double {
        let integers = a + c + Int(d) + e + g + h + i + j + t + k.utf8.count + s.a
        return Double(integers) + b + Double(f) + l + m + n + o + p + q + r + s.b
    }
    func change(_ number: inout Int, _ text: inout String, _ big: inout Big) {
        number += 1
        text += "!"
        big.e = nil
    }
    func closures(_ first: (Int) -> Int, _ second: @escaping () -> String, _ third: ((Int) throws -> Int)?) -> Int {
        first(1) + second().utf8.count + ((try? third?(3)) ?? 0)
    }
    func generic<A, B: Sequence>(_ a: A, _ b: B) -> Int where B.Element == Int { b.reduce(0, +) }
    func same() -> Self { self }
    func opaque(_ number: Int) -> any Base { self }
    func variadic(_ numbers: Int...) -> Int { numbers.reduce(0, +) }
    class func type(_ number: Int) -> String { "parent\(number)" }
    required init(number: Int) { state = number }
    subscript(_ index: Int, _ other: String) -> Int {
        get { state + index + other.utf8.count }
        set { state = newValue }
    }
    var text: String { "parent" }
    func mutate(_ number: Int) -> Int {
        state += number
        return state
    }
}

final class Child: Parent {
    override func item(_ item: String) -> String { super.item(item) + "c" }
    override class func type(_ number: Int) -> String { "child\(number)" }
    override var text: String { "child" }
}

struct Value<Stored>: Derived {
    var stored: [Stored] = []
    var property = Big()
    func base(_ number: Int) -> Int { number }
    func item(_ item: Double) -> Double { item * 2 }
    func twenty(
        _ a: Int,
        _ b: Double,
        _ c: Int,
        _ d: Int8,
        _ e: Int,
        _ f: Float,
        _ g: Int,
        _ h: Int,
        _ i: Int,
        _ j: Int,
        _ k: String,
        _ l: Double,
        _ m: Double,
        _ n: Double,
        _ o: Double,
        _ p: Double,
        _ q: Double,
        _ r: Double,
        _ s: Big,
        _ t: Int
    ) -> Double { Double(t) + r }
    func change(_ number: inout Int, _ text: inout String, _ big: inout Big) { number -= 1 }
    func closures(_ first: (Int) -> Int, _ second: @escaping () -> String, _ third: ((Int) throws -> Int)?) -> Int { 0 }
    func generic<A, B: Sequence>(_ a: A, _ b: B) -> Int where B.Element == Int { 1 }
    func same() -> Self { self }
    func opaque(_ number: Int) -> any Base { self }
    func variadic(_ numbers: Int...) -> Int { numbers.count }
    static func type(_ number: Int) -> String { "value\(number)" }
    init(number: Int) {}
    subscript(_ index: Int, _ other: String) -> Int {
        get { stored.count + index }
        set { property.a = newValue }
    }
    var text: String { "value" }
    mutating func mutate(_ number: Int) -> Int {
        property.a += number
        return property.a
    }
}

@inline(never) @_optimize(none) func use<Target: Derived>(_ target: Target, _ item: Target.Item) {
    var target = target
    print(target.base(3), target.item(item))
    print(target.twenty(1, 2.5, 3, 4, 5, 6.5, 7, 8, 9, 10, "k", 12, 13, 14, 15, 16, 17, 18.25, Big(), 20))
    var number = 1
    var text = "a"
    var big = Big()
    target.change(&number, &text, &big)
    print(number, text, big)
    print(target.closures({ $0 + number }, { text }, { $0 * 2 }), target.closures({ $0 }, { "" }, nil))
    print(target.generic("a", [1, 2]), target.generic(Big(), 0..<4), target.variadic(1, 2, 3), target.variadic())
    print(target.same().text, target.opaque(1).base(1), Target.type(1), Target(number: 5).text)
    print(target[1, "i"])
    target[2, "s"] = 9
    target.property = Big(a: 6)
    target.property.a += 1
    print(target.property, target.mutate(2), target[0, ""])
}

/// Containers conform to it if their elements do, also several levels deep.
protocol Summing {
    func sum(_ factor: Int, _ text: String) -> Int
}

extension Int: Summing {
    func sum(_ factor: Int, _ text: String) -> Int { self * factor + text.utf8.count }
}

extension Array: Summing where Element: Summing {
    func sum(_ factor: Int, _ text: String) -> Int { reduce(0) { $0 + $1.sum(factor, text) } }
}

extension Optional: Summing where Wrapped: Summing {
    func sum(_ factor: Int, _ text: String) -> Int { self?.sum(factor, text) ?? -1 }
}

@inline(never) @_optimize(none) func sum(_ target: some Summing) -> Int { target.sum(2, "sum") }

func forms() {
    print(sum(5), sum([1, 2]), sum([[1], [], [2, 3]]), sum([1, nil]), hidden([5] as any Summing).sum(1, ""))
    use(hidden(Parent(number: 1)), "item")
    use(hidden(Child(number: 2)), "item")
    use(hidden(Child(number: 3) as Parent), "item")
    use(hidden(Value<Int>(number: 1)), 1.5)
    use(hidden(Value<String>(number: 1)), 2.5)
}

@main @MainActor struct Main {
    static func main() {
        switch CommandLine.arguments[1] {
        case "exceptions": leave(leaving_throw, leaving_catch)
        case "jumps": leave(leaving_jump, leaving_land)
        case "threads": threads()
        case "cancelled": cancelled()
        case "forked": forked()
        case "signals": signals()
        case "handlers": handlers()
        case "stacks": stacks()
        case "deep": deep()
        case "many": manyThreads()
        case "exits": exits()
        case "plugins": plugins()
        case "forkedPlugins": forkedPlugins()
        case "deinits": deinits()
        case "forms": forms()
        case "suspends": run(suspends)
        case "cancels": run(cancels)
        case "actors": run(actors)
        case "errors": run(errors)
        default: print("no such case")
        }
    }

    /// Ends the program when the function has returned.
    static func run(_ body: @escaping @Sendable () async -> Void) {
        Task.detached {
            await body()
            exit(0)
        }
        dispatchMain()
    }
}
