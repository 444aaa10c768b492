// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// A scroll view over rows that a data source gives it, of which it only has those that are seen.
///
/// Its delegate may conform to `TableViewDelegate` to hear of rows too.
open class TableView: ScrollView, HasDataSource, HasPrefetchDataSource {
    private typealias Selectors = TableViewDelegateProxy.Selectors
    private typealias DataSelectors = TableViewDataSourceProxy.Selectors

    /// Gives the rows; held weakly. Nothing is shown before `reloadData()`.
    open weak var dataSource: (any TableViewDataSource)? {
        didSet { dataAnswers = DelegateAnswers(of: dataSource, about: DataSelectors.all) }
    }

    /// Is told early which rows will be seen; held weakly.
    open weak var prefetchDataSource: (any TableViewPrefetchDataSource)?

    /// Height of each row, in points.
    public let rowHeight: CGFloat

    /// The selected row.
    public internal(set) var indexPathForSelectedRow: IndexPath?

    private(set) var rowCounts: [Int] = []
    private var shown: [IndexPath: TableViewCell] = [:]
    private var cellClasses: [String: TableViewCell.Type] = [:]
    private var reusable: [String: [TableViewCell]] = [:]
    private(set) weak var rowDelegate: (any TableViewDelegate)?
    private(set) var dataAnswers = DelegateAnswers()

    /// A table of a size, with rows of a height; in points.
    public init(size: CGSize = CGSize(width: 320, height: 440), rowHeight: CGFloat = 44) {
        self.rowHeight = rowHeight
        super.init(size: size, contentSize: CGSize(width: size.width, height: 0))
    }

    // MARK: Cells

    /// Has cells of a class made for a reuse identifier.
    public func register(_ cellClass: TableViewCell.Type, forCellReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass
    }

    /// A cell that has left the view, or a new one of the class that is registered.
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> TableViewCell {
        if let used = reusable[identifier]?.popLast() {
            used.prepareForReuse()
            return used
        }
        return (cellClasses[identifier] ?? TableViewCell.self).init(reuseIdentifier: identifier)
    }

    /// The cell of a row that is seen.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? { shown[indexPath] }

    /// Rows that are seen, from the top.
    public var indexPathsForVisibleRows: [IndexPath] { shown.keys.sorted() }

    /// Cells that are seen, from the top.
    public var visibleCells: [TableViewCell] { indexPathsForVisibleRows.compactMap { shown[$0] } }

    // MARK: Rows

    /// Number of sections, as of the last `reloadData()`.
    public var numberOfSections: Int { rowCounts.count }

    /// Number of rows in a section, as of the last `reloadData()`.
    public func numberOfRows(inSection section: Int) -> Int { rowCounts[section] }

    /// Asks the data source for everything again.
    public func reloadData() {
        let sections = dataAnswers.contains(DataSelectors.numberOfSections) ? dataSource?.numberOfSections(in: self) : 1
        rowCounts = (0..<(sections ?? 0)).map { dataSource?.tableView(self, numberOfRowsInSection: $0) ?? 0 }
        indexPathForSelectedRow = nil
        for path in indexPathsForVisibleRows { hide(path) }
        contentSize.height = CGFloat(rowCounts.reduce(0, +)) * rowHeight
        contentOffset.y = min(contentOffset.y, maximumOffset.y)
        layOut()
    }

    override func delegateDidChange() {
        super.delegateDidChange()
        rowDelegate = delegate as? any TableViewDelegate
        rowAnswers = DelegateAnswers(of: delegate, about: rowDelegate == nil ? [] : Selectors.all)
    }

    override func contentOffsetDidChange() {
        super.contentOffsetDidChange()
        layOut()
    }

    private var rowAnswers = DelegateAnswers()

    /// The delegate, if it conforms and said that it implements a requirement of its own protocol.
    func delegate<Proxy, Arguments, Return>(
        for selector: MethodSelector<Proxy, Arguments, Return>
    ) -> (any TableViewDelegate)? {
        rowAnswers.contains(selector) ? rowDelegate : nil
    }

    // MARK: Layout

    /// Takes the cells away that have left the view, and gets those that have come into it.
    private func layOut() {
        let first = Int(contentOffset.y / rowHeight)
        let end = Int(((contentOffset.y + size.height) / rowHeight).rounded(.up))
        let seen = paths(from: first, to: end)
        for path in indexPathsForVisibleRows where !seen.contains(path) { hide(path) }
        for path in seen where shown[path] == nil { show(path) }
        let soon = paths(from: end, to: end + (end - first))
        if !soon.isEmpty { prefetchDataSource?.tableView(self, prefetchRowsAt: soon) }
    }

    private func paths(from first: Int, to end: Int) -> [IndexPath] {
        var start = 0
        return rowCounts.enumerated().flatMap { section, count in
            defer { start += count }
            let rows = max(first, start)..<max(max(first, start), min(end, start + count))
            return rows.map { IndexPath(row: $0 - start, section: section) }
        }
    }

    private func show(_ path: IndexPath) {
        guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { return }
        shown[path] = cell
        delegate(for: Selectors.willDisplay)?.tableView(self, willDisplay: cell, forRowAt: path)
    }

    private func hide(_ path: IndexPath) {
        guard let cell = shown.removeValue(forKey: path) else { return }
        delegate(for: Selectors.didEndDisplaying)?.tableView(self, didEndDisplaying: cell, forRowAt: path)
        if let identifier = cell.reuseIdentifier { reusable[identifier, default: []].append(cell) }
    }
}
