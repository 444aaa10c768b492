// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import ProxyCore
import Testing

@testable import FileStore

/// What a connection keeps of the questions that it answered.
@Suite struct FilterStatementTests {
    private let folder = TemporaryFolder()

    private func statements(_ history: FileHistory) -> Int {
        history.answer { db in
            var count = 0
            var statement = sqlite3_next_stmt(db.sqliteConnection, nil)
            while statement != nil {
                count += 1
                statement = sqlite3_next_stmt(db.sqliteConnection, statement)
            }
            return count
        } ?? 0
    }

    /// SQLite takes expressions of a depth of 1 000.
    @Test(arguments: ["|", " "]) func aFilterOfManyTermsIsAnswered(between: String) throws {
        try folder.record(300)
        let recorder = Recorder(replaying: try FileHistory(path: folder.recording))
        let terms = (0..<1_020).map { "m:\($0 % 10)" }.joined(separator: between)
        let filter = try InvocationFilter(terms)
        let matched = recorder.count(matching: filter, within: .seconds(60)).matched
        #expect(recorder.historyFailure == nil)
        var cursor = recorder.cursor(InvocationQuery())
        var all: [Invocation] = []
        while !cursor.isAtEnd { all += cursor.next() }
        #expect(all.count > 200 && matched == all.count(where: filter.matches))
    }

    /// A regular expression can take long for each record, and a block has 2 048.
    @Test(arguments: [InvocationQuery.Order.ascending, .descending])
    func aSearchOfValuesStopsAndGoesOnAtARecord(order: InvocationQuery.Order) throws {
        try folder.record(600)
        let recorder = Recorder(replaying: try FileHistory(path: folder.recording))
        var query = InvocationQuery(try InvocationFilter("arg:/[a-z]/"))
        query.order = order
        func found(within time: Duration) -> (ids: [InvocationID], steps: Int) {
            var cursor = recorder.cursor(query)
            var (ids, steps): ([InvocationID], Int) = ([], 0)
            while !cursor.isAtEnd {
                ids += cursor.next(within: time).map(\.id)
                steps += 1
            }
            return (ids, steps)
        }
        let whole = found(within: .seconds(60)).ids
        let (ids, steps) = found(within: .zero)
        #expect(ids == whole && whole.count > 100 && steps > 100)
    }

    @Test(arguments: [InvocationSort.start, .duration, .selector]) func filtersThatWereAskedOnceLeaveNothingBehind(
        sort: InvocationSort
    ) throws {
        try folder.record(300)
        let history = try FileHistory(path: folder.recording)
        let recorder = Recorder(replaying: history)
        func ask(_ text: String) throws {
            var query = InvocationQuery(try InvocationFilter("arg:\(text) OR dur:>\(text.utf8.count)us"))
            query.sort = sort
            _ = recorder.invocations(query)
        }
        try ask("first")
        let before = statements(history)
        for round in 0..<50 { try ask("text\(round)") }
        #expect(statements(history) <= before)
    }
}
