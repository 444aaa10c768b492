// What @Proxied makes of Tests/ProxyMacrosTests/Shapes/MainActors.swift. RECORD_FIXTURES=1 rewrites it.
// swift-format-ignore-file

/// A proxy for `ScreenDelegate`: it forwards each call, records it and lets it be observed.
nonisolated class ScreenDelegateProxy:
    ProxyCore::DelegateProxy<Screen, any ScreenDelegate>,
    ProxyCore::DelegateProxyType,
    ScreenDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(screen: Screen, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: screen, delegateProxy: ScreenDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `Screen` and its subclasses.
    static func registerKnownImplementations() {
        register { ScreenDelegateProxy(screen: $0) }
    }

    /// The property belongs to the main actor.
    static var threadRule: ProxyCore::DelegateThreadRule { .mainActor }

    /// Reads the property.
    static func currentDelegate(for object: Screen) -> (any ScreenDelegate)? {
        onMainActor(object) { $0.delegate }
    }

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: (any ScreenDelegate)?, to object: Screen) {
        onMainActor(object, delegate) { $0.delegate = $1 }
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `ScreenDelegate`, typed.
    enum Selectors {
        /// `screen(_:didTap:)`
        static let didTap = ProxyCore::MethodSelector<ScreenDelegateProxy, (Screen, Int), Void>(
            "screen(_:didTap:)",
            of: "ScreenDelegate",
            parameters: ["screen", "count"],
            traits: .editable,
            declaration: "func screen(_ screen: Screen, didTap count: Int)"
        )

        /// `screenShouldClose(_:)`
        static let shouldClose = ProxyCore::MethodSelector<ScreenDelegateProxy, Screen, Bool>(
            "screenShouldClose(_:)",
            of: "ScreenDelegate",
            parameter: "screen",
            traits: .editable,
            declaration: "func screenShouldClose(_ screen: Screen) -> Bool"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(didTap),
            ProxyCore::AnyMethodSelector(shouldClose),
        ]
    }

    /// Forwards `screen(_:didTap:)`.
    @MainActor
    func screen(_ screen: Screen, didTap count: Int) {
        forward(Selectors.didTap, (screen, count)) {
            $0.screen(screen, didTap: count)
        } edited: {
            $0.screen($1.0, didTap: $1.1)
        }
    }

    /// Forwards `screenShouldClose(_:)`.
    @MainActor
    func screenShouldClose(_ screen: Screen) -> Bool {
        forward(Selectors.shouldClose, screen, default: true) {
            $0.screenShouldClose(screen)
        } edited: {
            $0.screenShouldClose($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.didTap)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<ScreenDelegateProxy, Arguments, Return>

        /// `screen(_:didTap:)`
        static var didTap: ScreenDelegateProxy.ProxyMember<(Screen, Int), Void> { .init(selector: Selectors.didTap) }

        /// `screenShouldClose(_:)`
        static var shouldClose: ScreenDelegateProxy.ProxyMember<Screen, Bool> { .init(selector: Selectors.shouldClose) }
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

/// A proxy for `TouchScreenDelegate`: it forwards each call, records it and lets it be observed. What is inherited,
/// `ScreenDelegateProxy` forwards.
nonisolated class TouchScreenDelegateProxy: ScreenDelegateProxy, TouchScreenDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(touchScreen: TouchScreen, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: touchScreen, delegateProxy: TouchScreenDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `TouchScreen` and its subclasses.
    override class func registerRefinedImplementations() {
        super.registerRefinedImplementations()
        refine { TouchScreenDelegateProxy(touchScreen: $0) }
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { super.requirements + Selectors.all }

    /// The protocols that a forward delegate is asked for besides its own.
    override class var facets: [ProxyCore::AnyDelegateFacet] {
        super.facets + [
            ProxyCore::AnyDelegateFacet(Facets.touchScreenDelegate),
        ]
    }

    private enum Facets {
        static let touchScreenDelegate = ProxyCore::DelegateFacet<any TouchScreenDelegate>()
    }

    /// The requirements of `TouchScreenDelegate`, typed.
    enum Selectors {
        /// `touchScreenDidPinch(_:)`
        static let didPinch = ProxyCore::MethodSelector<TouchScreenDelegateProxy, TouchScreen, Void>(
            "touchScreenDidPinch(_:)",
            of: "TouchScreenDelegate",
            parameter: "touchScreen",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "func touchScreenDidPinch(_ touchScreen: TouchScreen)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(didPinch),
        ]
    }

    /// Forwards `touchScreenDidPinch(_:)`.
    @MainActor
    func touchScreenDidPinch(_ touchScreen: TouchScreen) {
        forward(as: Facets.touchScreenDelegate, Selectors.didPinch, touchScreen) {
            $0.touchScreenDidPinch(touchScreen)
        } edited: {
            $0.touchScreenDidPinch($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.didPinch)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<TouchScreenDelegateProxy, Arguments, Return>

        /// `touchScreenDidPinch(_:)`
        static var didPinch: TouchScreenDelegateProxy.ProxyMember<TouchScreen, Void> {
            .init(selector: Selectors.didPinch)
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

extension TouchScreenDelegate {
    /// What `touchScreenDidPinch(_:)` does where a delegate leaves it out.
    @MainActor
    func touchScreenDidPinch(_ touchScreen: TouchScreen) {
        ProxyCore::DefaultBody.reached("touchScreenDidPinch(_:)", of: "TouchScreenDelegate", by: self)
    }
}

/// A proxy for `CanvasDelegate`: it forwards each call, records it and lets it be observed.
nonisolated class CanvasDelegateProxy:
    ProxyCore::DelegateProxy<Canvas, any CanvasDelegate>,
    ProxyCore::DelegateProxyType,
    CanvasDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(canvas: Canvas, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: canvas, delegateProxy: CanvasDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `Canvas` and its subclasses.
    static func registerKnownImplementations() {
        register { CanvasDelegateProxy(canvas: $0) }
    }

    /// The property belongs to the main actor.
    static var threadRule: ProxyCore::DelegateThreadRule { .mainActor }

    /// Reads the property.
    static func currentDelegate(for object: Canvas) -> (any CanvasDelegate)? {
        onMainActor(object) { $0.delegate }
    }

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: (any CanvasDelegate)?, to object: Canvas) {
        onMainActor(object, delegate) { $0.delegate = $1 }
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `CanvasDelegate`, typed.
    enum Selectors {
        /// `layers(of:)`
        static let layers = ProxyCore::MethodSelector<CanvasDelegateProxy, Canvas, Int>(
            "layers(of:)",
            of: "CanvasDelegate",
            parameter: "canvas",
            traits: .editable,
            declaration: "func layers(of canvas: Canvas) -> Int"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(layers),
        ]
    }

    /// Forwards `layers(of:)`.
    @MainActor
    func layers(of canvas: Canvas) -> Int {
        forward(Selectors.layers, canvas, default: 0) {
            $0.layers(of: canvas)
        } edited: {
            $0.layers(of: $1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.layers)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<CanvasDelegateProxy, Arguments, Return>

        /// `layers(of:)`
        static var layers: CanvasDelegateProxy.ProxyMember<Canvas, Int> { .init(selector: Selectors.layers) }
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

/// A proxy for `PaneSource`: it forwards each call, records it and lets it be observed.
nonisolated class PaneSourceProxy:
    ProxyCore::DelegateProxy<Pane, any PaneSource>,
    ProxyCore::DelegateProxyType,
    PaneSource,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(pane: Pane, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: pane, delegateProxy: PaneSourceProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `Pane` and its subclasses.
    static func registerKnownImplementations() {
        register { PaneSourceProxy(pane: $0) }
    }

    /// Name of the property.
    static var propertyName: String { "source" }

    /// The property belongs to the main actor.
    static var threadRule: ProxyCore::DelegateThreadRule { .mainActor }

    /// Reads the property.
    static func currentDelegate(for object: Pane) -> (any PaneSource)? {
        onMainActor(object) { $0.source }
    }

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: (any PaneSource)?, to object: Pane) {
        onMainActor(object, delegate) { $0.source = $1 }
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PaneSource`, typed.
    enum Selectors {
        /// `height(of:)`
        static let height = ProxyCore::MethodSelector<PaneSourceProxy, Pane, Int>(
            "height(of:)",
            of: "PaneSource",
            parameter: "pane",
            traits: .editable,
            declaration: "func height(of pane: Pane) -> Int"
        )

        /// `paneDidDraw(_:)`
        static let didDraw = ProxyCore::MethodSelector<PaneSourceProxy, Pane, Void>(
            "paneDidDraw(_:)",
            of: "PaneSource",
            parameter: "pane",
            traits: [.optional, .reportsDefault, .editable],
            declaration: "func paneDidDraw(_ pane: Pane)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(height),
            ProxyCore::AnyMethodSelector(didDraw),
        ]
    }

    /// Forwards `height(of:)`.
    func height(of pane: Pane) -> Int {
        forward(Selectors.height, pane, default: 1) {
            $0.height(of: pane)
        } edited: {
            $0.height(of: $1)
        }
    }

    /// Forwards `paneDidDraw(_:)`.
    func paneDidDraw(_ pane: Pane) {
        forward(Selectors.didDraw, pane) {
            $0.paneDidDraw(pane)
        } edited: {
            $0.paneDidDraw($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.height)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<PaneSourceProxy, Arguments, Return>

        /// `height(of:)`
        static var height: PaneSourceProxy.ProxyMember<Pane, Int> { .init(selector: Selectors.height) }

        /// `paneDidDraw(_:)`
        static var didDraw: PaneSourceProxy.ProxyMember<Pane, Void> { .init(selector: Selectors.didDraw) }
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

extension PaneSource {
    /// What `paneDidDraw(_:)` does where a delegate leaves it out.
    func paneDidDraw(_ pane: Pane) {
        ProxyCore::DefaultBody.reached("paneDidDraw(_:)", of: "PaneSource", by: self)
    }
}

/// A proxy for `NamedDelegate`: it forwards each call, records it and lets it be observed.
nonisolated class NamedDelegateProxy: ProxyCore::ProtocolProxy<any NamedDelegate>, NamedDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `NamedDelegate`, typed.
    enum Selectors {
        /// `named(_:)`
        static let named = ProxyCore::MethodSelector<NamedDelegateProxy, String, Void>(
            "named(_:)",
            of: "NamedDelegate",
            parameter: "name",
            traits: .editable,
            declaration: "func named(_ name: String)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(named),
        ]
    }

    /// Forwards `named(_:)`.
    func named(_ name: String) {
        forward(Selectors.named, name) {
            $0.named(name)
        } edited: {
            $0.named($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.named)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<NamedDelegateProxy, Arguments, Return>

        /// `named(_:)`
        static var named: NamedDelegateProxy.ProxyMember<String, Void> { .init(selector: Selectors.named) }
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

/// A proxy for `BadgeDelegate`: it forwards each call, records it and lets it be observed.
nonisolated class BadgeDelegateProxy:
    ProxyCore::DelegateProxy<Badge, any BadgeDelegate>,
    ProxyCore::DelegateProxyType,
    BadgeDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    convenience init(badge: Badge, recorder: ProxyCore::Recorder = .current) {
        self.init(parentObject: badge, delegateProxy: BadgeDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `Badge` and its subclasses.
    static func registerKnownImplementations() {
        register { BadgeDelegateProxy(badge: $0) }
    }

    /// Reads the property.
    static func currentDelegate(for object: Badge) -> (any BadgeDelegate)? {
        // Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).
        object.delegate
    }

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: (any BadgeDelegate)?, to object: Badge) {
        // Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).
        object.delegate = delegate
    }

    /// The optimiser does not see what a macro makes; delete this in a copy of the expansion.
    override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }

    /// All requirements.
    override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `BadgeDelegate`, typed.
    enum Selectors {
        /// `named(_:)`
        static let named = ProxyCore::MethodSelector<BadgeDelegateProxy, String, Void>(
            "named(_:)",
            of: "BadgeDelegate",
            parameter: "name",
            traits: .editable,
            declaration: "func named(_ name: String)"
        )

        /// `badgeDidFade(_:)`
        static let didFade = ProxyCore::MethodSelector<BadgeDelegateProxy, Badge, Void>(
            "badgeDidFade(_:)",
            of: "BadgeDelegate",
            parameter: "badge",
            traits: .editable,
            declaration: "func badgeDidFade(_ badge: Badge)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(named),
            ProxyCore::AnyMethodSelector(didFade),
        ]
    }

    /// Forwards `named(_:)`.
    func named(_ name: String) {
        forward(Selectors.named, name) {
            $0.named(name)
        } edited: {
            $0.named($1)
        }
    }

    /// Forwards `badgeDidFade(_:)`.
    func badgeDidFade(_ badge: Badge) {
        forward(Selectors.didFade, badge) {
            $0.badgeDidFade(badge)
        } edited: {
            $0.badgeDidFade($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.named)`.
    struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        let selector: ProxyCore::MethodSelector<BadgeDelegateProxy, Arguments, Return>

        /// `named(_:)`
        static var named: BadgeDelegateProxy.ProxyMember<String, Void> { .init(selector: Selectors.named) }

        /// `badgeDidFade(_:)`
        static var didFade: BadgeDelegateProxy.ProxyMember<Badge, Void> { .init(selector: Selectors.didFade) }
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
