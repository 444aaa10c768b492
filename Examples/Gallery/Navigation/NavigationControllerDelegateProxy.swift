// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The proxy of `NavigationController.delegate`.
open class NavigationControllerDelegateProxy:
    DelegateProxy<NavigationController, any NavigationControllerDelegate>,
    DelegateProxyType,
    NavigationControllerDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `NavigationControllerDelegate`.
    public enum Selectors {
        /// A requirement with a screen and an animation flag.
        public typealias Show = MethodSelector<
            NavigationControllerDelegateProxy, (NavigationController, ViewController, Bool), Void
        >

        private static func show(_ name: String) -> Show {
            Show(
                name,
                of: "NavigationControllerDelegate",
                parameters: ["navigationController", "viewController", "animated"],
                traits: .optional
            )
        }

        /// `navigationController(_:willShow:animated:)`
        public static let willShow = show("navigationController(_:willShow:animated:)")
        /// `navigationController(_:didShow:animated:)`
        public static let didShow = show("navigationController(_:didShow:animated:)")

        /// All selectors.
        public static let all = [AnyMethodSelector(willShow), AnyMethodSelector(didShow)]
    }

    /// Registers the proxy for `NavigationController` and its subclasses.
    open class func registerKnownImplementations() {
        register { NavigationControllerDelegateProxy(navigationController: $0) }
    }

    /// Creates the proxy of a controller. To install it as well, use `proxy(for:)`.
    public init(navigationController: NavigationController, recorder: Recorder = .current) {
        super.init(
            parentObject: navigationController,
            delegateProxy: NavigationControllerDelegateProxy.self,
            recorder: recorder
        )
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `navigationController(_:willShow:animated:)`.
    open func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    ) {
        forward(Selectors.willShow, (navigationController, viewController, animated)) {
            $0.navigationController(navigationController, willShow: viewController, animated: animated)
        }
    }

    /// Forwards `navigationController(_:didShow:animated:)`.
    open func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController,
        animated: Bool
    ) {
        forward(Selectors.didShow, (navigationController, viewController, animated)) {
            $0.navigationController(navigationController, didShow: viewController, animated: animated)
        }
    }
}
