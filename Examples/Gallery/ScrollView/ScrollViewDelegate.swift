// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Is told what happens to a scroll view. Everything may be left out.
public protocol ScrollViewDelegate: AnyObject {
    /// The offset has changed.
    func scrollViewDidScroll(_ scrollView: ScrollView)
    /// A finger has begun to drag.
    func scrollViewWillBeginDragging(_ scrollView: ScrollView)
    /// The finger lets go; the delegate may choose another place to stop at.
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    )
    /// The finger has let go.
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)
    /// The contents have come to rest.
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
    /// Whether a tap may scroll to the top; true when it is left out.
    func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool
    /// The contents have scrolled to the top.
    func scrollViewDidScrollToTop(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
    /// What stands in for `scrollViewDidScroll(_:)` where it is left out.
    public func scrollViewDidScroll(_ scrollView: ScrollView) {}
    /// What stands in for `scrollViewWillBeginDragging(_:)` where it is left out.
    public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
    /// What stands in for `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)` where it is left out.
    public func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {}
    /// What stands in for `scrollViewDidEndDragging(_:willDecelerate:)` where it is left out.
    public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
    /// What stands in for `scrollViewDidEndDecelerating(_:)` where it is left out.
    public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
    /// What stands in for `scrollViewShouldScrollToTop(_:)` where it is left out.
    public func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { true }
    /// What stands in for `scrollViewDidScrollToTop(_:)` where it is left out.
    public func scrollViewDidScrollToTop(_ scrollView: ScrollView) {}
}
