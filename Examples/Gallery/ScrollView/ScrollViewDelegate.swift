// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The delegate of a scroll view. All requirements are optional.
public protocol ScrollViewDelegate: AnyObject {
    /// The offset changed.
    func scrollViewDidScroll(_ scrollView: ScrollView)
    /// Dragging is about to begin.
    func scrollViewWillBeginDragging(_ scrollView: ScrollView)
    /// Dragging is about to end; the delegate may change the target offset.
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    )
    /// Dragging has ended.
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)
    /// Deceleration has ended.
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
    /// Whether a tap may scroll to the top; true by default.
    func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool
    /// The view has scrolled to the top.
    func scrollViewDidScrollToTop(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
    /// The default implementation of `scrollViewDidScroll(_:)`.
    public func scrollViewDidScroll(_ scrollView: ScrollView) {}
    /// The default implementation of `scrollViewWillBeginDragging(_:)`.
    public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
    /// The default implementation of `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`.
    public func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {}
    /// The default implementation of `scrollViewDidEndDragging(_:willDecelerate:)`.
    public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
    /// The default implementation of `scrollViewDidEndDecelerating(_:)`.
    public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
    /// The default implementation of `scrollViewShouldScrollToTop(_:)`.
    public func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { true }
    /// The default implementation of `scrollViewDidScrollToTop(_:)`.
    public func scrollViewDidScrollToTop(_ scrollView: ScrollView) {}
}
