// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A line that a person types into to look for something.
open class SearchBar: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = SearchBarDelegateProxy.Selectors

    /// The proxies of this bar.
    public let delegateProxies = DelegateProxyStorage()

    /// Is told what is typed; held weakly.
    open weak var delegate: (any SearchBarDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// What is looked for. Setting it tells the delegate nothing; typing does.
    open var text: String?

    private var answers = DelegateAnswers()

    /// An empty bar.
    public init() {}

    /// Keys are pressed; the delegate may refuse what they write.
    ///
    /// - Returns: Whether the text has changed.
    @discardableResult
    public func type(_ replacement: String) -> Bool {
        if answers.contains(Selectors.shouldChangeText),
            delegate?.searchBar(self, shouldChangeTextTo: (text ?? "") + replacement) == false
        {
            return false
        }
        change((text ?? "") + replacement)
        return true
    }

    /// A finger empties the bar.
    public func clear() { change("") }

    /// A finger taps the button that begins the search.
    public func tapSearch() {
        if answers.contains(Selectors.searchButtonClicked) { delegate?.searchBarSearchButtonClicked(self) }
    }

    /// A finger taps the button that gives the search up.
    public func tapCancel() {
        if answers.contains(Selectors.cancelButtonClicked) { delegate?.searchBarCancelButtonClicked(self) }
    }

    private func change(_ text: String) {
        self.text = text
        if answers.contains(Selectors.textDidChange) { delegate?.searchBar(self, textDidChange: text) }
    }
}
