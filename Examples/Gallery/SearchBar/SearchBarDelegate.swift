// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Is told what a person looks for. Everything may be left out.
public protocol SearchBarDelegate: AnyObject {
    /// Whether the text may become another one; true when it is left out.
    func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool
    /// The text has become another one.
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
    /// The search is to begin.
    func searchBarSearchButtonClicked(_ searchBar: SearchBar)
    /// The search is given up.
    func searchBarCancelButtonClicked(_ searchBar: SearchBar)
}

extension SearchBarDelegate {
    /// What stands in for `searchBar(_:shouldChangeTextTo:)` where it is left out.
    public func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool { true }
    /// What stands in for `searchBar(_:textDidChange:)` where it is left out.
    public func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {}
    /// What stands in for `searchBarSearchButtonClicked(_:)` where it is left out.
    public func searchBarSearchButtonClicked(_ searchBar: SearchBar) {}
    /// What stands in for `searchBarCancelButtonClicked(_:)` where it is left out.
    public func searchBarCancelButtonClicked(_ searchBar: SearchBar) {}
}
