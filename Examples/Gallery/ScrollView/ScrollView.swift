// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore
public import Reactive

/// A view of contents larger than itself. It tracks the visible part and notifies its delegate of changes.
///
/// It draws nothing. Use it from one thread at a time.
open class ScrollView: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    /// The proxies of this view.
    public let delegateProxies = DelegateProxyStorage()

    /// The delegate, referenced weakly.
    open weak var delegate: (any ScrollViewDelegate)? {
        didSet { delegateDidChange() }
    }

    /// Size of the view, in points.
    public let size: CGSize

    /// Size of the contents, in points.
    open var contentSize: CGSize

    /// The point of the contents in the view's upper left corner.
    open var contentOffset = CGPoint(x: 0, y: 0) {
        didSet { if contentOffset != oldValue { contentOffsetDidChange() } }
    }

    private var answers = DelegateAnswers()

    /// Creates a view with its size and the size of its contents, both in points.
    public init(size: CGSize = CGSize(width: 320, height: 480), contentSize: CGSize = CGSize(width: 320, height: 480)) {
        self.size = size
        self.contentSize = contentSize
    }

    /// The maximum offset, at which the view shows the end of the contents.
    public var maximumOffset: CGPoint {
        CGPoint(x: max(0, contentSize.width - size.width), y: max(0, contentSize.height - size.height))
    }

    /// Determines which requirements a new delegate implements.
    func delegateDidChange() {
        answers = DelegateAnswers(of: delegate, about: ScrollViewDelegateProxy.Selectors.all)
    }

    /// Notifies the delegate of a new offset.
    func contentOffsetDidChange() {
        if implements(ScrollViewDelegateProxy.Selectors.didScroll) { delegate?.scrollViewDidScroll(self) }
    }

    /// Whether the delegate implements a requirement.
    func implements<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) -> Bool {
        answers.contains(selector)
    }
}
