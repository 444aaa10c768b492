// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The delegate of a navigation controller. All requirements are optional.
public protocol NavigationControllerDelegate: AnyObject {
    /// A screen is about to appear.
    func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    )
    /// A screen has appeared.
    func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController,
        animated: Bool
    )
}

extension NavigationControllerDelegate {
    /// The default implementation of `navigationController(_:willShow:animated:)`.
    public func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    ) {}
    /// The default implementation of `navigationController(_:didShow:animated:)`.
    public func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController,
        animated: Bool
    ) {}
}
