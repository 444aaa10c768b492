// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Is told which tab is chosen. Everything may be left out.
public protocol TabBarControllerDelegate: AnyObject {
    /// Whether a tab may be chosen; true when it is left out.
    func tabBarController(_ tabBarController: TabBarController, shouldSelect viewController: ViewController) -> Bool
    /// A tab has been chosen.
    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController)
}

extension TabBarControllerDelegate {
    /// What stands in for `tabBarController(_:shouldSelect:)` where it is left out.
    public func tabBarController(
        _ tabBarController: TabBarController,
        shouldSelect viewController: ViewController
    ) -> Bool { true }
    /// What stands in for `tabBarController(_:didSelect:)` where it is left out.
    public func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewController) {}
}
