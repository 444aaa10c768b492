// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The proxy of `TabBarController.delegate`.
open class TabBarControllerDelegateProxy:
    DelegateProxy<TabBarController, any TabBarControllerDelegate>,
    DelegateProxyType,
    TabBarControllerDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `TabBarControllerDelegate`.
    public enum Selectors {
        /// `tabBarController(_:shouldSelect:)`
        public static let shouldSelect = MethodSelector<
            TabBarControllerDelegateProxy, (TabBarController, ViewController), Bool
        >(
            "tabBarController(_:shouldSelect:)",
            of: "TabBarControllerDelegate",
            parameters: ["tabBarController", "viewController"],
            traits: .optional
        )
        /// `tabBarController(_:didSelect:)`
        public static let didSelect = MethodSelector<
            TabBarControllerDelegateProxy, (TabBarController, ViewController), Void
        >(
            "tabBarController(_:didSelect:)",
            of: "TabBarControllerDelegate",
            parameters: ["tabBarController", "viewController"],
            traits: .optional
        )

        /// All selectors.
        public static let all = [AnyMethodSelector(shouldSelect), AnyMethodSelector(didSelect)]
    }

    /// Registers the proxy for `TabBarController` and its subclasses.
    open class func registerKnownImplementations() {
        register { TabBarControllerDelegateProxy(tabBarController: $0) }
    }

    /// Creates the proxy of a controller. To install it as well, use `proxy(for:)`.
    public init(tabBarController: TabBarController, recorder: Recorder = .current) {
        super.init(
            parentObject: tabBarController,
            delegateProxy: TabBarControllerDelegateProxy.self,
            recorder: recorder
        )
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `tabBarController(_:shouldSelect:)`.
    open func tabBarController(
        _ tabBarController: TabBarController,
        shouldSelect viewController: ViewController
    ) -> Bool {
        forward(Selectors.shouldSelect, (tabBarController, viewController), default: true) {
            $0.tabBarController(tabBarController, shouldSelect: viewController)
        }
    }

    /// Forwards `tabBarController(_:didSelect:)`.
    open func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController) {
        forward(Selectors.didSelect, (tabBarController, viewController)) {
            $0.tabBarController(tabBarController, didSelect: viewController)
        }
    }
}
