// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ScrollView {
    private typealias Selectors = ScrollViewDelegateProxy.Selectors

    /// Simulates dragging and releasing the contents, which decelerate to a target that the delegate can change.
    ///
    /// - Parameters:
    ///   - distance: Change of the offset in points, limited by the ends of the contents.
    ///   - velocity: Final velocity in points per second. Default 0: the contents stop immediately.
    ///   - steps: Number of movements. Default 4.
    public func drag(by distance: CGPoint, velocity: CGPoint = CGPoint(x: 0, y: 0), steps: Int = 4) {
        if implements(Selectors.willBeginDragging) { delegate?.scrollViewWillBeginDragging(self) }
        let start = contentOffset
        for step in 1...max(1, steps) {
            let part = CGFloat(step) / CGFloat(max(1, steps))
            contentOffset = cut(CGPoint(x: start.x + distance.x * part, y: start.y + distance.y * part))
        }
        var target = cut(CGPoint(x: contentOffset.x + velocity.x / 4, y: contentOffset.y + velocity.y / 4))
        if implements(Selectors.willEndDragging) {
            delegate?.scrollViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &target)
        }
        let runsOn = target != contentOffset
        if implements(Selectors.didEndDragging) { delegate?.scrollViewDidEndDragging(self, willDecelerate: runsOn) }
        guard runsOn else { return }
        contentOffset = target
        if implements(Selectors.didEndDecelerating) { delegate?.scrollViewDidEndDecelerating(self) }
    }

    /// Simulates a tap that scrolls to the top; the delegate can prevent it.
    public func scrollToTop() {
        guard delegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
        contentOffset = CGPoint(x: contentOffset.x, y: 0)
        if implements(Selectors.didScrollToTop) { delegate?.scrollViewDidScrollToTop(self) }
    }

    private func cut(_ offset: CGPoint) -> CGPoint {
        CGPoint(x: min(max(0, offset.x), maximumOffset.x), y: min(max(0, offset.y), maximumOffset.y))
    }
}
