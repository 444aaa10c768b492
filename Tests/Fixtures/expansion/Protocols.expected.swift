// What @Proxied makes of Tests/ProxyMacrosTests/Shapes/Protocols.swift. RECORD_FIXTURES=1 rewrites it.
// swift-format-ignore-file

/// A proxy for `MainShapes`: it forwards each call, records it and lets it be observed.
nonisolated class MainShapesProxy: ProxyCore::ProtocolProxy<any MainShapes>, MainShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `MainShapes`, typed.
    enum Selectors {
        /// `show(_:)`
        static let show = ProxyCore::MethodSelector<MainShapesProxy, String, Int>(
            "show(_:)",
            of: "MainShapes",
            parameter: "text",
            traits: [.needsAnswer, .editable],
            declaration: "func show(_ text: String) -> Int"
        )

        /// `load(_:)`
        static let load = ProxyCore::MethodSelector<MainShapesProxy, Parcel, Parcel>(
            "load(_:)",
            of: "MainShapes",
            parameter: "parcel",
            traits: [.async, .needsAnswer, .editable],
            declaration: "func load(_ parcel: Parcel) async -> Parcel"
        )

        /// `title.get`
        static let title = ProxyCore::MethodSelector<MainShapesProxy, Void, String>(
            "title.get",
            of: "MainShapes",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var title: String { get }"
        )

        /// `title.set`
        static let setTitle = ProxyCore::MethodSelector<MainShapesProxy, String, Void>(
            "title.set",
            of: "MainShapes",
            parameter: "newValue",
            traits: .editable,
            declaration: "var title: String { set }"
        )

        /// `anywhere(_:)`
        static let anywhere = ProxyCore::MethodSelector<MainShapesProxy, Int, Int>(
            "anywhere(_:)",
            of: "MainShapes",
            parameter: "number",
            traits: [.needsAnswer, .editable],
            declaration: "func anywhere(_ number: Int) -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(show),
            ProxyCore::AnyMethodSelector(load),
            ProxyCore::AnyMethodSelector(title),
            ProxyCore::AnyMethodSelector(setTitle),
            ProxyCore::AnyMethodSelector(anywhere),
        ]
    }

    /// Forwards `show(_:)`.
    @MainActor
    func show(_ text: String) -> Int {
        forward(Selectors.show, text) {
            $0.show(text)
        } edited: {
            $0.show($1)
        }
    }

    /// Forwards `load(_:)`.
    @MainActor
    func load(_ parcel: Parcel) async -> Parcel {
        await forward(Selectors.load, parcel) {
            await $0.load(parcel)
        } edited: {
            await $0.load($1)
        }
    }

    /// Forwards `title`.
    @MainActor
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

    /// Forwards `anywhere(_:)`.
    nonisolated func anywhere(_ number: Int) -> Int {
        forward(Selectors.anywhere, number) {
            $0.anywhere(number)
        } edited: {
            $0.anywhere($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.show)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<MainShapesProxy, Arguments, Return>

        /// `show(_:)`
        static var show: MainShapesProxy.ProxyMember<String, Int> { .init(selector: Selectors.show) }

        /// `load(_:)`
        static var load: MainShapesProxy.ProxyMember<Parcel, Parcel> { .init(selector: Selectors.load) }

        /// `title.get`
        static var title: MainShapesProxy.ProxyMember<Void, String> { .init(selector: Selectors.title) }

        /// `title.set`
        static var setTitle: MainShapesProxy.ProxyMember<String, Void> { .init(selector: Selectors.setTitle) }

        /// `anywhere(_:)`
        static var anywhere: MainShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.anywhere) }
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

/// A proxy for `PartlyMainShapes`: it forwards each call, records it and lets it be observed.
nonisolated class PartlyMainShapesProxy:
    ProxyCore::ProtocolProxy<any PartlyMainShapes>,
    PartlyMainShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PartlyMainShapes`, typed.
    enum Selectors {
        /// `show(_:)`
        static let show = ProxyCore::MethodSelector<PartlyMainShapesProxy, String, Void>(
            "show(_:)",
            of: "PartlyMainShapes",
            parameter: "text",
            traits: .editable,
            declaration: "func show(_ text: String)"
        )

        /// `anywhere()`
        static let anywhere = ProxyCore::MethodSelector<PartlyMainShapesProxy, Void, Void>(
            "anywhere()",
            of: "PartlyMainShapes",
            parameters: [],
            declaration: "func anywhere()"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(show),
            ProxyCore::AnyMethodSelector(anywhere),
        ]
    }

    /// Forwards `show(_:)`.
    @MainActor
    func show(_ text: String) {
        forward(Selectors.show, text) {
            $0.show(text)
        } edited: {
            $0.show($1)
        }
    }

    /// Forwards `anywhere()`.
    func anywhere() {
        forward(Selectors.anywhere, ()) { $0.anywhere() }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.show)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<PartlyMainShapesProxy, Arguments, Return>

        /// `show(_:)`
        static var show: PartlyMainShapesProxy.ProxyMember<String, Void> { .init(selector: Selectors.show) }

        /// `anywhere()`
        static var anywhere: PartlyMainShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.anywhere) }
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

/// A proxy for `SendableShapes`: it forwards each call, records it and lets it be observed.
nonisolated class SendableShapesProxy:
    ProxyCore::ProtocolProxy<any SendableShapes>,
    SendableShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `SendableShapes`, typed.
    enum Selectors {
        /// `send(_:)`
        static let send = ProxyCore::MethodSelector<SendableShapesProxy, Int, Int>(
            "send(_:)",
            of: "SendableShapes",
            parameter: "number",
            traits: [.throwing, .async, .needsAnswer, .editable],
            declaration: "func send(_ number: Int) async throws -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(send),
        ]
    }

    /// Forwards `send(_:)`.
    func send(_ number: Int) async throws -> Int {
        try await forward(Selectors.send, number, like: (() async -> Void).self) {
            try await $0.send(number)
        } edited: {
            try await $0.send($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.send)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<SendableShapesProxy, Arguments, Return>

        /// `send(_:)`
        static var send: SendableShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.send) }
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

/// A proxy for `ValueDelegate`: it forwards each call, records it and lets it be observed.
nonisolated class ValueDelegateProxy: ProxyCore::ProtocolProxy<any ValueDelegate>, ValueDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `ValueDelegate`, typed.
    enum Selectors {
        /// `count()`
        static let count = ProxyCore::MethodSelector<ValueDelegateProxy, Void, Int>(
            "count()",
            of: "ValueDelegate",
            parameters: [],
            traits: .needsAnswer,
            declaration: "func count() -> Int"
        )

        /// `total.get`
        static let total = ProxyCore::MethodSelector<ValueDelegateProxy, Void, Int>(
            "total.get",
            of: "ValueDelegate",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var total: Int { get }"
        )

        /// `total.set`
        static let setTotal = ProxyCore::MethodSelector<ValueDelegateProxy, Int, Void>(
            "total.set",
            of: "ValueDelegate",
            parameter: "newValue",
            traits: .editable,
            declaration: "var total: Int { set }"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(count),
            ProxyCore::AnyMethodSelector(total),
            ProxyCore::AnyMethodSelector(setTotal),
        ]
    }

    /// Forwards `count()`.
    func count() -> Int {
        forward(Selectors.count, ()) { $0.count() }
    }

    /// Forwards `total`.
    var total: Int {
        get {
            forward(Selectors.total, ()) { $0.total }
        }
        set {
            forward(Selectors.setTotal, newValue) {
                $0.total = newValue
            } edited: {
                $0.total = $1
            }
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.count)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<ValueDelegateProxy, Arguments, Return>

        /// `count()`
        static var count: ValueDelegateProxy.ProxyMember<Void, Int> { .init(selector: Selectors.count) }

        /// `total.get`
        static var total: ValueDelegateProxy.ProxyMember<Void, Int> { .init(selector: Selectors.total) }

        /// `total.set`
        static var setTotal: ValueDelegateProxy.ProxyMember<Int, Void> { .init(selector: Selectors.setTotal) }
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

/// A proxy for `OptionalShapes`: it forwards each call, records it and lets it be observed.
nonisolated class OptionalShapesProxy:
    ProxyCore::ProtocolProxy<any OptionalShapes>,
    OptionalShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `OptionalShapes`, typed.
    enum Selectors {
        /// `must()`
        static let must = ProxyCore::MethodSelector<OptionalShapesProxy, Void, Void>(
            "must()",
            of: "OptionalShapes",
            parameters: [],
            declaration: "func must()"
        )

        /// `may(_:)`
        static let may = ProxyCore::MethodSelector<OptionalShapesProxy, String, Void>(
            "may(_:)",
            of: "OptionalShapes",
            parameter: "text",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "func may(_ text: String)"
        )

        /// `shouldContinue(after:)`
        static let shouldContinue = ProxyCore::MethodSelector<OptionalShapesProxy, Int, Bool>(
            "shouldContinue(after:)",
            of: "OptionalShapes",
            parameter: "count",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "func shouldContinue(after count: Int) -> Bool"
        )

        /// `title.get`
        static let title = ProxyCore::MethodSelector<OptionalShapesProxy, Void, String>(
            "title.get",
            of: "OptionalShapes",
            parameters: [],
            traits: [.optional, .reportsDefault],
            declaration: "var title: String { get }"
        )

        /// `title.set`
        static let setTitle = ProxyCore::MethodSelector<OptionalShapesProxy, String, Void>(
            "title.set",
            of: "OptionalShapes",
            parameter: "newValue",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "var title: String { set }"
        )

        /// `subscript(_:).get`
        static let `subscript` = ProxyCore::MethodSelector<OptionalShapesProxy, Int, Int>(
            "subscript(_:).get",
            of: "OptionalShapes",
            parameter: "index",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "subscript(index: Int) -> Int { get }"
        )

        /// `mayLoad()`
        static let mayLoad = ProxyCore::MethodSelector<OptionalShapesProxy, Void, Void>(
            "mayLoad()",
            of: "OptionalShapes",
            parameters: [],
            traits: [.optional, .throwing, .async, .reportsDefault],
            declaration: "func mayLoad() async throws"
        )

        /// `answer()`
        static let answer = ProxyCore::MethodSelector<OptionalShapesProxy, Void, Int>(
            "answer()",
            of: "OptionalShapes",
            parameters: [],
            declaration: "func answer() -> Int"
        )

        /// `name(of:)`
        static let name = ProxyCore::MethodSelector<OptionalShapesProxy, Int, String?>(
            "name(of:)",
            of: "OptionalShapes",
            parameter: "number",
            traits: .editable,
            declaration: "func name(of number: Int) -> String?"
        )

        /// `names()`
        static let names = ProxyCore::MethodSelector<OptionalShapesProxy, Void, [String]>(
            "names()",
            of: "OptionalShapes",
            parameters: [],
            declaration: "func names() -> [String]"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(must),
            ProxyCore::AnyMethodSelector(may),
            ProxyCore::AnyMethodSelector(shouldContinue),
            ProxyCore::AnyMethodSelector(title),
            ProxyCore::AnyMethodSelector(setTitle),
            ProxyCore::AnyMethodSelector(`subscript`),
            ProxyCore::AnyMethodSelector(mayLoad),
            ProxyCore::AnyMethodSelector(answer),
            ProxyCore::AnyMethodSelector(name),
            ProxyCore::AnyMethodSelector(names),
        ]
    }

    /// Forwards `must()`.
    func must() {
        forward(Selectors.must, ()) { $0.must() }
    }

    /// Forwards `may(_:)`.
    func may(_ text: String) {
        forward(Selectors.may, text) {
            $0.may(text)
        } edited: {
            $0.may($1)
        }
    }

    /// Forwards `shouldContinue(after:)`.
    func shouldContinue(after count: Int) -> Bool {
        forward(Selectors.shouldContinue, count, default: true) {
            $0.shouldContinue(after: count)
        } edited: {
            $0.shouldContinue(after: $1)
        }
    }

    /// Forwards `title`.
    var title: String {
        get {
            forward(Selectors.title, (), default: "none") { $0.title }
        }
        set {
            forward(Selectors.setTitle, newValue) {
                $0.title = newValue
            } edited: {
                $0.title = $1
            }
        }
    }

    /// Forwards `subscript(_:)`.
    subscript(index: Int) -> Int {
        forward(Selectors.`subscript`, index, default: 0) {
            $0[index]
        } edited: {
            $0[$1]
        }
    }

    /// Forwards `mayLoad()`.
    func mayLoad() async throws {
        try await forward(Selectors.mayLoad, (), like: (() async -> Void).self) { try await $0.mayLoad() }
    }

    /// Forwards `answer()`.
    func answer() -> Int {
        forward(Selectors.answer, (), default: 7) { $0.answer() }
    }

    /// Forwards `name(of:)`.
    func name(of number: Int) -> String? {
        forward(Selectors.name, number, default: nil) {
            $0.name(of: number)
        } edited: {
            $0.name(of: $1)
        }
    }

    /// Forwards `names()`.
    func names() -> [String] {
        forward(Selectors.names, (), default: [] as [String]) { $0.names() }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.must)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<OptionalShapesProxy, Arguments, Return>

        /// `must()`
        static var must: OptionalShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.must) }

        /// `may(_:)`
        static var may: OptionalShapesProxy.ProxyMember<String, Void> { .init(selector: Selectors.may) }

        /// `shouldContinue(after:)`
        static var shouldContinue: OptionalShapesProxy.ProxyMember<Int, Bool> {
            .init(selector: Selectors.shouldContinue)
        }

        /// `title.get`
        static var title: OptionalShapesProxy.ProxyMember<Void, String> { .init(selector: Selectors.title) }

        /// `title.set`
        static var setTitle: OptionalShapesProxy.ProxyMember<String, Void> { .init(selector: Selectors.setTitle) }

        /// `subscript(_:).get`
        static var `subscript`: OptionalShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.`subscript`) }

        /// `mayLoad()`
        static var mayLoad: OptionalShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.mayLoad) }

        /// `answer()`
        static var answer: OptionalShapesProxy.ProxyMember<Void, Int> { .init(selector: Selectors.answer) }

        /// `name(of:)`
        static var name: OptionalShapesProxy.ProxyMember<Int, String?> { .init(selector: Selectors.name) }

        /// `names()`
        static var names: OptionalShapesProxy.ProxyMember<Void, [String]> { .init(selector: Selectors.names) }
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

extension OptionalShapes {
    /// What `may(_:)` does where a delegate leaves it out.
    func may(_ text: String) {
        ProxyCore::DefaultBody.reached("may(_:)", of: "OptionalShapes", by: self)
    }

    /// What `shouldContinue(after:)` does where a delegate leaves it out.
    func shouldContinue(after count: Int) -> Bool {
        defer {
            ProxyCore::DefaultBody.reached("shouldContinue(after:)", of: "OptionalShapes", by: self)
        }
        return true
    }

    /// What `title` does where a delegate leaves it out.
    var title: String {
        get {
            defer {
                ProxyCore::DefaultBody.reached("title.get", of: "OptionalShapes", by: self)
            }
            return "none"
        }
        set {
            ProxyCore::DefaultBody.reached("title.set", of: "OptionalShapes", by: self)
        }
    }

    /// What `subscript(_:)` does where a delegate leaves it out.
    subscript(index: Int) -> Int {
        get {
            defer {
                ProxyCore::DefaultBody.reached("subscript(_:).get", of: "OptionalShapes", by: self)
            }
            return 0
        }
    }

    /// What `mayLoad()` does where a delegate leaves it out.
    func mayLoad() async throws {
        ProxyCore::DefaultBody.reachedAsync("mayLoad()", of: "OptionalShapes", by: self)
    }
}

/// A proxy for `BoxShapes`: it forwards each call, records it and lets it be observed.
nonisolated class BoxShapesProxy<Element: Sendable>:
    ProxyCore::ProtocolProxy<any BoxShapes<Element>>,
    BoxShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { BoxShapesProxySelectors.all }

    /// Forwards `put(_:)`.
    func put(_ element: Element) {
        forward(BoxShapesProxySelectors.put, element as Any) { $0.put(element) }
    }

    /// Forwards `get()`.
    func get() -> Element? {
        forward(BoxShapesProxySelectors.get, ()) { $0.get() as Any } as! Element?
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.put)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<Never, Arguments, Return>

        /// `put(_:)`
        static var put: BoxShapesProxy.ProxyMember<Any, Void> { .init(selector: BoxShapesProxySelectors.put) }

        /// `get()`
        static var get: BoxShapesProxy.ProxyMember<Void, Any> { .init(selector: BoxShapesProxySelectors.get) }
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

/// The requirements of `BoxShapes`; what depends on its types is known as `Any`.
nonisolated enum BoxShapesProxySelectors {
    /// `put(_:)`
    static let put = ProxyCore::MethodSelector<Never, Any, Void>(
        "put(_:)",
        of: "BoxShapes",
        parameter: "element",
        declaration: "func put(_ element: Element)"
    )

    /// `get()`
    static let get = ProxyCore::MethodSelector<Never, Void, Any>(
        "get()",
        of: "BoxShapes",
        parameters: [],
        traits: .needsAnswer,
        declaration: "func get() -> Element?"
    )

    static let all: [ProxyCore::AnyMethodSelector] = [
        ProxyCore::AnyMethodSelector(put),
        ProxyCore::AnyMethodSelector(get),
    ]
}

/// A proxy for `PairShapes`: it forwards each call, records it and lets it be observed.
nonisolated class PairShapesProxy<Key: Hashable, Values: Collection>:
    ProxyCore::ProtocolProxy<any PairShapes<Key, Values>>,
    PairShapes,
    @unchecked Sendable
where Values.Element == Key, Values.Index: Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { PairShapesProxySelectors.all }

    /// Forwards `find(_:in:)`.
    func find(_ key: Key, in values: Values) -> Values.Index? {
        forward(PairShapesProxySelectors.find, (key as Any, values as Any)) {
            $0.find(key, in: values) as Any
        } as! Values.Index?
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.find)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<Never, Arguments, Return>

        /// `find(_:in:)`
        static var find: PairShapesProxy.ProxyMember<(Any, Any), Any> { .init(selector: PairShapesProxySelectors.find) }
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

/// The requirements of `PairShapes`; what depends on its types is known as `Any`.
nonisolated enum PairShapesProxySelectors {
    /// `find(_:in:)`
    static let find = ProxyCore::MethodSelector<Never, (Any, Any), Any>(
        "find(_:in:)",
        of: "PairShapes",
        parameters: ["key", "values"],
        traits: .needsAnswer,
        declaration: "func find(_ key: Key, in values: Values) -> Values.Index?"
    )

    static let all: [ProxyCore::AnyMethodSelector] = [
        ProxyCore::AnyMethodSelector(find),
    ]
}

/// A proxy for `NameShapes`: it forwards each call, records it and lets it be observed.
nonisolated class NameShapesProxy: ProxyCore::ProtocolProxy<any NameShapes>, NameShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `NameShapes`, typed.
    enum Selectors {
        /// `two words(_:and another:)`
        static let twoWords = ProxyCore::MethodSelector<NameShapesProxy, (Int, [Int]), Int>(
            "two words(_:and another:)",
            of: "NameShapes",
            parameters: ["a number", "other"],
            traits: [.needsAnswer, .editable],
            declaration: "func `two words`(_ `a number`: Int, `and another` other: Int...) -> Int"
        )

        /// `3d.get`
        static let _3d = ProxyCore::MethodSelector<NameShapesProxy, Void, Bool>(
            "3d.get",
            of: "NameShapes",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var `3d`: Bool { get }"
        )

        /// `3d.set`
        static let set_3d = ProxyCore::MethodSelector<NameShapesProxy, Bool, Void>(
            "3d.set",
            of: "NameShapes",
            parameter: "newValue",
            traits: .editable,
            declaration: "var `3d`: Bool { set }"
        )

        /// `maybe(_:)`
        static let maybe = ProxyCore::MethodSelector<NameShapesProxy, Int?, Int?>(
            "maybe(_:)",
            of: "NameShapes",
            parameter: "number",
            traits: [.needsAnswer, .editable],
            declaration: "func maybe(_ number: Int!) -> Int!"
        )

        /// `never()`
        static let never = ProxyCore::MethodSelector<NameShapesProxy, Void, Void>(
            "never()",
            of: "NameShapes",
            parameters: [],
            declaration: "func never()"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(twoWords),
            ProxyCore::AnyMethodSelector(_3d),
            ProxyCore::AnyMethodSelector(set_3d),
            ProxyCore::AnyMethodSelector(maybe),
            ProxyCore::AnyMethodSelector(never),
        ]
    }

    /// Forwards `two words(_:and another:)`.
    func `two words`(_ `a number`: Int, `and another` other: Int...) -> Int {
        forward(Selectors.twoWords, (`a number`, other)) {
            ProxyCore::takingArrays($0.`two words`(_:`and another`:) as (Int, Int...) -> Int, as: ((Int, [Int]) -> Int).self)(
                `a number`,
                other
            )
        } edited: {
            ProxyCore::takingArrays($0.`two words`(_:`and another`:) as (Int, Int...) -> Int, as: ((Int, [Int]) -> Int).self)(
                $1.0,
                $1.1
            )
        }
    }

    /// Forwards `3d`.
    var `3d`: Bool {
        get {
            forward(Selectors._3d, ()) { $0.`3d` }
        }
        set {
            forward(Selectors.set_3d, newValue) {
                $0.`3d` = newValue
            } edited: {
                $0.`3d` = $1
            }
        }
    }

    /// Forwards `maybe(_:)`.
    func maybe(_ number: Int!) -> Int! {
        forward(Selectors.maybe, number) {
            $0.maybe(number)
        } edited: {
            $0.maybe($1)
        }
    }

    /// Forwards `never()`.
    func never() {
        forward(Selectors.never, ()) { $0.never() }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.twoWords)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<NameShapesProxy, Arguments, Return>

        /// `two words(_:and another:)`
        static var twoWords: NameShapesProxy.ProxyMember<(Int, [Int]), Int> { .init(selector: Selectors.twoWords) }

        /// `3d.get`
        static var _3d: NameShapesProxy.ProxyMember<Void, Bool> { .init(selector: Selectors._3d) }

        /// `3d.set`
        static var set_3d: NameShapesProxy.ProxyMember<Bool, Void> { .init(selector: Selectors.set_3d) }

        /// `maybe(_:)`
        static var maybe: NameShapesProxy.ProxyMember<Int?, Int?> { .init(selector: Selectors.maybe) }

        /// `never()`
        static var never: NameShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.never) }
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

/// A proxy for `TaggedShapes`: it forwards each call, records it and lets it be observed.
nonisolated class TaggedShapesProxy<Tag>:
    ProxyCore::ProtocolProxy<any TaggedShapes>,
    TaggedShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { TaggedShapesProxySelectors.all }

    /// Forwards `touch()`.
    func touch() {
        forward(TaggedShapesProxySelectors.touch, ()) { $0.touch() }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<Never, Arguments, Return>

        /// `touch()`
        static var touch: TaggedShapesProxy.ProxyMember<Void, Void> {
            .init(selector: TaggedShapesProxySelectors.touch)
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

/// The requirements of `TaggedShapes`; what depends on its types is known as `Any`.
nonisolated enum TaggedShapesProxySelectors {
    /// `touch()`
    static let touch = ProxyCore::MethodSelector<Never, Void, Void>(
        "touch()",
        of: "TaggedShapes",
        parameters: [],
        declaration: "func touch()"
    )

    static let all: [ProxyCore::AnyMethodSelector] = [
        ProxyCore::AnyMethodSelector(touch),
    ]
}

/// A proxy for `NestedShapes`: it forwards each call, records it and lets it be observed.
nonisolated class NestedShapesProxy: ProxyCore::ProtocolProxy<any NestedShapes>, NestedShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `NestedShapes`, typed.
    enum Selectors {
        /// `touch(_:)`
        static let touch = ProxyCore::MethodSelector<NestedShapesProxy, Int, Void>(
            "touch(_:)",
            of: "NestedShapes",
            parameter: "number",
            traits: .editable,
            declaration: "func touch(_ number: Int)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(touch),
        ]
    }

    /// Forwards `touch(_:)`.
    func touch(_ number: Int) {
        forward(Selectors.touch, number) {
            $0.touch(number)
        } edited: {
            $0.touch($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<NestedShapesProxy, Arguments, Return>

        /// `touch(_:)`
        static var touch: NestedShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.touch) }
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

/// A proxy for `FilePrivateShapes`: it forwards each call, records it and lets it be observed.
nonisolated fileprivate class FilePrivateShapesProxy:
    ProxyCore::ProtocolProxy<any FilePrivateShapes>,
    FilePrivateShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    fileprivate override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    fileprivate override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `FilePrivateShapes`, typed.
    fileprivate enum Selectors {
        /// `touch(_:)`
        fileprivate static let touch = ProxyCore::MethodSelector<FilePrivateShapesProxy, Int, Int>(
            "touch(_:)",
            of: "FilePrivateShapes",
            parameter: "number",
            traits: [.needsAnswer, .editable],
            declaration: "func touch(_ number: Int) -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(touch),
        ]
    }

    /// Forwards `touch(_:)`.
    fileprivate func touch(_ number: Int) -> Int {
        forward(Selectors.touch, number) {
            $0.touch(number)
        } edited: {
            $0.touch($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    fileprivate struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        fileprivate let selector: ProxyCore::MethodSelector<FilePrivateShapesProxy, Arguments, Return>

        /// `touch(_:)`
        fileprivate static var touch: FilePrivateShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.touch) }
    }

    /// The arguments of each call, before it is passed on.
    fileprivate final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    fileprivate final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    fileprivate final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    fileprivate final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    fileprivate final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

/// A proxy for `PrivateShapes`: it forwards each call, records it and lets it be observed.
nonisolated fileprivate class PrivateShapesProxy:
    ProxyCore::ProtocolProxy<any PrivateShapes>,
    PrivateShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    fileprivate override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    fileprivate override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PrivateShapes`, typed.
    fileprivate enum Selectors {
        /// `touch(_:)`
        fileprivate static let touch = ProxyCore::MethodSelector<PrivateShapesProxy, Int, Int>(
            "touch(_:)",
            of: "PrivateShapes",
            parameter: "number",
            traits: [.needsAnswer, .editable],
            declaration: "func touch(_ number: Int) -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(touch),
        ]
    }

    /// Forwards `touch(_:)`.
    fileprivate func touch(_ number: Int) -> Int {
        forward(Selectors.touch, number) {
            $0.touch(number)
        } edited: {
            $0.touch($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    fileprivate struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        fileprivate let selector: ProxyCore::MethodSelector<PrivateShapesProxy, Arguments, Return>

        /// `touch(_:)`
        fileprivate static var touch: PrivateShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.touch) }
    }

    /// The arguments of each call, before it is passed on.
    fileprivate final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    fileprivate final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    fileprivate final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    fileprivate final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    fileprivate final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

/// A proxy for `DeprecatedShapes`: it forwards each call, records it and lets it be observed.
@available(*, deprecated, message: "for a test")
nonisolated class DeprecatedShapesProxy:
    ProxyCore::ProtocolProxy<any DeprecatedShapes>,
    DeprecatedShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `DeprecatedShapes`, typed.
    enum Selectors {
        /// `touch()`
        static let touch = ProxyCore::MethodSelector<DeprecatedShapesProxy, Void, Void>(
            "touch()",
            of: "DeprecatedShapes",
            parameters: [],
            declaration: "func touch()"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(touch),
        ]
    }

    /// Forwards `touch()`.
    func touch() {
        forward(Selectors.touch, ()) { $0.touch() }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<DeprecatedShapesProxy, Arguments, Return>

        /// `touch()`
        static var touch: DeprecatedShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.touch) }
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

/// A proxy for `PartlyDeprecatedShapes`: it forwards each call, records it and lets it be observed.
nonisolated class PartlyDeprecatedShapesProxy:
    ProxyCore::ProtocolProxy<any PartlyDeprecatedShapes>,
    PartlyDeprecatedShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PartlyDeprecatedShapes`, typed.
    enum Selectors {
        /// `old(_:)`
        static let old = ProxyCore::MethodSelector<PartlyDeprecatedShapesProxy, Int, Void>(
            "old(_:)",
            of: "PartlyDeprecatedShapes",
            parameter: "number",
            traits: .editable,
            declaration: "func old(_ number: Int)"
        )

        /// `new(_:)`
        static let new = ProxyCore::MethodSelector<PartlyDeprecatedShapesProxy, Int, Void>(
            "new(_:)",
            of: "PartlyDeprecatedShapes",
            parameter: "number",
            traits: .editable,
            declaration: "func new(_ number: Int)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(old),
            ProxyCore::AnyMethodSelector(new),
        ]
    }

    /// Forwards `old(_:)`.
    @available(*, deprecated, message: "for a test")
    func old(_ number: Int) {
        forward(Selectors.old, number) {
            $0.old(number)
        } edited: {
            $0.old($1)
        }
    }

    /// Forwards `new(_:)`.
    func new(_ number: Int) {
        forward(Selectors.new, number) {
            $0.new(number)
        } edited: {
            $0.new($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.old)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<PartlyDeprecatedShapesProxy, Arguments, Return>

        /// `old(_:)`
        static var old: PartlyDeprecatedShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.old) }

        /// `new(_:)`
        static var new: PartlyDeprecatedShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.new) }
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

/// A proxy for `EmptyShapes`: it forwards each call, records it and lets it be observed.
nonisolated class EmptyShapesProxy: ProxyCore::ProtocolProxy<any EmptyShapes>, EmptyShapes, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }
}
