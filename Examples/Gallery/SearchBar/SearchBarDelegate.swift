// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The delegate of a search bar. All requirements are optional.
public protocol SearchBarDelegate: AnyObject {
    /// Whether the text may change to the given text; true by default.
    func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool
    /// The text changed.
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
    /// The search button was clicked.
    func searchBarSearchButtonClicked(_ searchBar: SearchBar)
    /// The cancel button was clicked.
    func searchBarCancelButtonClicked(_ searchBar: SearchBar)
}

extension SearchBarDelegate {
    /// The default implementation of `searchBar(_:shouldChangeTextTo:)`.
    public func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool { true }
    /// The default implementation of `searchBar(_:textDidChange:)`.
    public func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {}
    /// The default implementation of `searchBarSearchButtonClicked(_:)`.
    public func searchBarSearchButtonClicked(_ searchBar: SearchBar) {}
    /// The default implementation of `searchBarCancelButtonClicked(_:)`.
    public func searchBarCancelButtonClicked(_ searchBar: SearchBar) {}
}
