// What @Proxied makes of Tests/ProxyMacrosTests/Shapes/Basics.swift. RECORD_FIXTURES=1 rewrites it.
// swift-format-ignore-file

/// A proxy for `BasicShapes`: it forwards each call, records it and lets it be observed.
nonisolated class BasicShapesProxy: ProxyCore::ProtocolProxy<any BasicShapes>, BasicShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `BasicShapes`, typed.
    enum Selectors {
        /// `nothing()`
        static let nothing = ProxyCore::MethodSelector<BasicShapesProxy, Void, Void>(
            "nothing()",
            of: "BasicShapes",
            parameters: [],
            declaration: "func nothing()"
        )

        /// `note(_:)(String)`
        static let noteText = ProxyCore::MethodSelector<BasicShapesProxy, String, Void>(
            "note(_:)(String)",
            of: "BasicShapes",
            parameter: "text",
            traits: .editable,
            declaration: "func note(_ text: String)"
        )

        /// `note(_:)(Int)`
        static let noteNumber = ProxyCore::MethodSelector<BasicShapesProxy, Int, Void>(
            "note(_:)(Int)",
            of: "BasicShapes",
            parameter: "number",
            traits: .editable,
            declaration: "func note(_ number: Int)"
        )

        /// `sum(of:and:)`
        static let sum = ProxyCore::MethodSelector<BasicShapesProxy, (Int, Int), Int>(
            "sum(of:and:)",
            of: "BasicShapes",
            parameters: ["first", "second"],
            traits: [.needsAnswer, .editable],
            declaration: "func sum(of first: Int, and second: Int) -> Int"
        )

        /// `maybe(_:)`
        static let maybe = ProxyCore::MethodSelector<BasicShapesProxy, String?, [String: Int]?>(
            "maybe(_:)",
            of: "BasicShapes",
            parameter: "text",
            traits: [.needsAnswer, .editable],
            declaration: "func maybe(_ text: String?) -> [String: Int]?"
        )

        /// `load(_:)`
        static let load = ProxyCore::MethodSelector<BasicShapesProxy, String, String>(
            "load(_:)",
            of: "BasicShapes",
            parameter: "name",
            traits: [.throwing, .needsAnswer, .editable],
            declaration: "func load(_ name: String) throws -> String"
        )

        /// `check(_:)`
        static let check = ProxyCore::MethodSelector<BasicShapesProxy, Int, Void>(
            "check(_:)",
            of: "BasicShapes",
            parameter: "code",
            traits: [.throwing, .editable],
            failure: ShapeError.self,
            declaration: "func check(_ code: Int) throws(ShapeError)"
        )

        /// `rethrowing(_:)`
        static let rethrowing = ProxyCore::MethodSelector<BasicShapesProxy, ProxyCore::UnrecordedArgument, Void>(
            "rethrowing(_:)",
            of: "BasicShapes",
            parameter: "body",
            traits: .throwing,
            failure: Never.self,
            declaration: "func rethrowing(_ body: () throws -> Void) rethrows"
        )

        /// `forward(forward:target:result:)`
        static let forward = ProxyCore::MethodSelector<BasicShapesProxy, (Bool, Int, String), String>(
            "forward(forward:target:result:)",
            of: "BasicShapes",
            parameters: ["forward", "target", "result"],
            traits: [.throwing, .needsAnswer, .editable],
            failure: ShapeError.self,
            declaration: "func forward(forward: Bool, target: Int, result: String) throws(ShapeError) -> String"
        )

        /// `all()`
        static let allRequirement = ProxyCore::MethodSelector<BasicShapesProxy, Void, Void>(
            "all()",
            of: "BasicShapes",
            parameters: [],
            declaration: "func all()"
        )

        /// `repeat(in:_:)`
        static let `repeat` = ProxyCore::MethodSelector<BasicShapesProxy, (String, Int), Int>(
            "repeat(in:_:)",
            of: "BasicShapes",
            parameters: ["place", "times"],
            traits: [.needsAnswer, .editable],
            declaration: "func `repeat`(in place: String, _ times: Int) -> Int"
        )

        /// `pair(_:)`
        static let pair = ProxyCore::MethodSelector<BasicShapesProxy, Any, (first: Int, second: String)>(
            "pair(_:)",
            of: "BasicShapes",
            parameter: "pair",
            traits: .needsAnswer,
            declaration: "func pair(_ pair: (Int, String)) -> (first: Int, second: String)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(nothing),
            ProxyCore::AnyMethodSelector(noteText),
            ProxyCore::AnyMethodSelector(noteNumber),
            ProxyCore::AnyMethodSelector(sum),
            ProxyCore::AnyMethodSelector(maybe),
            ProxyCore::AnyMethodSelector(load),
            ProxyCore::AnyMethodSelector(check),
            ProxyCore::AnyMethodSelector(rethrowing),
            ProxyCore::AnyMethodSelector(forward),
            ProxyCore::AnyMethodSelector(allRequirement),
            ProxyCore::AnyMethodSelector(`repeat`),
            ProxyCore::AnyMethodSelector(pair),
        ]
    }

    /// Forwards `nothing()`.
    func nothing() {
        forward(Selectors.nothing, ()) { $0.nothing() }
    }

    /// Forwards `note(_:)`.
    func note(_ text: String) {
        forward(Selectors.noteText, text) {
            $0.note(text)
        } edited: {
            $0.note($1)
        }
    }

    /// Forwards `note(_:)`.
    func note(_ number: Int) {
        forward(Selectors.noteNumber, number) {
            $0.note(number)
        } edited: {
            $0.note($1)
        }
    }

    /// Forwards `sum(of:and:)`.
    func sum(of first: Int, and second: Int) -> Int {
        forward(Selectors.sum, (first, second)) {
            $0.sum(of: first, and: second)
        } edited: {
            $0.sum(of: $1.0, and: $1.1)
        }
    }

    /// Forwards `maybe(_:)`.
    func maybe(_ text: String?) -> [String: Int]? {
        forward(Selectors.maybe, text) {
            $0.maybe(text)
        } edited: {
            $0.maybe($1)
        }
    }

    /// Forwards `load(_:)`.
    func load(_ name: String) throws -> String {
        try forward(Selectors.load, name) {
            try $0.load(name)
        } edited: {
            try $0.load($1)
        }
    }

    /// Forwards `check(_:)`.
    func check(_ code: Int) throws(ShapeError) {
        try forward(Selectors.check, code) { target throws(ShapeError) in
            try target.check(code)
        } edited: { target, arguments throws(ShapeError) in
            try target.check(arguments)
        }
    }

    /// Forwards `rethrowing(_:)`.
    func rethrowing(_ body: () throws -> Void) rethrows {
        try forward(Selectors.rethrowing, .nonescapingClosure) { try $0.rethrowing(body) }
    }

    /// Forwards `forward(forward:target:result:)`.
    func forward(forward argument1: Bool, target argument2: Int, result: String) throws(ShapeError) -> String {
        try forward(Selectors.forward, (argument1, argument2, result)) { target throws(ShapeError) in
            try target.forward(forward: argument1, target: argument2, result: result)
        } edited: { target, arguments throws(ShapeError) in
            try target.forward(forward: arguments.0, target: arguments.1, result: arguments.2)
        }
    }

    /// Forwards `all()`.
    func all() {
        forward(Selectors.allRequirement, ()) { $0.all() }
    }

    /// Forwards `repeat(in:_:)`.
    @discardableResult
    func `repeat`(in place: String, _ times: Int) -> Int {
        forward(Selectors.`repeat`, (place, times)) {
            $0.`repeat`(in: place, times)
        } edited: {
            $0.`repeat`(in: $1.0, $1.1)
        }
    }

    /// Forwards `pair(_:)`.
    func pair(_ pair: (Int, String)) -> (first: Int, second: String) {
        forward(Selectors.pair, pair as Any) { $0.pair(pair) }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.nothing)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<BasicShapesProxy, Arguments, Return>

        /// `nothing()`
        static var nothing: BasicShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.nothing) }

        /// `note(_:)(String)`
        static var noteText: BasicShapesProxy.ProxyMember<String, Void> { .init(selector: Selectors.noteText) }

        /// `note(_:)(Int)`
        static var noteNumber: BasicShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.noteNumber) }

        /// `sum(of:and:)`
        static var sum: BasicShapesProxy.ProxyMember<(Int, Int), Int> { .init(selector: Selectors.sum) }

        /// `maybe(_:)`
        static var maybe: BasicShapesProxy.ProxyMember<String?, [String: Int]?> { .init(selector: Selectors.maybe) }

        /// `load(_:)`
        static var load: BasicShapesProxy.ProxyMember<String, String> { .init(selector: Selectors.load) }

        /// `check(_:)`
        static var check: BasicShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.check) }

        /// `rethrowing(_:)`
        static var rethrowing: BasicShapesProxy.ProxyMember<ProxyCore::UnrecordedArgument, Void> {
            .init(selector: Selectors.rethrowing)
        }

        /// `forward(forward:target:result:)`
        static var forward: BasicShapesProxy.ProxyMember<(Bool, Int, String), String> {
            .init(selector: Selectors.forward)
        }

        /// `all()`
        static var allRequirement: BasicShapesProxy.ProxyMember<Void, Void> {
            .init(selector: Selectors.allRequirement)
        }

        /// `repeat(in:_:)`
        static var `repeat`: BasicShapesProxy.ProxyMember<(String, Int), Int> { .init(selector: Selectors.`repeat`) }

        /// `pair(_:)`
        static var pair: BasicShapesProxy.ProxyMember<Any, (first: Int, second: String)> {
            .init(selector: Selectors.pair)
        }
    }

    /// The arguments of each call, before it is passed on.
    final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

/// A proxy for `ParameterShapes`: it forwards each call, records it and lets it be observed.
nonisolated class ParameterShapesProxy:
    ProxyCore::ProtocolProxy<any ParameterShapes>,
    ParameterShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `ParameterShapes`, typed.
    enum Selectors {
        /// `add(_:to:)`
        static let add = ProxyCore::MethodSelector<ParameterShapesProxy, (Int, ProxyCore::InoutArgument<Int>), Void>(
            "add(_:to:)",
            of: "ParameterShapes",
            parameters: ["number", "sum"],
            traits: .editable,
            declaration: "func add(_ number: Int, to sum: inout Int)"
        )

        /// `join(_:by:)`
        static let join = ProxyCore::MethodSelector<ParameterShapesProxy, ([String], String), String>(
            "join(_:by:)",
            of: "ParameterShapes",
            parameters: ["words", "separator"],
            traits: [.needsAnswer, .editable],
            declaration: "func join(_ words: String..., by separator: String) -> String"
        )

        /// `each(_:_:)`
        static let each = ProxyCore::MethodSelector<ParameterShapesProxy, ([Int], ProxyCore::UnrecordedArgument), Void>(
            "each(_:_:)",
            of: "ParameterShapes",
            parameters: ["numbers", "body"],
            traits: .editable,
            declaration: "func each(_ numbers: [Int], _ body: (Int) -> Void)"
        )

        /// `later(_:)`
        static let later = ProxyCore::MethodSelector<ParameterShapesProxy, @Sendable (Int) -> Void, Void>(
            "later(_:)",
            of: "ParameterShapes",
            parameter: "body",
            declaration: "func later(_ body: @escaping @Sendable (Int) -> Void)"
        )

        /// `lazily(_:)`
        static let lazily = ProxyCore::MethodSelector<ParameterShapesProxy, ProxyCore::UnrecordedArgument, Int>(
            "lazily(_:)",
            of: "ParameterShapes",
            parameter: "text",
            traits: .needsAnswer,
            declaration: "func lazily(_ text: @autoclosure () -> String) -> Int"
        )

        /// `some(_:)`
        static let some = ProxyCore::MethodSelector<ParameterShapesProxy, Any, String>(
            "some(_:)",
            of: "ParameterShapes",
            parameter: "value",
            traits: .needsAnswer,
            declaration: "func some(_ value: some CustomStringConvertible) -> String"
        )

        /// `any(_:)`
        static let any = ProxyCore::MethodSelector<ParameterShapesProxy, any CustomStringConvertible, String>(
            "any(_:)",
            of: "ParameterShapes",
            parameter: "value",
            traits: [.needsAnswer, .editable],
            declaration: "func any(_ value: any CustomStringConvertible) -> String"
        )

        /// `same(_:_:)`
        static let same = ProxyCore::MethodSelector<ParameterShapesProxy, (Any, Any), Bool>(
            "same(_:_:)",
            of: "ParameterShapes",
            parameters: ["left", "right"],
            traits: .needsAnswer,
            declaration: "func same<Value: Equatable>(_ left: Value, _ right: Value) -> Bool"
        )

        /// `back(_:)`
        static let back = ProxyCore::MethodSelector<ParameterShapesProxy, Any, Any>(
            "back(_:)",
            of: "ParameterShapes",
            parameter: "value",
            traits: .needsAnswer,
            declaration: "func back<Value: Sendable>(_ value: Value) -> Value"
        )

        /// `pack(_:)`
        static let pack = ProxyCore::MethodSelector<ParameterShapesProxy, [Any], Int>(
            "pack(_:)",
            of: "ParameterShapes",
            parameter: "value",
            traits: .needsAnswer,
            declaration: "func pack<each Value>(_ value: repeat each Value) -> Int"
        )

        /// `take(_:)`
        static let take = ProxyCore::MethodSelector<ParameterShapesProxy, ProxyCore::UnrecordedArgument, String>(
            "take(_:)",
            of: "ParameterShapes",
            parameter: "parcel",
            traits: .needsAnswer,
            declaration: "func take(_ parcel: consuming Parcel) -> String"
        )

        /// `look(_:)`
        static let look = ProxyCore::MethodSelector<ParameterShapesProxy, ProxyCore::UnrecordedArgument, String>(
            "look(_:)",
            of: "ParameterShapes",
            parameter: "parcel",
            traits: .needsAnswer,
            declaration: "func look(_ parcel: borrowing Parcel) -> String"
        )

        /// `hand(_:)`
        static let hand = ProxyCore::MethodSelector<ParameterShapesProxy, Parcel, String>(
            "hand(_:)",
            of: "ParameterShapes",
            parameter: "parcel",
            traits: [.needsAnswer, .editable],
            declaration: "func hand(_ parcel: sending Parcel) -> String"
        )

        /// `unnamed(_:_:)`
        static let unnamed = ProxyCore::MethodSelector<ParameterShapesProxy, (Int, Int), Int>(
            "unnamed(_:_:)",
            of: "ParameterShapes",
            parameters: ["argument1", "argument2"],
            traits: [.needsAnswer, .editable],
            declaration: "func unnamed(_: Int, _: Int) -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(add),
            ProxyCore::AnyMethodSelector(join),
            ProxyCore::AnyMethodSelector(each),
            ProxyCore::AnyMethodSelector(later),
            ProxyCore::AnyMethodSelector(lazily),
            ProxyCore::AnyMethodSelector(some),
            ProxyCore::AnyMethodSelector(any),
            ProxyCore::AnyMethodSelector(same),
            ProxyCore::AnyMethodSelector(back),
            ProxyCore::AnyMethodSelector(pack),
            ProxyCore::AnyMethodSelector(take),
            ProxyCore::AnyMethodSelector(look),
            ProxyCore::AnyMethodSelector(hand),
            ProxyCore::AnyMethodSelector(unnamed),
        ]
    }

    /// Forwards `add(_:to:)`.
    func add(_ number: Int, to sum: inout Int) {
        forward(Selectors.add, (number, ProxyCore::InoutArgument(sum))) {
            $0.add(number, to: &sum)
        } edited: {
            sum = $1.1.after
            $0.add($1.0, to: &sum)
        }
    }

    /// Forwards `join(_:by:)`.
    func join(_ words: String..., by separator: String) -> String {
        forward(Selectors.join, (words, separator)) {
            ProxyCore::takingArrays($0.join(_:by:) as (String..., String) -> String, as: (([String], String) -> String).self)(
                words,
                separator
            )
        } edited: {
            ProxyCore::takingArrays($0.join(_:by:) as (String..., String) -> String, as: (([String], String) -> String).self)(
                $1.0,
                $1.1
            )
        }
    }

    /// Forwards `each(_:_:)`.
    func each(_ numbers: [Int], _ body: (Int) -> Void) {
        forward(Selectors.each, (numbers, .nonescapingClosure)) {
            $0.each(numbers, body)
        } edited: {
            $0.each($1.0, body)
        }
    }

    /// Forwards `later(_:)`.
    func later(_ body: @escaping @Sendable (Int) -> Void) {
        let closures = watchClosures(of: Selectors.later)
        var body = body
        if let followed = closures?.watch(0) {
            body = { [body] in
                followed.called($0)
                body($0)
            }
        }
        forward(Selectors.later, body) { $0.later(body) }
    }

    /// Forwards `lazily(_:)`.
    func lazily(_ text: @autoclosure () -> String) -> Int {
        forward(Selectors.lazily, .nonescapingClosure) { $0.lazily(text()) }
    }

    /// Forwards `some(_:)`.
    func some(_ value: some CustomStringConvertible) -> String {
        forward(Selectors.some, value as Any) { $0.some(value) }
    }

    /// Forwards `any(_:)`.
    func any(_ value: any CustomStringConvertible) -> String {
        forward(Selectors.any, value) {
            $0.any(value)
        } edited: {
            $0.any($1)
        }
    }

    /// Forwards `same(_:_:)`.
    func same<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
        forward(Selectors.same, (left as Any, right as Any)) { $0.same(left, right) }
    }

    /// Forwards `back(_:)`.
    func back<Value: Sendable>(_ value: Value) -> Value {
        forward(Selectors.back, value as Any) { $0.back(value) as Any } as! Value
    }

    /// Forwards `pack(_:)`.
    func pack<each Value>(_ value: repeat each Value) -> Int {
        forward(Selectors.pack, ProxyCore::UnrecordedArgument.list(repeat each value)) { $0.pack(repeat each value) }
    }

    /// Forwards `take(_:)`.
    func take(_ parcel: consuming Parcel) -> String {
        var parcel = Optional(parcel)
        return forward(Selectors.take, .consumed) { $0.take(parcel.take()!) }
    }

    /// Forwards `look(_:)`.
    func look(_ parcel: borrowing Parcel) -> String {
        forward(Selectors.look, .borrowed) { $0.look(parcel) }
    }

    /// Forwards `hand(_:)`.
    func hand(_ parcel: sending Parcel) -> String {
        nonisolated(unsafe) let parcel = parcel
        return forward(Selectors.hand, parcel) {
            $0.hand(parcel)
        } edited: {
            nonisolated(unsafe) let parcel = $1
            return $0.hand(parcel)
        }
    }

    /// Forwards `unnamed(_:_:)`.
    func unnamed(_ argument1: Int, _ argument2: Int) -> Int {
        forward(Selectors.unnamed, (argument1, argument2)) {
            $0.unnamed(_: argument1, _: argument2)
        } edited: {
            $0.unnamed(_: $1.0, _: $1.1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.add)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<ParameterShapesProxy, Arguments, Return>

        /// `add(_:to:)`
        static var add: ParameterShapesProxy.ProxyMember<(Int, ProxyCore::InoutArgument<Int>), Void> {
            .init(selector: Selectors.add)
        }

        /// `join(_:by:)`
        static var join: ParameterShapesProxy.ProxyMember<([String], String), String> {
            .init(selector: Selectors.join)
        }

        /// `each(_:_:)`
        static var each: ParameterShapesProxy.ProxyMember<([Int], ProxyCore::UnrecordedArgument), Void> {
            .init(selector: Selectors.each)
        }

        /// `later(_:)`
        static var later: ParameterShapesProxy.ProxyMember<@Sendable (Int) -> Void, Void> {
            .init(selector: Selectors.later)
        }

        /// `lazily(_:)`
        static var lazily: ParameterShapesProxy.ProxyMember<ProxyCore::UnrecordedArgument, Int> {
            .init(selector: Selectors.lazily)
        }

        /// `some(_:)`
        static var some: ParameterShapesProxy.ProxyMember<Any, String> { .init(selector: Selectors.some) }

        /// `any(_:)`
        static var any: ParameterShapesProxy.ProxyMember<any CustomStringConvertible, String> {
            .init(selector: Selectors.any)
        }

        /// `same(_:_:)`
        static var same: ParameterShapesProxy.ProxyMember<(Any, Any), Bool> { .init(selector: Selectors.same) }

        /// `back(_:)`
        static var back: ParameterShapesProxy.ProxyMember<Any, Any> { .init(selector: Selectors.back) }

        /// `pack(_:)`
        static var pack: ParameterShapesProxy.ProxyMember<[Any], Int> { .init(selector: Selectors.pack) }

        /// `take(_:)`
        static var take: ParameterShapesProxy.ProxyMember<ProxyCore::UnrecordedArgument, String> {
            .init(selector: Selectors.take)
        }

        /// `look(_:)`
        static var look: ParameterShapesProxy.ProxyMember<ProxyCore::UnrecordedArgument, String> {
            .init(selector: Selectors.look)
        }

        /// `hand(_:)`
        static var hand: ParameterShapesProxy.ProxyMember<Parcel, String> { .init(selector: Selectors.hand) }

        /// `unnamed(_:_:)`
        static var unnamed: ParameterShapesProxy.ProxyMember<(Int, Int), Int> { .init(selector: Selectors.unnamed) }
    }

    /// The arguments of each call, before it is passed on.
    final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

/// A proxy for `ValueShapes`: it forwards each call, records it and lets it be observed.
nonisolated class ValueShapesProxy: ProxyCore::ProtocolProxy<any ValueShapes>, ValueShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `ValueShapes`, typed.
    enum Selectors {
        /// `title.get`
        static let title = ProxyCore::MethodSelector<ValueShapesProxy, Void, String>(
            "title.get",
            of: "ValueShapes",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var title: String { get }"
        )

        /// `count.get`
        static let count = ProxyCore::MethodSelector<ValueShapesProxy, Void, Int>(
            "count.get",
            of: "ValueShapes",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var count: Int { get }"
        )

        /// `count.set`
        static let setCount = ProxyCore::MethodSelector<ValueShapesProxy, Int, Void>(
            "count.set",
            of: "ValueShapes",
            parameter: "newValue",
            traits: .editable,
            declaration: "var count: Int { set }"
        )

        /// `checked.get`
        static let checked = ProxyCore::MethodSelector<ValueShapesProxy, Void, Int>(
            "checked.get",
            of: "ValueShapes",
            parameters: [],
            traits: [.throwing, .needsAnswer],
            declaration: "var checked: Int { get throws }"
        )

        /// `strict.get`
        static let strict = ProxyCore::MethodSelector<ValueShapesProxy, Void, Int>(
            "strict.get",
            of: "ValueShapes",
            parameters: [],
            traits: [.throwing, .needsAnswer],
            failure: ShapeError.self,
            declaration: "var strict: Int { get throws(ShapeError) }"
        )

        /// `slow.get`
        static let slow = ProxyCore::MethodSelector<ValueShapesProxy, Void, Int>(
            "slow.get",
            of: "ValueShapes",
            parameters: [],
            traits: [.async, .needsAnswer],
            declaration: "var slow: Int { get async }"
        )

        /// `subscript(_:).get`
        static let subscriptIndex = ProxyCore::MethodSelector<ValueShapesProxy, Int, String>(
            "subscript(_:).get",
            of: "ValueShapes",
            parameter: "index",
            traits: [.needsAnswer, .editable],
            declaration: "subscript(index: Int) -> String { get }"
        )

        /// `subscript(_:).set`
        static let setSubscriptIndex = ProxyCore::MethodSelector<ValueShapesProxy, (String, Int), Void>(
            "subscript(_:).set",
            of: "ValueShapes",
            parameters: ["newValue", "index"],
            traits: .editable,
            declaration: "subscript(index: Int) -> String { set }"
        )

        /// `subscript(name:).get`
        static let subscriptName = ProxyCore::MethodSelector<ValueShapesProxy, String, Int>(
            "subscript(name:).get",
            of: "ValueShapes",
            parameter: "name",
            traits: [.needsAnswer, .editable],
            declaration: "subscript(name name: String) -> Int { get }"
        )

        /// `subscript(key:).get`
        static let subscriptKey = ProxyCore::MethodSelector<ValueShapesProxy, Any, Int>(
            "subscript(key:).get",
            of: "ValueShapes",
            parameter: "key",
            traits: .needsAnswer,
            declaration: "subscript<Key: Hashable>(key key: Key) -> Int { get }"
        )

        /// `subscript(unnamed:).get`
        static let subscriptUnnamed = ProxyCore::MethodSelector<ValueShapesProxy, Int, Int>(
            "subscript(unnamed:).get",
            of: "ValueShapes",
            parameter: "argument1",
            traits: [.needsAnswer, .editable],
            declaration: "subscript(unnamed _: Int) -> Int { get }"
        )

        /// `subscript(unnamed:).set`
        static let setSubscriptUnnamed = ProxyCore::MethodSelector<ValueShapesProxy, (Int, Int), Void>(
            "subscript(unnamed:).set",
            of: "ValueShapes",
            parameters: ["newValue", "argument1"],
            traits: .editable,
            declaration: "subscript(unnamed _: Int) -> Int { set }"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(title),
            ProxyCore::AnyMethodSelector(count),
            ProxyCore::AnyMethodSelector(setCount),
            ProxyCore::AnyMethodSelector(checked),
            ProxyCore::AnyMethodSelector(strict),
            ProxyCore::AnyMethodSelector(slow),
            ProxyCore::AnyMethodSelector(subscriptIndex),
            ProxyCore::AnyMethodSelector(setSubscriptIndex),
            ProxyCore::AnyMethodSelector(subscriptName),
            ProxyCore::AnyMethodSelector(subscriptKey),
            ProxyCore::AnyMethodSelector(subscriptUnnamed),
            ProxyCore::AnyMethodSelector(setSubscriptUnnamed),
        ]
    }

    /// Forwards `title`.
    var title: String {
        forward(Selectors.title, ()) { $0.title }
    }

    /// Forwards `count`.
    var count: Int {
        get {
            forward(Selectors.count, ()) { $0.count }
        }
        set {
            forward(Selectors.setCount, newValue) {
                $0.count = newValue
            } edited: {
                $0.count = $1
            }
        }
    }

    /// Forwards `checked`.
    var checked: Int {
        get throws {
            try forward(Selectors.checked, ()) { try $0.checked }
        }
    }

    /// Forwards `strict`.
    var strict: Int {
        get throws(ShapeError) {
            try forward(Selectors.strict, ()) { target throws(ShapeError) in try target.strict }
        }
    }

    /// Forwards `slow`.
    var slow: Int {
        get async {
            await forward(Selectors.slow, (), like: (() async -> Void).self) { await $0.slow }
        }
    }

    /// Forwards `subscript(_:)`.
    subscript(index: Int) -> String {
        get {
            forward(Selectors.subscriptIndex, index) {
                $0[index]
            } edited: {
                $0[$1]
            }
        }
        set {
            forward(Selectors.setSubscriptIndex, (newValue, index)) {
                $0[index] = newValue
            } edited: {
                $0[$1.1] = $1.0
            }
        }
    }

    /// Forwards `subscript(name:)`.
    subscript(name name: String) -> Int {
        forward(Selectors.subscriptName, name) {
            $0[name: name]
        } edited: {
            $0[name: $1]
        }
    }

    /// Forwards `subscript(key:)`.
    subscript<Key: Hashable>(key key: Key) -> Int {
        forward(Selectors.subscriptKey, key as Any) { $0[key: key] }
    }

    /// Forwards `subscript(unnamed:)`.
    subscript(unnamed argument1: Int) -> Int {
        get {
            forward(Selectors.subscriptUnnamed, argument1) {
                $0[unnamed: argument1]
            } edited: {
                $0[unnamed: $1]
            }
        }
        set {
            forward(Selectors.setSubscriptUnnamed, (newValue, argument1)) {
                $0[unnamed: argument1] = newValue
            } edited: {
                $0[unnamed: $1.1] = $1.0
            }
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.title)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<ValueShapesProxy, Arguments, Return>

        /// `title.get`
        static var title: ValueShapesProxy.ProxyMember<Void, String> { .init(selector: Selectors.title) }

        /// `count.get`
        static var count: ValueShapesProxy.ProxyMember<Void, Int> { .init(selector: Selectors.count) }

        /// `count.set`
        static var setCount: ValueShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.setCount) }

        /// `checked.get`
        static var checked: ValueShapesProxy.ProxyMember<Void, Int> { .init(selector: Selectors.checked) }

        /// `strict.get`
        static var strict: ValueShapesProxy.ProxyMember<Void, Int> { .init(selector: Selectors.strict) }

        /// `slow.get`
        static var slow: ValueShapesProxy.ProxyMember<Void, Int> { .init(selector: Selectors.slow) }

        /// `subscript(_:).get`
        static var subscriptIndex: ValueShapesProxy.ProxyMember<Int, String> {
            .init(selector: Selectors.subscriptIndex)
        }

        /// `subscript(_:).set`
        static var setSubscriptIndex: ValueShapesProxy.ProxyMember<(String, Int), Void> {
            .init(selector: Selectors.setSubscriptIndex)
        }

        /// `subscript(name:).get`
        static var subscriptName: ValueShapesProxy.ProxyMember<String, Int> { .init(selector: Selectors.subscriptName) }

        /// `subscript(key:).get`
        static var subscriptKey: ValueShapesProxy.ProxyMember<Any, Int> { .init(selector: Selectors.subscriptKey) }

        /// `subscript(unnamed:).get`
        static var subscriptUnnamed: ValueShapesProxy.ProxyMember<Int, Int> {
            .init(selector: Selectors.subscriptUnnamed)
        }

        /// `subscript(unnamed:).set`
        static var setSubscriptUnnamed: ValueShapesProxy.ProxyMember<(Int, Int), Void> {
            .init(selector: Selectors.setSubscriptUnnamed)
        }
    }

    /// The arguments of each call, before it is passed on.
    final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

/// A proxy for `AsyncShapes`: it forwards each call, records it and lets it be observed.
nonisolated class AsyncShapesProxy: ProxyCore::ProtocolProxy<any AsyncShapes>, AsyncShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `AsyncShapes`, typed.
    enum Selectors {
        /// `load(_:)(String) -> String async`
        static let loadStringStringAsync = ProxyCore::MethodSelector<AsyncShapesProxy, String, String>(
            "load(_:)(String) -> String async",
            of: "AsyncShapes",
            parameter: "name",
            traits: [.async, .needsAnswer, .editable],
            declaration: "func load(_ name: String) async -> String"
        )

        /// `load(_:)(String) -> String`
        static let loadStringStringRequirement = ProxyCore::MethodSelector<AsyncShapesProxy, String, String>(
            "load(_:)(String) -> String",
            of: "AsyncShapes",
            parameter: "name",
            traits: [.needsAnswer, .editable],
            declaration: "func load(_ name: String) -> String"
        )

        /// `fetch(_:)`
        static let fetch = ProxyCore::MethodSelector<AsyncShapesProxy, Parcel, Parcel>(
            "fetch(_:)",
            of: "AsyncShapes",
            parameter: "parcel",
            traits: [.throwing, .async, .needsAnswer, .editable],
            declaration: "func fetch(_ parcel: Parcel) async throws -> Parcel"
        )

        /// `check(_:)`
        static let check = ProxyCore::MethodSelector<AsyncShapesProxy, Int, Void>(
            "check(_:)",
            of: "AsyncShapes",
            parameter: "code",
            traits: [.throwing, .async, .editable],
            failure: ShapeError.self,
            declaration: "func check(_ code: Int) async throws(ShapeError)"
        )

        /// `back(_:)`
        static let back = ProxyCore::MethodSelector<AsyncShapesProxy, Any, Any>(
            "back(_:)",
            of: "AsyncShapes",
            parameter: "value",
            traits: [.throwing, .async, .needsAnswer],
            declaration: "func back<Value>(_ value: Value) async throws -> Value"
        )

        /// `count(_:)`
        static let count = ProxyCore::MethodSelector<AsyncShapesProxy, [Int], Int>(
            "count(_:)",
            of: "AsyncShapes",
            parameter: "numbers",
            traits: [.async, .needsAnswer, .editable],
            declaration: "func count(_ numbers: Int...) async -> Int"
        )

        /// `add(_:to:)`
        static let add = ProxyCore::MethodSelector<AsyncShapesProxy, (Int, ProxyCore::InoutArgument<Int>), Void>(
            "add(_:to:)",
            of: "AsyncShapes",
            parameters: ["number", "sum"],
            traits: [.async, .editable],
            declaration: "func add(_ number: Int, to sum: inout Int) async"
        )

        /// `rank(_:)`
        static let rank = ProxyCore::MethodSelector<AsyncShapesProxy, String, Int>(
            "rank(_:)",
            of: "AsyncShapes",
            parameter: "name",
            traits: [.async, .editable],
            declaration: "func rank(_ name: String) async -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(loadStringStringAsync),
            ProxyCore::AnyMethodSelector(loadStringStringRequirement),
            ProxyCore::AnyMethodSelector(fetch),
            ProxyCore::AnyMethodSelector(check),
            ProxyCore::AnyMethodSelector(back),
            ProxyCore::AnyMethodSelector(count),
            ProxyCore::AnyMethodSelector(add),
            ProxyCore::AnyMethodSelector(rank),
        ]
    }

    /// Forwards `load(_:)`.
    func load(_ name: String) async -> String {
        await forward(Selectors.loadStringStringAsync, name, like: (() async -> Void).self) {
            await $0.load(name)
        } edited: {
            await $0.load($1)
        }
    }

    /// Forwards `load(_:)`.
    func load(_ name: String) -> String {
        forward(Selectors.loadStringStringRequirement, name) {
            $0.load(name)
        } edited: {
            $0.load($1)
        }
    }

    /// Forwards `fetch(_:)`.
    func fetch(_ parcel: Parcel) async throws -> Parcel {
        try await forward(Selectors.fetch, parcel, like: (() async -> Void).self) {
            try await $0.fetch(parcel)
        } edited: {
            try await $0.fetch($1)
        }
    }

    /// Forwards `check(_:)`.
    func check(_ code: Int) async throws(ShapeError) {
        try await forward(Selectors.check, code, like: (() async -> Void).self) { target async throws(ShapeError) in
            try await target.check(code)
        } edited: { target, arguments async throws(ShapeError) in
            try await target.check(arguments)
        }
    }

    /// Forwards `back(_:)`.
    func back<Value>(_ value: Value) async throws -> Value {
        try await forward(Selectors.back, value as Any, like: (() async -> Void).self) {
            try await $0.back(value) as Any
        } as! Value
    }

    /// Forwards `count(_:)`.
    func count(_ numbers: Int...) async -> Int {
        await forward(Selectors.count, numbers, like: (() async -> Void).self) {
            await ProxyCore::takingArrays($0.count(_:) as (Int...) async -> Int, as: (([Int]) async -> Int).self)(
                numbers
            )
        } edited: {
            await ProxyCore::takingArrays($0.count(_:) as (Int...) async -> Int, as: (([Int]) async -> Int).self)($1)
        }
    }

    /// Forwards `add(_:to:)`.
    func add(_ number: Int, to sum: inout Int) async {
        await forward(Selectors.add, (number, ProxyCore::InoutArgument(sum)), like: (() async -> Void).self) {
            await $0.add(number, to: &sum)
        } edited: {
            sum = $1.1.after
            await $0.add($1.0, to: &sum)
        }
    }

    /// Forwards `rank(_:)`.
    func rank(_ name: String) async -> Int {
        await forward(Selectors.rank, name, default: -1, like: (() async -> Void).self) {
            await $0.rank(name)
        } edited: {
            await $0.rank($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.loadStringStringAsync)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<AsyncShapesProxy, Arguments, Return>

        /// `load(_:)(String) -> String async`
        static var loadStringStringAsync: AsyncShapesProxy.ProxyMember<String, String> {
            .init(selector: Selectors.loadStringStringAsync)
        }

        /// `load(_:)(String) -> String`
        static var loadStringStringRequirement: AsyncShapesProxy.ProxyMember<String, String> {
            .init(selector: Selectors.loadStringStringRequirement)
        }

        /// `fetch(_:)`
        static var fetch: AsyncShapesProxy.ProxyMember<Parcel, Parcel> { .init(selector: Selectors.fetch) }

        /// `check(_:)`
        static var check: AsyncShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.check) }

        /// `back(_:)`
        static var back: AsyncShapesProxy.ProxyMember<Any, Any> { .init(selector: Selectors.back) }

        /// `count(_:)`
        static var count: AsyncShapesProxy.ProxyMember<[Int], Int> { .init(selector: Selectors.count) }

        /// `add(_:to:)`
        static var add: AsyncShapesProxy.ProxyMember<(Int, ProxyCore::InoutArgument<Int>), Void> {
            .init(selector: Selectors.add)
        }

        /// `rank(_:)`
        static var rank: AsyncShapesProxy.ProxyMember<String, Int> { .init(selector: Selectors.rank) }
    }

    /// The arguments of each call, before it is passed on.
    final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

/// A proxy for `PlaceShapes`: it forwards each call, records it and lets it be observed.
nonisolated class PlaceShapesProxy: ProxyCore::ProtocolProxy<any PlaceShapes>, PlaceShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PlaceShapes`, typed.
    enum Selectors {
        /// `standard(_:)`
        static let standard = ProxyCore::MethodSelector<PlaceShapesProxy, any Actor, Bool>(
            "standard(_:)",
            of: "PlaceShapes",
            parameter: "actor",
            traits: [.async, .needsAnswer, .editable],
            declaration: "func standard(_ actor: any Actor) async -> Bool"
        )

        /// `staying(_:)`
        static let staying = ProxyCore::MethodSelector<PlaceShapesProxy, any Actor, Bool>(
            "staying(_:)",
            of: "PlaceShapes",
            parameter: "actor",
            traits: [.async, .needsAnswer, .editable],
            declaration: "func staying(_ actor: any Actor) async -> Bool"
        )

        /// `leaving(_:)`
        static let leaving = ProxyCore::MethodSelector<PlaceShapesProxy, any Actor, Bool>(
            "leaving(_:)",
            of: "PlaceShapes",
            parameter: "actor",
            traits: [.async, .needsAnswer, .editable],
            declaration: "func leaving(_ actor: any Actor) async -> Bool"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(standard),
            ProxyCore::AnyMethodSelector(staying),
            ProxyCore::AnyMethodSelector(leaving),
        ]
    }

    /// Forwards `standard(_:)`.
    func standard(_ actor: any Actor) async -> Bool {
        await forward(Selectors.standard, actor, like: (() async -> Void).self) {
            await $0.standard(actor)
        } edited: {
            await $0.standard($1)
        }
    }

    /// Forwards `staying(_:)`.
    nonisolated(nonsending) func staying(_ actor: any Actor) async -> Bool {
        await forward(Selectors.staying, actor, like: (nonisolated(nonsending) () async -> Void).self) {
            await $0.staying(actor)
        } edited: {
            await $0.staying($1)
        }
    }

    /// Forwards `leaving(_:)`.
    @concurrent
    func leaving(_ actor: any Actor) async -> Bool {
        await forward(Selectors.leaving, actor) {
            await $0.leaving(actor)
        } edited: {
            await $0.leaving($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.standard)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<PlaceShapesProxy, Arguments, Return>

        /// `standard(_:)`
        static var standard: PlaceShapesProxy.ProxyMember<any Actor, Bool> { .init(selector: Selectors.standard) }

        /// `staying(_:)`
        static var staying: PlaceShapesProxy.ProxyMember<any Actor, Bool> { .init(selector: Selectors.staying) }

        /// `leaving(_:)`
        static var leaving: PlaceShapesProxy.ProxyMember<any Actor, Bool> { .init(selector: Selectors.leaving) }
    }

    /// The arguments of each call, before it is passed on.
    final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}
