// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore
public import Reactive

extension Reactive where Base: ScrollView {
    private typealias Selectors = ScrollViewDelegateProxy.Selectors

    /// The proxy in the `delegate` property, for the view's own type, installed if necessary.
    public var delegate: ScrollViewDelegateProxy {
        get throws(DelegateProxyError) { try ScrollViewDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any ScrollViewDelegate) throws(DelegateProxyError) -> any Disposable {
        try ScrollViewDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// The offset and its changes; sending a value scrolls.
    public var contentOffset: ControlProperty<CGPoint> {
        let now = Observable.deferred { [weak base] in
            base.map { Observable.just($0.contentOffset) } ?? .empty()
        }
        // Subscribe to changes first: otherwise, scrolling in response to the current offset would go unnoticed.
        return ControlProperty(
            values: calls(Selectors.didScroll).map(\.contentOffset).merge(with: now),
            valueSink: Binder(base) { $0.contentOffset = $1 }
        )
    }

    /// `scrollViewDidScroll(_:)`
    public var didScroll: ControlEvent<Void> {
        ControlEvent(events: calls(Selectors.didScroll).map { _ in })
    }

    /// `scrollViewWillBeginDragging(_:)`
    public var willBeginDragging: ControlEvent<Void> {
        ControlEvent(events: calls(Selectors.willBeginDragging).map { _ in })
    }

    /// `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`, with the target before the delegate's change.
    public var willEndDragging: ControlEvent<(velocity: CGPoint, targetContentOffset: CGPoint)> {
        ControlEvent(events: calls(Selectors.willEndDragging).map { (velocity: $0.1, targetContentOffset: $0.2) })
    }

    /// `scrollViewDidEndDragging(_:willDecelerate:)`
    public var didEndDragging: ControlEvent<Bool> {
        ControlEvent(events: calls(Selectors.didEndDragging).map(\.1))
    }

    /// `scrollViewDidEndDecelerating(_:)`
    public var didEndDecelerating: ControlEvent<Void> {
        ControlEvent(events: calls(Selectors.didEndDecelerating).map { _ in })
    }

    /// `scrollViewDidScrollToTop(_:)`
    public var didScrollToTop: ControlEvent<Void> {
        ControlEvent(events: calls(Selectors.didScrollToTop).map { _ in })
    }

    private func calls<Arguments>(
        _ selector: MethodSelector<ScrollViewDelegateProxy, Arguments, Void>
    ) -> Observable<Arguments> {
        ScrollViewDelegateProxy.methodInvoked(selector, of: base)
    }
}
