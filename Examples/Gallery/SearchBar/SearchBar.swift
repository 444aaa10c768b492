// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A text field for search terms.
open class SearchBar: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = SearchBarDelegateProxy.Selectors

    /// The proxies of this bar.
    public let delegateProxies = DelegateProxyStorage()

    /// The delegate, referenced weakly.
    open weak var delegate: (any SearchBarDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The search text. Only typing notifies the delegate, not setting this property.
    open var text: String?

    private var answers = DelegateAnswers()

    /// Creates an empty bar.
    public init() {}

    /// Simulates typing; the delegate can reject the new text.
    ///
    /// - Returns: Whether the text changed.
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

    /// Simulates clearing the text.
    public func clear() { change("") }

    /// Simulates a tap on the search button.
    public func tapSearch() {
        if answers.contains(Selectors.searchButtonClicked) { delegate?.searchBarSearchButtonClicked(self) }
    }

    /// Simulates a tap on the cancel button.
    public func tapCancel() {
        if answers.contains(Selectors.cancelButtonClicked) { delegate?.searchBarCancelButtonClicked(self) }
    }

    private func change(_ text: String) {
        self.text = text
        if answers.contains(Selectors.textDidChange) { delegate?.searchBar(self, textDidChange: text) }
    }
}
