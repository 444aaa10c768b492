// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore
public import Reactive

/// A view on contents larger than itself: knows which part is seen, and tells its delegate when that changes.
///
/// Nothing is drawn. Use it from one thread at a time.
open class ScrollView: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    /// The proxies of this view.
    public let delegateProxies = DelegateProxyStorage()

    /// Is told of the scrolling; held weakly.
    open weak var delegate: (any ScrollViewDelegate)? {
        didSet { delegateDidChange() }
    }

    /// Width and height of what is seen, in points.
    public let size: CGSize

    /// Width and height of the contents, in points.
    open var contentSize: CGSize

    /// The point of the contents that is seen in the upper left corner.
    open var contentOffset = CGPoint(x: 0, y: 0) {
        didSet { if contentOffset != oldValue { contentOffsetDidChange() } }
    }

    private var answers = DelegateAnswers()

    /// A view of a size, over contents of a size; both in points.
    public init(size: CGSize = CGSize(width: 320, height: 480), contentSize: CGSize = CGSize(width: 320, height: 480)) {
        self.size = size
        self.contentSize = contentSize
    }

    /// The lowest offset that still fills the view with contents.
    public var maximumOffset: CGPoint {
        CGPoint(x: max(0, contentSize.width - size.width), y: max(0, contentSize.height - size.height))
    }

    /// Asks a new delegate what it implements.
    func delegateDidChange() {
        answers = DelegateAnswers(of: delegate, about: ScrollViewDelegateProxy.Selectors.all)
    }

    /// Tells the delegate that the contents have moved.
    func contentOffsetDidChange() {
        if implements(ScrollViewDelegateProxy.Selectors.didScroll) { delegate?.scrollViewDidScroll(self) }
    }

    /// Whether the delegate said that it implements a requirement.
    func implements<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) -> Bool {
        answers.contains(selector)
    }
}
