// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// A scroll view for the rows of a data source, with cells for the visible rows only.
///
/// If its delegate conforms to `TableViewDelegate`, it is also notified of events in rows.
open class TableView: ScrollView, HasDataSource, HasPrefetchDataSource {
    private typealias Selectors = TableViewDelegateProxy.Selectors
    private typealias DataSelectors = TableViewDataSourceProxy.Selectors

    /// The data source, referenced weakly. Nothing is shown before `reloadData()`.
    open weak var dataSource: (any TableViewDataSource)? {
        didSet { dataAnswers = DelegateAnswers(of: dataSource, about: DataSelectors.all) }
    }

    /// The prefetching data source, referenced weakly.
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

    /// Creates a table with a size and a row height, in points.
    public init(size: CGSize = CGSize(width: 320, height: 440), rowHeight: CGFloat = 44) {
        self.rowHeight = rowHeight
        super.init(size: size, contentSize: CGSize(width: size.width, height: 0))
    }

    // MARK: Cells

    /// Registers a class of cells for a reuse identifier.
    public func register(_ cellClass: TableViewCell.Type, forCellReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass
    }

    /// A cell that is no longer visible, or a new one of the registered class.
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> TableViewCell {
        if let used = reusable[identifier]?.popLast() {
            used.prepareForReuse()
            return used
        }
        return (cellClasses[identifier] ?? TableViewCell.self).init(reuseIdentifier: identifier)
    }

    /// The cell of a visible row.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? { shown[indexPath] }

    /// Visible rows, from the top.
    public var indexPathsForVisibleRows: [IndexPath] { shown.keys.sorted() }

    /// Cells of visible rows, from the top.
    public var visibleCells: [TableViewCell] { indexPathsForVisibleRows.compactMap { shown[$0] } }

    // MARK: Rows

    /// Number of sections, as of the last `reloadData()`.
    public var numberOfSections: Int { rowCounts.count }

    /// Number of rows in a section, as of the last `reloadData()`.
    public func numberOfRows(inSection section: Int) -> Int { rowCounts[section] }

    /// Reloads everything from the data source.
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

    /// The delegate, if it implements the given requirement of `TableViewDelegate`.
    func delegate<Proxy, Arguments, Return>(
        for selector: MethodSelector<Proxy, Arguments, Return>
    ) -> (any TableViewDelegate)? {
        rowAnswers.contains(selector) ? rowDelegate : nil
    }

    // MARK: Layout

    /// Removes cells that are no longer visible, and adds cells of newly visible rows.
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
