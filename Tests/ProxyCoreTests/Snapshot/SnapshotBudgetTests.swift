// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

/// Limits on what is recorded of values.
@Suite struct SnapshotBudgetTests {
    @Test func aTextChangesTheLimitsThatItNames() throws {
        var expected = SnapshotBudget()
        expected.depth = 8
        #expect(SnapshotBudget("depth=8") == expected)
        expected.textBytes = 60_000
        expected.childCount = 0
        expected.recordBytes = 65_536
        expected.time = .seconds(2)
        #expect(
            SnapshotBudget("milliseconds=2000, textBytes=60000, depth = 8, childCount=0, recordBytes=65536") == expected
        )
        #expect(expected.clamped == expected)
    }

    @Test(arguments: [
        "", ",", "8", "depth", "depth=", "=8", "depth=8,", "depth=8=8", "depth=x", "depth=65", "depth=-1", "depth=8.0",
        "depth=8,depth=8", "Depth=8", "time=8", "textBytes=15", "recordBytes=255", "childCount=1001", "milliseconds=0",
        "depth=99999999999999999999",
    ])
    func aTextThatIsNoLimitsIsRefused(text: String) { #expect(SnapshotBudget(text) == nil) }

    @Test func theEnvironmentConfiguresARecorder() throws {
        var configuration = RecorderConfiguration()
        try configuration.read(
            ProcessEnvironment([
                "INSPECTOR_BUDGET": "depth=8", "INSPECTOR_MEMORY": "8", "INSPECTOR_EXCLUDE": "a*;b*",
            ])
        )
        #expect(configuration.budget == SnapshotBudget("depth=8"))
        #expect(configuration.captureRules == CaptureRules(exclude: ["a*", "b*"]))
        let error = #expect(throws: EnvironmentError.self) {
            try configuration.read(ProcessEnvironment(["INSPECTOR_BUDGET": "depth=65"]))
        }
        #expect(
            error?.description == """
                INSPECTOR_BUDGET=depth=65 in the environment: not limits such as textBytes=8192,depth=8: textBytes 16 to \
                60000, depth 0 to 64, childCount 0 to 1000, recordBytes 256 to 65536, milliseconds 1 to 60000
                """
        )
    }

    @Test func anInvalidVariableLetsNoOtherOneGo() {
        var configuration = RecorderConfiguration()
        let environment = ProcessEnvironment([
            "INSPECTOR_MEMORY": "2", "INSPECTOR_BUDGET": "depth=65", "INSPECTOR_INCLUDE": ";",
            "INSPECTOR_EXCLUDE": "secret*",
        ])
        let error = #expect(throws: EnvironmentError.self) { try configuration.read(environment) }
        #expect(error?.variable == "INSPECTOR_MEMORY")
        #expect(configuration.budget == SnapshotBudget())
        #expect(configuration.captureRules == CaptureRules(exclude: ["secret*"]))
    }
}
