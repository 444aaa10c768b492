// What @Proxied makes of Tests/ProxyMacrosTests/Shapes/Edits.swift. RECORD_FIXTURES=1 rewrites it.
// swift-format-ignore-file

/// A proxy for `EditShapes`: it forwards each call, records it and lets it be observed.
nonisolated class EditShapesProxy: ProxyCore::ProtocolProxy<any EditShapes>, EditShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `EditShapes`, typed.
    enum Selectors {
        /// `one(_:)`
        static let one = ProxyCore::MethodSelector<EditShapesProxy, Int, Int>(
            "one(_:)",
            of: "EditShapes",
            parameter: "number",
            traits: [.needsAnswer, .editable],
            declaration: "func one(_ number: Int) -> Int"
        )

        /// `both(_:times:)`
        static let both = ProxyCore::MethodSelector<EditShapesProxy, (String, Int), String>(
            "both(_:times:)",
            of: "EditShapes",
            parameters: ["text", "times"],
            traits: [.needsAnswer, .editable],
            declaration: "func both(_ text: String, times: Int) -> String"
        )

        /// `added(_:to:)`
        static let added = ProxyCore::MethodSelector<EditShapesProxy, (Int, ProxyCore::InoutArgument<Int>), Int>(
            "added(_:to:)",
            of: "EditShapes",
            parameters: ["number", "sum"],
            traits: [.needsAnswer, .editable],
            declaration: "func added(_ number: Int, to sum: inout Int) -> Int"
        )

        /// `reset(_:)`
        static let reset = ProxyCore::MethodSelector<EditShapesProxy, ProxyCore::InoutArgument<Int>, Void>(
            "reset(_:)",
            of: "EditShapes",
            parameter: "sum",
            traits: .editable,
            declaration: "func reset(_ sum: inout Int)"
        )

        /// `strict(_:arguments:)`
        static let strict = ProxyCore::MethodSelector<EditShapesProxy, (Int, ProxyCore::InoutArgument<Int>), String>(
            "strict(_:arguments:)",
            of: "EditShapes",
            parameters: ["number", "sum"],
            traits: [.throwing, .needsAnswer, .editable],
            failure: ShapeError.self,
            declaration: "func strict(_ number: Int, arguments sum: inout Int) throws(ShapeError) -> String"
        )

        /// `later(_:to:)`
        static let later = ProxyCore::MethodSelector<EditShapesProxy, (Int, ProxyCore::InoutArgument<Int>), String>(
            "later(_:to:)",
            of: "EditShapes",
            parameters: ["number", "sum"],
            traits: [.throwing, .async, .needsAnswer, .editable],
            failure: ShapeError.self,
            declaration: "func later(_ number: Int, to sum: inout Int) async throws(ShapeError) -> String"
        )

        /// `joined(_:by:)`
        static let joined = ProxyCore::MethodSelector<EditShapesProxy, ([String], String), String>(
            "joined(_:by:)",
            of: "EditShapes",
            parameters: ["words", "separator"],
            traits: [.needsAnswer, .editable],
            declaration: "func joined(_ words: String..., by separator: String) -> String"
        )

        /// `sent(_:times:)`
        static let sent = ProxyCore::MethodSelector<EditShapesProxy, (Parcel, Int), Parcel>(
            "sent(_:times:)",
            of: "EditShapes",
            parameters: ["parcel", "times"],
            traits: [.async, .needsAnswer, .editable],
            declaration: "func sent(_ parcel: sending Parcel, times: Int) async -> sending Parcel"
        )

        /// `mapped(_:_:)`
        static let mapped = ProxyCore::MethodSelector<EditShapesProxy, (Int, ProxyCore::UnrecordedArgument), Int>(
            "mapped(_:_:)",
            of: "EditShapes",
            parameters: ["number", "body"],
            traits: [.throwing, .needsAnswer, .editable],
            failure: Never.self,
            declaration: "func mapped(_ number: Int, _ body: (Int) throws -> Int) rethrows -> Int"
        )

        /// `listed(_:times:)`
        static let listed = ProxyCore::MethodSelector<EditShapesProxy, (Any, Int), Any>(
            "listed(_:times:)",
            of: "EditShapes",
            parameters: ["value", "times"],
            traits: [.needsAnswer, .editable],
            declaration: "func listed<Value>(_ value: Value, times: Int) -> [Value]"
        )

        /// `consumed(_:times:)`
        static let consumed = ProxyCore::MethodSelector<EditShapesProxy, (ProxyCore::UnrecordedArgument, Int), String>(
            "consumed(_:times:)",
            of: "EditShapes",
            parameters: ["parcel", "times"],
            traits: [.needsAnswer, .editable],
            declaration: "func consumed(_ parcel: consuming Parcel, times: Int) -> String"
        )

        /// `borrowed(_:times:)`
        static let borrowed = ProxyCore::MethodSelector<EditShapesProxy, (ProxyCore::UnrecordedArgument, Int), String>(
            "borrowed(_:times:)",
            of: "EditShapes",
            parameters: ["parcel", "times"],
            traits: [.needsAnswer, .editable],
            declaration: "func borrowed(_ parcel: borrowing Parcel, times: Int) -> String"
        )

        /// `answered(_:done:)`
        static let answered = ProxyCore::MethodSelector<EditShapesProxy, (Int, (Int) -> Void), Void>(
            "answered(_:done:)",
            of: "EditShapes",
            parameters: ["number", "done"],
            traits: .editable,
            declaration: "func answered(_ number: Int, done: @escaping (Int) -> Void)"
        )

        /// `failed(_:if:)`
        static let failed = ProxyCore::MethodSelector<EditShapesProxy, (Any, Int), Void>(
            "failed(_:if:)",
            of: "EditShapes",
            parameters: ["fault", "number"],
            traits: [.throwing, .editable],
            failure: Never.self,
            declaration: "func failed<Fault: Error>(_ fault: Fault, if number: Int) throws(Fault)"
        )

        /// `only(_:)`
        static let only = ProxyCore::MethodSelector<EditShapesProxy, (Int) -> Void, Void>(
            "only(_:)",
            of: "EditShapes",
            parameter: "done",
            declaration: "func only(_ done: @escaping (Int) -> Void)"
        )

        /// `maybe(_:)`
        static let maybe = ProxyCore::MethodSelector<EditShapesProxy, ((Int) -> Void)?, Void>(
            "maybe(_:)",
            of: "EditShapes",
            parameter: "done",
            traits: .editable,
            declaration: "func maybe(_ done: ((Int) -> Void)?)"
        )

        /// `shown(_:times:)`
        static let shown = ProxyCore::MethodSelector<EditShapesProxy, (Parcel, Int), Parcel>(
            "shown(_:times:)",
            of: "EditShapes",
            parameters: ["parcel", "times"],
            traits: [.async, .needsAnswer, .editable],
            declaration: "func shown(_ parcel: Parcel, times: Int) async -> Parcel"
        )

        /// `ranked(_:)`
        static let ranked = ProxyCore::MethodSelector<EditShapesProxy, String, Int>(
            "ranked(_:)",
            of: "EditShapes",
            parameter: "name",
            traits: .editable,
            declaration: "func ranked(_ name: String) -> Int"
        )

        /// `subscript(row:column:).get`
        static let `subscript` = ProxyCore::MethodSelector<EditShapesProxy, (Int, Int), String>(
            "subscript(row:column:).get",
            of: "EditShapes",
            parameters: ["row", "column"],
            traits: [.needsAnswer, .editable],
            declaration: "subscript(row row: Int, column column: Int) -> String { get }"
        )

        /// `subscript(row:column:).set`
        static let setSubscript = ProxyCore::MethodSelector<EditShapesProxy, (String, Int, Int), Void>(
            "subscript(row:column:).set",
            of: "EditShapes",
            parameters: ["newValue", "row", "column"],
            traits: .editable,
            declaration: "subscript(row row: Int, column column: Int) -> String { set }"
        )

        /// `title.get`
        static let title = ProxyCore::MethodSelector<EditShapesProxy, Void, String>(
            "title.get",
            of: "EditShapes",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var title: String { get }"
        )

        /// `title.set`
        static let setTitle = ProxyCore::MethodSelector<EditShapesProxy, String, Void>(
            "title.set",
            of: "EditShapes",
            parameter: "newValue",
            traits: .editable,
            declaration: "var title: String { set }"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(one),
            ProxyCore::AnyMethodSelector(both),
            ProxyCore::AnyMethodSelector(added),
            ProxyCore::AnyMethodSelector(reset),
            ProxyCore::AnyMethodSelector(strict),
            ProxyCore::AnyMethodSelector(later),
            ProxyCore::AnyMethodSelector(joined),
            ProxyCore::AnyMethodSelector(sent),
            ProxyCore::AnyMethodSelector(mapped),
            ProxyCore::AnyMethodSelector(listed),
            ProxyCore::AnyMethodSelector(consumed),
            ProxyCore::AnyMethodSelector(borrowed),
            ProxyCore::AnyMethodSelector(answered),
            ProxyCore::AnyMethodSelector(failed),
            ProxyCore::AnyMethodSelector(only),
            ProxyCore::AnyMethodSelector(maybe),
            ProxyCore::AnyMethodSelector(shown),
            ProxyCore::AnyMethodSelector(ranked),
            ProxyCore::AnyMethodSelector(`subscript`),
            ProxyCore::AnyMethodSelector(setSubscript),
            ProxyCore::AnyMethodSelector(title),
            ProxyCore::AnyMethodSelector(setTitle),
        ]
    }

    /// Forwards `one(_:)`.
    func one(_ number: Int) -> Int {
        forward(Selectors.one, number) {
            $0.one(number)
        } edited: {
            $0.one($1)
        }
    }

    /// Forwards `both(_:times:)`.
    func both(_ text: String, times: Int) -> String {
        forward(Selectors.both, (text, times)) {
            $0.both(text, times: times)
        } edited: {
            $0.both($1.0, times: $1.1)
        }
    }

    /// Forwards `added(_:to:)`.
    func added(_ number: Int, to sum: inout Int) -> Int {
        forward(Selectors.added, (number, ProxyCore::InoutArgument(sum))) {
            $0.added(number, to: &sum)
        } edited: {
            sum = $1.1.after
            return $0.added($1.0, to: &sum)
        }
    }

    /// Forwards `reset(_:)`.
    func reset(_ sum: inout Int) {
        forward(Selectors.reset, ProxyCore::InoutArgument(sum)) {
            $0.reset(&sum)
        } edited: {
            sum = $1.after
            $0.reset(&sum)
        }
    }

    /// Forwards `strict(_:arguments:)`.
    func strict(_ number: Int, arguments sum: inout Int) throws(ShapeError) -> String {
        try forward(Selectors.strict, (number, ProxyCore::InoutArgument(sum))) { target throws(ShapeError) in
            try target.strict(number, arguments: &sum)
        } edited: { target, arguments throws(ShapeError) in
            sum = arguments.1.after
            return try target.strict(arguments.0, arguments: &sum)
        }
    }

    /// Forwards `later(_:to:)`.
    func later(_ number: Int, to sum: inout Int) async throws(ShapeError) -> String {
        try await forward(
            Selectors.later,
            (number, ProxyCore::InoutArgument(sum)),
            like: (() async -> Void).self
        ) { target async throws(ShapeError) in
            try await target.later(number, to: &sum)
        } edited: { target, arguments async throws(ShapeError) in
            sum = arguments.1.after
            return try await target.later(arguments.0, to: &sum)
        }
    }

    /// Forwards `joined(_:by:)`.
    func joined(_ words: String..., by separator: String) -> String {
        forward(Selectors.joined, (words, separator)) {
            ProxyCore::takingArrays($0.joined(_:by:) as (String..., String) -> String, as: (([String], String) -> String).self)(
                words,
                separator
            )
        } edited: {
            ProxyCore::takingArrays($0.joined(_:by:) as (String..., String) -> String, as: (([String], String) -> String).self)(
                $1.0,
                $1.1
            )
        }
    }

    /// Forwards `sent(_:times:)`.
    func sent(_ parcel: sending Parcel, times: Int) async -> sending Parcel {
        nonisolated(unsafe) let parcel = parcel
        nonisolated(unsafe) let result = await forward(Selectors.sent, (parcel, times), like: (() async -> Void).self) {
            await $0.sent(parcel, times: times)
        } edited: {
            nonisolated(unsafe) let parcel = $1.0
            return await $0.sent(parcel, times: $1.1)
        }
        return result
    }

    /// Forwards `mapped(_:_:)`.
    func mapped(_ number: Int, _ body: (Int) throws -> Int) rethrows -> Int {
        try forward(Selectors.mapped, (number, .nonescapingClosure)) {
            try $0.mapped(number, body)
        } edited: {
            try $0.mapped($1.0, body)
        }
    }

    /// Forwards `listed(_:times:)`.
    func listed<Value>(_ value: Value, times: Int) -> [Value] {
        forward(Selectors.listed, (value as Any, times)) {
            $0.listed(value, times: times) as Any
        } edited: {
            $0.listed(value, times: $1.1) as Any
        } as! [Value]
    }

    /// Forwards `consumed(_:times:)`.
    func consumed(_ parcel: consuming Parcel, times: Int) -> String {
        var parcel = Optional(parcel)
        return forward(Selectors.consumed, (.consumed, times)) {
            $0.consumed(parcel.take()!, times: times)
        } edited: {
            $0.consumed(parcel.take()!, times: $1.1)
        }
    }

    /// Forwards `borrowed(_:times:)`.
    func borrowed(_ parcel: borrowing Parcel, times: Int) -> String {
        forward(Selectors.borrowed, (.borrowed, times)) {
            $0.borrowed(parcel, times: times)
        } edited: {
            $0.borrowed(parcel, times: $1.1)
        }
    }

    /// Forwards `answered(_:done:)`.
    func answered(_ number: Int, done: @escaping (Int) -> Void) {
        let closures = watchClosures(of: Selectors.answered)
        var done = done
        if let followed = closures?.watch(1) {
            done = { [done] in
                followed.called($0)
                done($0)
            }
        }
        forward(Selectors.answered, (number, done)) {
            $0.answered(number, done: done)
        } edited: {
            $0.answered($1.0, done: done)
        }
    }

    /// Forwards `failed(_:if:)`.
    func failed<Fault: Error>(_ fault: Fault, if number: Int) throws(Fault) {
        try forward(Selectors.failed, (fault as Any, number)) { target throws(Fault) in
            try target.failed(fault, if: number)
        } edited: { target, arguments throws(Fault) in
            try target.failed(fault, if: arguments.1)
        }
    }

    /// Forwards `only(_:)`.
    func only(_ done: @escaping (Int) -> Void) {
        let closures = watchClosures(of: Selectors.only)
        var done = done
        if let followed = closures?.watch(0) {
            done = { [done] in
                followed.called($0)
                done($0)
            }
        }
        forward(Selectors.only, done) { $0.only(done) }
    }

    /// Forwards `maybe(_:)`.
    func maybe(_ done: ((Int) -> Void)?) {
        let closures = watchClosures(of: Selectors.maybe)
        var done = done
        if done != nil, let followed = closures?.watch(0) {
            done = { [done] in
                followed.called($0)
                done!($0)
            }
        }
        forward(Selectors.maybe, done) {
            $0.maybe(done)
        } edited: {
            $0.maybe($1)
        }
    }

    /// Forwards `shown(_:times:)`.
    @MainActor
    func shown(_ parcel: Parcel, times: Int) async -> Parcel {
        await forward(Selectors.shown, (parcel, times)) {
            await $0.shown(parcel, times: times)
        } edited: {
            await $0.shown($1.0, times: $1.1)
        }
    }

    /// Forwards `ranked(_:)`.
    func ranked(_ name: String) -> Int {
        forward(Selectors.ranked, name, default: -1) {
            $0.ranked(name)
        } edited: {
            $0.ranked($1)
        }
    }

    /// Forwards `subscript(row:column:)`.
    subscript(row row: Int, column column: Int) -> String {
        get {
            forward(Selectors.`subscript`, (row, column)) {
                $0[row: row, column: column]
            } edited: {
                $0[row: $1.0, column: $1.1]
            }
        }
        set {
            forward(Selectors.setSubscript, (newValue, row, column)) {
                $0[row: row, column: column] = newValue
            } edited: {
                $0[row: $1.1, column: $1.2] = $1.0
            }
        }
    }

    /// Forwards `title`.
    var title: String {
        get {
            forward(Selectors.title, ()) { $0.title }
        }
        set {
            forward(Selectors.setTitle, newValue) {
                $0.title = newValue
            } edited: {
                $0.title = $1
            }
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.one)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<EditShapesProxy, Arguments, Return>

        /// `one(_:)`
        static var one: EditShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.one) }

        /// `both(_:times:)`
        static var both: EditShapesProxy.ProxyMember<(String, Int), String> { .init(selector: Selectors.both) }

        /// `added(_:to:)`
        static var added: EditShapesProxy.ProxyMember<(Int, ProxyCore::InoutArgument<Int>), Int> {
            .init(selector: Selectors.added)
        }

        /// `reset(_:)`
        static var reset: EditShapesProxy.ProxyMember<ProxyCore::InoutArgument<Int>, Void> {
            .init(selector: Selectors.reset)
        }

        /// `strict(_:arguments:)`
        static var strict: EditShapesProxy.ProxyMember<(Int, ProxyCore::InoutArgument<Int>), String> {
            .init(selector: Selectors.strict)
        }

        /// `later(_:to:)`
        static var later: EditShapesProxy.ProxyMember<(Int, ProxyCore::InoutArgument<Int>), String> {
            .init(selector: Selectors.later)
        }

        /// `joined(_:by:)`
        static var joined: EditShapesProxy.ProxyMember<([String], String), String> { .init(selector: Selectors.joined) }

        /// `sent(_:times:)`
        static var sent: EditShapesProxy.ProxyMember<(Parcel, Int), Parcel> { .init(selector: Selectors.sent) }

        /// `mapped(_:_:)`
        static var mapped: EditShapesProxy.ProxyMember<(Int, ProxyCore::UnrecordedArgument), Int> {
            .init(selector: Selectors.mapped)
        }

        /// `listed(_:times:)`
        static var listed: EditShapesProxy.ProxyMember<(Any, Int), Any> { .init(selector: Selectors.listed) }

        /// `consumed(_:times:)`
        static var consumed: EditShapesProxy.ProxyMember<(ProxyCore::UnrecordedArgument, Int), String> {
            .init(selector: Selectors.consumed)
        }

        /// `borrowed(_:times:)`
        static var borrowed: EditShapesProxy.ProxyMember<(ProxyCore::UnrecordedArgument, Int), String> {
            .init(selector: Selectors.borrowed)
        }

        /// `answered(_:done:)`
        static var answered: EditShapesProxy.ProxyMember<(Int, (Int) -> Void), Void> {
            .init(selector: Selectors.answered)
        }

        /// `failed(_:if:)`
        static var failed: EditShapesProxy.ProxyMember<(Any, Int), Void> { .init(selector: Selectors.failed) }

        /// `only(_:)`
        static var only: EditShapesProxy.ProxyMember<(Int) -> Void, Void> { .init(selector: Selectors.only) }

        /// `maybe(_:)`
        static var maybe: EditShapesProxy.ProxyMember<((Int) -> Void)?, Void> { .init(selector: Selectors.maybe) }

        /// `shown(_:times:)`
        static var shown: EditShapesProxy.ProxyMember<(Parcel, Int), Parcel> { .init(selector: Selectors.shown) }

        /// `ranked(_:)`
        static var ranked: EditShapesProxy.ProxyMember<String, Int> { .init(selector: Selectors.ranked) }

        /// `subscript(row:column:).get`
        static var `subscript`: EditShapesProxy.ProxyMember<(Int, Int), String> {
            .init(selector: Selectors.`subscript`)
        }

        /// `subscript(row:column:).set`
        static var setSubscript: EditShapesProxy.ProxyMember<(String, Int, Int), Void> {
            .init(selector: Selectors.setSubscript)
        }

        /// `title.get`
        static var title: EditShapesProxy.ProxyMember<Void, String> { .init(selector: Selectors.title) }

        /// `title.set`
        static var setTitle: EditShapesProxy.ProxyMember<String, Void> { .init(selector: Selectors.setTitle) }
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
