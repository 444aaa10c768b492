// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The proxy of `SearchBar.delegate`.
open class SearchBarDelegateProxy:
    DelegateProxy<SearchBar, any SearchBarDelegate>,
    DelegateProxyType,
    SearchBarDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `SearchBarDelegate`.
    public enum Selectors {
        /// `searchBar(_:shouldChangeTextTo:)`
        public static let shouldChangeText = MethodSelector<SearchBarDelegateProxy, (SearchBar, String), Bool>(
            "searchBar(_:shouldChangeTextTo:)",
            of: "SearchBarDelegate",
            parameters: ["searchBar", "text"],
            traits: [.optional, .editable]
        )
        /// `searchBar(_:textDidChange:)`
        public static let textDidChange = MethodSelector<SearchBarDelegateProxy, (SearchBar, String), Void>(
            "searchBar(_:textDidChange:)",
            of: "SearchBarDelegate",
            parameters: ["searchBar", "searchText"],
            traits: [.optional, .editable]
        )
        /// `searchBarSearchButtonClicked(_:)`
        public static let searchButtonClicked = MethodSelector<SearchBarDelegateProxy, SearchBar, Void>(
            "searchBarSearchButtonClicked(_:)",
            of: "SearchBarDelegate",
            parameter: "searchBar",
            traits: .optional
        )
        /// `searchBarCancelButtonClicked(_:)`
        public static let cancelButtonClicked = MethodSelector<SearchBarDelegateProxy, SearchBar, Void>(
            "searchBarCancelButtonClicked(_:)",
            of: "SearchBarDelegate",
            parameter: "searchBar",
            traits: .optional
        )

        /// All selectors.
        public static let all = [
            AnyMethodSelector(shouldChangeText), AnyMethodSelector(textDidChange),
            AnyMethodSelector(searchButtonClicked), AnyMethodSelector(cancelButtonClicked),
        ]
    }

    /// Registers the proxy for `SearchBar` and its subclasses.
    open class func registerKnownImplementations() {
        register { SearchBarDelegateProxy(searchBar: $0) }
    }

    /// Creates the proxy of a bar. To install it as well, use `proxy(for:)`.
    public init(searchBar: SearchBar, recorder: Recorder = .current) {
        super.init(parentObject: searchBar, delegateProxy: SearchBarDelegateProxy.self, recorder: recorder)
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `searchBar(_:shouldChangeTextTo:)`.
    open func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool {
        forward(Selectors.shouldChangeText, (searchBar, text), default: true) {
            $0.searchBar(searchBar, shouldChangeTextTo: text)
        } edited: {
            $0.searchBar($1.0, shouldChangeTextTo: $1.1)
        }
    }

    /// Forwards `searchBar(_:textDidChange:)`.
    open func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
        forward(Selectors.textDidChange, (searchBar, searchText)) {
            $0.searchBar(searchBar, textDidChange: searchText)
        } edited: {
            $0.searchBar($1.0, textDidChange: $1.1)
        }
    }

    /// Forwards `searchBarSearchButtonClicked(_:)`.
    open func searchBarSearchButtonClicked(_ searchBar: SearchBar) {
        forward(Selectors.searchButtonClicked, searchBar) { $0.searchBarSearchButtonClicked(searchBar) }
    }

    /// Forwards `searchBarCancelButtonClicked(_:)`.
    open func searchBarCancelButtonClicked(_ searchBar: SearchBar) {
        forward(Selectors.cancelButtonClicked, searchBar) { $0.searchBarCancelButtonClicked(searchBar) }
    }
}
