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
