// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import InspectorServer

@Suite struct TokenFileTests {
    /// Gives `body` the path of a file that does not exist yet.
    private func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/inspector-token-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink(folder + "/token")
            rmdir(folder)
        }
        return try body(folder + "/token")
    }

    @Test func makesATokenAndFindsItAgain() throws {
        try withPath { path in
            let token = try TokenFile(path: path).token()
            #expect(try TokenFile(path: path).token().text == token.text)
        }
    }

    @Test func refusesAFileThatOthersMayRead() throws {
        try withPath { path in
            _ = try TokenFile(path: path).token()
            chmod(path, 0o640)
            #expect(throws: InspectorServerError(.tokenFileUnusable, context: "")) { try TokenFile(path: path).token() }
        }
    }

    /// Regression test: opening a pipe waited for a writer, deaf to signals.
    @Test func refusesAPipe() throws {
        try withPath { path in
            #expect(mkfifo(path, 0o600) == 0)
            #expect(throws: InspectorServerError(.tokenFileUnusable, context: "")) { try TokenFile(path: path).token() }
        }
    }

    @Test func refusesAFileOfAnotherUser() throws {
        try withPath { path in
            _ = try TokenFile(path: path).token()
            let other = TokenFile(path: path, owner: geteuid() + 1)
            #expect(throws: InspectorServerError(.tokenFileUnusable, context: "")) { try other.token() }
        }
    }
}
