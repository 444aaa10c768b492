// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Is told which screen a navigation controller shows. Everything may be left out.
public protocol NavigationControllerDelegate: AnyObject {
    /// A screen is about to be shown.
    func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    )
    /// A screen is shown.
    func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController,
        animated: Bool
    )
}

extension NavigationControllerDelegate {
    /// What stands in for `navigationController(_:willShow:animated:)` where it is left out.
    public func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    ) {}
    /// What stands in for `navigationController(_:didShow:animated:)` where it is left out.
    public func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController,
        animated: Bool
    ) {}
}
