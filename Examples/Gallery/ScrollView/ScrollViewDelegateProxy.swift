// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// The proxy of `ScrollView.delegate`, and the superclass of the proxies of its subclasses.
open class ScrollViewDelegateProxy:
    DelegateProxy<ScrollView, any ScrollViewDelegate>,
    DelegateProxyType,
    ScrollViewDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// Registers the proxies of the scroll view and of the table view. Every proxy type gives a table view the proxy
    /// that handles rows.
    open class func registerKnownImplementations() {
        register { ScrollViewDelegateProxy(scrollView: $0) }
        register { TableViewDelegateProxy(tableView: $0) }
    }

    /// Creates the proxy of a view. To install it as well, use `proxy(for:)`.
    public init(scrollView: ScrollView, recorder: Recorder = .current) {
        super.init(parentObject: scrollView, delegateProxy: ScrollViewDelegateProxy.self, recorder: recorder)
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `scrollViewDidScroll(_:)`.
    open func scrollViewDidScroll(_ scrollView: ScrollView) {
        forward(Selectors.didScroll, scrollView) { $0.scrollViewDidScroll(scrollView) }
    }

    /// Forwards `scrollViewWillBeginDragging(_:)`.
    open func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
        forward(Selectors.willBeginDragging, scrollView) { $0.scrollViewWillBeginDragging(scrollView) }
    }

    /// Forwards `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`.
    open func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {
        forward(Selectors.willEndDragging, (scrollView, velocity, targetContentOffset)) {
            $0.scrollViewWillEndDragging(
                scrollView,
                withVelocity: velocity,
                targetContentOffset: &targetContentOffset
            )
        }
    }

    /// Forwards `scrollViewDidEndDragging(_:willDecelerate:)`.
    open func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
        forward(Selectors.didEndDragging, (scrollView, decelerate)) {
            $0.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
        }
    }

    /// Forwards `scrollViewDidEndDecelerating(_:)`.
    open func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
        forward(Selectors.didEndDecelerating, scrollView) { $0.scrollViewDidEndDecelerating(scrollView) }
    }

    /// Forwards `scrollViewShouldScrollToTop(_:)`.
    open func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
        forward(Selectors.shouldScrollToTop, scrollView, default: true) { $0.scrollViewShouldScrollToTop(scrollView) }
    }

    /// Forwards `scrollViewDidScrollToTop(_:)`.
    open func scrollViewDidScrollToTop(_ scrollView: ScrollView) {
        forward(Selectors.didScrollToTop, scrollView) { $0.scrollViewDidScrollToTop(scrollView) }
    }
}
