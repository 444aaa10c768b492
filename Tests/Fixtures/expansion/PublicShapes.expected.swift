// What @Proxied makes of Tests/ProxyMacrosTests/Shapes/PublicShapes.swift. RECORD_FIXTURES=1 rewrites it.
// swift-format-ignore-file

/// A proxy for `PublicShapes`: it forwards each call, records it and lets it be observed.
nonisolated open class PublicShapesProxy:
    ProxyCore::ProtocolProxy<any PublicShapes>,
    PublicShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// All requirements.
    open override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PublicShapes`, typed.
    public enum Selectors {
        /// `touch(_:)`
        public static let touch = ProxyCore::MethodSelector<PublicShapesProxy, Int, Int>(
            "touch(_:)",
            of: "PublicShapes",
            parameter: "number",
            traits: [.needsAnswer, .editable],
            declaration: "func touch(_ number: Int) -> Int"
        )

        /// `rest()`
        public static let rest = ProxyCore::MethodSelector<PublicShapesProxy, Void, Void>(
            "rest()",
            of: "PublicShapes",
            parameters: [],
            traits: [.optional, .reportsDefault],
            declaration: "func rest()"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(touch),
            ProxyCore::AnyMethodSelector(rest),
        ]
    }

    /// Forwards `touch(_:)`.
    open func touch(_ number: Int) -> Int {
        forward(Selectors.touch, number) {
            $0.touch(number)
        } edited: {
            $0.touch($1)
        }
    }

    /// Forwards `rest()`.
    open func rest() {
        forward(Selectors.rest, ()) { $0.rest() }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    public struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        public let selector: ProxyCore::MethodSelector<PublicShapesProxy, Arguments, Return>

        /// `touch(_:)`
        public static var touch: PublicShapesProxy.ProxyMember<Int, Int> { .init(selector: Selectors.touch) }

        /// `rest()`
        public static var rest: PublicShapesProxy.ProxyMember<Void, Void> { .init(selector: Selectors.rest) }
    }

    /// The arguments of each call, before it is passed on.
    public final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    public final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    public final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    public final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    public final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}

extension PublicShapes {
    /// What `rest()` does where a delegate leaves it out.
    public func rest() {
        ProxyCore::DefaultBody.reached("rest()", of: "PublicShapes", by: self)
    }
}

/// A proxy for `PackageShapes`: it forwards each call, records it and lets it be observed.
nonisolated package class PackageShapesProxy:
    ProxyCore::ProtocolProxy<any PackageShapes>,
    PackageShapes,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// All requirements.
    package override class var requirements: [ProxyCore::AnyMethodSelector] { Selectors.all }

    /// The requirements of `PackageShapes`, typed.
    package enum Selectors {
        /// `touch(_:)`
        package static let touch = ProxyCore::MethodSelector<PackageShapesProxy, Int, Void>(
            "touch(_:)",
            of: "PackageShapes",
            parameter: "number",
            traits: .editable,
            declaration: "func touch(_ number: Int)"
        )

        static let all: [ProxyCore::AnyMethodSelector] = [
            ProxyCore::AnyMethodSelector(touch),
        ]
    }

    /// Forwards `touch(_:)`.
    package func touch(_ number: Int) {
        forward(Selectors.touch, number) {
            $0.touch(number)
        } edited: {
            $0.touch($1)
        }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.touch)`.
    package struct ProxyMember<Arguments, Return>: Sendable {
        /// The selector with this name.
        package let selector: ProxyCore::MethodSelector<PackageShapesProxy, Arguments, Return>

        /// `touch(_:)`
        package static var touch: PackageShapesProxy.ProxyMember<Int, Void> { .init(selector: Selectors.touch) }
    }

    /// The arguments of each call, before it is passed on.
    package final func sentMessage<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it returned.
    package final func methodInvoked<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    package final func returned<Arguments, Return>(_ member: ProxyMember<Arguments, Return>) -> ProxyCore::ProxyObservable<(Arguments, Return)> {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    package final func handle<Arguments, Return>(
        _ member: ProxyMember<Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any ProxyCore::ProxyDisposable {
        handle(member.selector, callingTarget: callingTarget, with: handler)
    }

    /// Whether a call of the requirement is answered.
    package final func responds<Arguments, Return>(to member: ProxyMember<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}
