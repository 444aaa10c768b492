// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// Recorder options of commands that record.
struct RecorderOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Memory for stored calls, in megabytes; the oldest calls are evicted. \
            \(EnvironmentSetting.memory.help("256, and a million calls"))
            """,
            valueName: "megabytes"
        )
    )
    var memory: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Limits on what is recorded of the values of a call: textBytes, depth, childCount, recordBytes and \
            milliseconds, such as textBytes=8192,depth=8. \
            \(EnvironmentSetting.budget.help("textBytes=2048, depth=4, childCount=32, recordBytes=16384, milliseconds=1"))
            """,
            valueName: "limits"
        )
    )
    var budget: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Record only calls that match this pattern, such as 'XMLParserDelegate' or '*found*'; repeat it for more. \
            \(EnvironmentSetting.include.help("all calls"))
            """,
            valueName: "pattern"
        )
    )
    var include: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Don't record calls that match this pattern, even if --include matches too; repeat it for more. \
            \(EnvironmentSetting.exclude.help("no call"))
            """,
            valueName: "pattern"
        )
    )
    var exclude: [String] = []

    func validate() throws {
        _ = try megabytes
        _ = try snapshotBudget
        _ = try captureRules
    }

    private var captureRules: CaptureRules {
        get throws {
            if (include + exclude).contains(where: \.isEmpty) {
                throw ValidationError("--include and --exclude need a pattern that is not empty.")
            }
            return CaptureRules(
                include: include.isEmpty ? try EnvironmentSetting.include.valueOfOption ?? [] : include,
                exclude: exclude.isEmpty ? try EnvironmentSetting.exclude.valueOfOption ?? [] : exclude
            )
        }
    }

    private var snapshotBudget: SnapshotBudget? {
        get throws {
            guard let budget else { return try EnvironmentSetting.budget.valueOfOption }
            if let limits = SnapshotBudget(budget) { return limits }
            throw ValidationError("--budget \(budget): not \(EnvironmentSetting.budget.form).")
        }
    }

    private var megabytes: Int? {
        get throws {
            guard let megabytes = try memory ?? EnvironmentSetting.memory.valueOfOption else { return nil }
            guard (4...1_000_000).contains(megabytes) else {
                throw ValidationError("--memory \(megabytes): out of range; use 4 to 1000000.")
            }
            return megabytes
        }
    }

    /// The options as variables of the environment.
    var variables: [(String, String)] {
        [(EnvironmentSetting.include, include), (EnvironmentSetting.exclude, exclude)]
            .filter { !$0.1.isEmpty }.map { ($0.0.variable, $0.1.joined(separator: ";")) }
            + (memory.map { [(EnvironmentSetting.memory.variable, "\($0)")] } ?? [])
            + (budget.map { [(EnvironmentSetting.budget.variable, $0)] } ?? [])
    }

    /// The shared recorder, configured to drop nothing.
    func recorder() throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.captureRules = try captureRules
        if let megabytes = try megabytes {
            configuration.store(megabytes: megabytes)
        }
        if let budget = try snapshotBudget { configuration.budget = budget }
        _ = Recorder.configureShared(configuration)
        return .shared
    }
}
