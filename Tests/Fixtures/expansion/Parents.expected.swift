// What @Proxied makes of Tests/ProxyMacrosTests/Shapes/Parents.swift. RECORD_FIXTURES=1 rewrites it.
// swift-format-ignore-file

/// A proxy for `ScrollDelegate`: it forwards each call, records it and lets it be observed.
nonisolated class ScrollDelegateProxy:
    ProxyCore::DelegateProxy<ScrollView, any ScrollDelegate>,
    ProxyCore::DelegateProxyType,
    ScrollDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(scrollView: ScrollView, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: scrollView, delegateProxy: ScrollDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `ScrollView` and its subclasses.
    static func registerKnownImplementations() {
        register { ScrollDelegateProxy(scrollView: $0) }
    }

    /// Reads the property.
    static func currentDelegate(for object: ScrollView) -> (any ScrollDelegate)? {
        // Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).
        object.delegate
    }

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: (any ScrollDelegate)?, to object: ScrollView) {
        // Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).
        object.delegate = delegate
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `ScrollDelegate`, typed.
    enum Selectors {
        /// `scrollView(_:didScrollTo:)`
        static let didScrollTo = ProxyCore::MethodSelector<ScrollDelegateProxy, (ScrollView, Int), Void>(
            "scrollView(_:didScrollTo:)",
            of: "ScrollDelegate",
            parameters: ["scrollView", "offset"],
            traits: .editable,
            declaration: "func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int)"
        )

        /// `scrollViewDidStop(_:)`
        static let didStop = ProxyCore::MethodSelector<ScrollDelegateProxy, ScrollView, Void>(
            "scrollViewDidStop(_:)",
            of: "ScrollDelegate",
            parameter: "scrollView",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "func scrollViewDidStop(_ scrollView: ScrollView)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(didScrollTo),
            ProxyCore::AnyMethodSelector(didStop),
        ]
    }

    /// Forwards `scrollView(_:didScrollTo:)`.
    func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) {
        forward(Selectors.didScrollTo, (scrollView, offset)) {
            $0.scrollView(scrollView, didScrollTo: offset)
        } edited: {
            $0.scrollView($1.0, didScrollTo: $1.1)
        }
    }

    /// Forwards `scrollViewDidStop(_:)`.
    func scrollViewDidStop(_ scrollView: ScrollView) {
        forward(Selectors.didStop, scrollView) {
            $0.scrollViewDidStop(scrollView)
        } edited: {
            $0.scrollViewDidStop($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.didScrollTo)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<ScrollDelegateProxy, Arguments, Return>

        /// `scrollView(_:didScrollTo:)`
        static var didScrollTo: ScrollDelegateProxy.ProxyMember<(ScrollView, Int), Void> {
            .init(selector: Selectors.didScrollTo)
        }

        /// `scrollViewDidStop(_:)`
        static var didStop: ScrollDelegateProxy.ProxyMember<ScrollView, Void> { .init(selector: Selectors.didStop) }
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

extension ScrollDelegate {
    /// What `scrollViewDidStop(_:)` does where a delegate leaves it out.
    func scrollViewDidStop(_ scrollView: ScrollView) {
        ProxyCore::DefaultBody.reached("scrollViewDidStop(_:)", of: "ScrollDelegate", by: self)
    }
}

/// A proxy for `TableDelegate`: it forwards each call, records it and lets it be observed. What is inherited,
/// `ScrollDelegateProxy` forwards.
nonisolated class TableDelegateProxy: ScrollDelegateProxy, TableDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(tableView: TableView, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: tableView, delegateProxy: TableDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `TableView` and its subclasses.
    override class func registerRefinedImplementations() {
        super.registerRefinedImplementations()
        refine { TableDelegateProxy(tableView: $0) }
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { super.requirements + Selectors.all }

    /// The protocols that a forward delegate is asked for besides its own.
    override class var facets: [ProxyCore::AnyDelegateFacet] {
        super.facets + [
            ProxyCore::AnyDelegateFacet(Facets.tableDelegate),
        ]
    }

    private enum Facets {
        static let tableDelegate = ProxyCore::DelegateFacet<any TableDelegate>()
    }

    /// The requirements of `TableDelegate`, typed.
    enum Selectors {
        /// `tableView(_:shouldSelect:)`
        static let shouldSelect = ProxyCore::MethodSelector<TableDelegateProxy, (TableView, Int), Bool>(
            "tableView(_:shouldSelect:)",
            of: "TableDelegate",
            parameters: ["tableView", "row"],
            traits: .editable,
            declaration: "func tableView(_ tableView: TableView, shouldSelect row: Int) -> Bool"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(shouldSelect),
        ]
    }

    /// Forwards `tableView(_:shouldSelect:)`.
    func tableView(_ tableView: TableView, shouldSelect row: Int) -> Bool {
        forward(as: Facets.tableDelegate, Selectors.shouldSelect, (tableView, row), default: true) {
            $0.tableView(tableView, shouldSelect: row)
        } edited: {
            $0.tableView($1.0, shouldSelect: $1.1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.shouldSelect)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<TableDelegateProxy, Arguments, Return>

        /// `tableView(_:shouldSelect:)`
        static var shouldSelect: TableDelegateProxy.ProxyMember<(TableView, Int), Bool> {
            .init(selector: Selectors.shouldSelect)
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

/// A proxy for `ScrollSource`: it forwards each call, records it and lets it be observed.
nonisolated class ScrollSourceProxy:
    ProxyCore::DelegateProxy<ScrollView, any ScrollSource>,
    ProxyCore::DelegateProxyType,
    ScrollSource,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(scrollView: ScrollView, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: scrollView, delegateProxy: ScrollSourceProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `ScrollView` and its subclasses.
    static func registerKnownImplementations() {
        register { ScrollSourceProxy(scrollView: $0) }
    }

    /// Name of the property.
    static var propertyName: String { "dataSource" }

    /// Reads the property.
    static func currentDelegate(for object: ScrollView) -> (any ScrollSource)? {
        // Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).
        object.dataSource
    }

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: (any ScrollSource)?, to object: ScrollView) {
        // Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).
        object.dataSource = delegate
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `ScrollSource`, typed.
    enum Selectors {
        /// `numberOfRows(in:)`
        static let numberOfRows = ProxyCore::MethodSelector<ScrollSourceProxy, ScrollView, Int>(
            "numberOfRows(in:)",
            of: "ScrollSource",
            parameter: "scrollView",
            traits: .editable,
            declaration: "func numberOfRows(in scrollView: ScrollView) -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(numberOfRows),
        ]
    }

    /// Forwards `numberOfRows(in:)`.
    func numberOfRows(in scrollView: ScrollView) -> Int {
        forward(Selectors.numberOfRows, scrollView, default: 0) {
            $0.numberOfRows(in: scrollView)
        } edited: {
            $0.numberOfRows(in: $1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.numberOfRows)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<ScrollSourceProxy, Arguments, Return>

        /// `numberOfRows(in:)`
        static var numberOfRows: ScrollSourceProxy.ProxyMember<ScrollView, Int> {
            .init(selector: Selectors.numberOfRows)
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

/// A proxy for `FlingDelegate`: it forwards each call, records it and lets it be observed. What is inherited,
/// `ScrollDelegateProxy` forwards.
nonisolated class FlingDelegateProxy: ScrollDelegateProxy, FlingDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { super.requirements + Selectors.all }

    /// The protocols that a forward delegate is asked for besides its own.
    override class var facets: [ProxyCore::AnyDelegateFacet] {
        super.facets + [
            ProxyCore::AnyDelegateFacet(Facets.flingDelegate),
        ]
    }

    private enum Facets {
        static let flingDelegate = ProxyCore::DelegateFacet<any FlingDelegate>()
    }

    /// The requirements of `FlingDelegate`, typed.
    enum Selectors {
        /// `scrollView(_:didFlingBy:)`
        static let didFlingBy = ProxyCore::MethodSelector<FlingDelegateProxy, (ScrollView, Int), Void>(
            "scrollView(_:didFlingBy:)",
            of: "FlingDelegate",
            parameters: ["scrollView", "speed"],
            traits: .editable,
            declaration: "func scrollView(_ scrollView: ScrollView, didFlingBy speed: Int)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(didFlingBy),
        ]
    }

    /// Forwards `scrollView(_:didFlingBy:)`.
    func scrollView(_ scrollView: ScrollView, didFlingBy speed: Int) {
        forward(as: Facets.flingDelegate, Selectors.didFlingBy, (scrollView, speed)) {
            $0.scrollView(scrollView, didFlingBy: speed)
        } edited: {
            $0.scrollView($1.0, didFlingBy: $1.1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.didFlingBy)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<FlingDelegateProxy, Arguments, Return>

        /// `scrollView(_:didFlingBy:)`
        static var didFlingBy: FlingDelegateProxy.ProxyMember<(ScrollView, Int), Void> {
            .init(selector: Selectors.didFlingBy)
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

/// A proxy for `DescribedShapes`: it forwards each call, records it and lets it be observed.
nonisolated class DescribedShapesProxy:
    ProxyCore::ProtocolProxy<any DescribedShapes>,
    DescribedShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `DescribedShapes`, typed.
    enum Selectors {
        /// `description.get`
        static let description = ProxyCore::MethodSelector<DescribedShapesProxy, Void, String>(
            "description.get",
            of: "DescribedShapes",
            parameters: [],
            traits: .needsAnswer,
            declaration: "var description: String { get }"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(description),
        ]
    }

    /// Forwards `description`.
    var description: String {
        forward(Selectors.description, ()) { $0.description }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.description)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<DescribedShapesProxy, Arguments, Return>

        /// `description.get`
        static var description: DescribedShapesProxy.ProxyMember<Void, String> {
            .init(selector: Selectors.description)
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
