// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The delegate of a tab bar controller. All requirements are optional.
public protocol TabBarControllerDelegate: AnyObject {
    /// Whether a tab may be selected; true by default.
    func tabBarController(_ tabBarController: TabBarController, shouldSelect viewController: ViewController) -> Bool
    /// A tab was selected.
    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController)
}

extension TabBarControllerDelegate {
    /// The default implementation of `tabBarController(_:shouldSelect:)`.
    public func tabBarController(
        _ tabBarController: TabBarController,
        shouldSelect viewController: ViewController
    ) -> Bool { true }
    /// The default implementation of `tabBarController(_:didSelect:)`.
    public func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController) {}
}
