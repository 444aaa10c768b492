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

    /// Regression test: the file was looked for and made again without end.
    @Test func aLinkToNothingIsUnusable() throws {
        try withPath { path in
            #expect(symlink("nothing", path) == 0)
            #expect(throws: InspectorServerError(.tokenFileUnusable, context: "")) { try TokenFile(path: path).token() }
        }
    }

    /// Regression test: all but the first found a file that they had not made, or an empty one.
    @Test func programsThatStartAtTheSameTimeHaveTheSameToken() async throws {
        for _ in 0..<20 {
            var template = Array("/tmp/inspector-token-XXXXXX".utf8CString)
            let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
            let tokens = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<8 { group.addTask { try? TokenFile(path: folder + "/token").token().text } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(tokens).count == 1 && tokens[0] != nil)
            unlink(folder + "/token")
            // Nothing else is left there.
            #expect(rmdir(folder) == 0)
        }
    }
}
