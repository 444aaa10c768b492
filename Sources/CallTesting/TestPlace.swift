// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// The line of a test that expects something, where failures are reported.
struct TestPlace {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    /// Fails the running test, in the library that runs it.
    func fail(_ message: String) {
        TestScope.current?.noteFailure()
        #if canImport(Testing)
        if Test.current != nil || Self.isSwiftTesting {
            Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
            return
        }
        #endif
        #if canImport(XCTest)
        XCTFail(message, file: filePath, line: line)
        #endif
    }

    #if canImport(Testing)
    var sourceLocation: SourceLocation {
        SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }

    /// The package manager runs the tests of each library in a process of its own.
    private static let isSwiftTesting = CommandLine.arguments.contains("swift-testing")
    #endif
}
