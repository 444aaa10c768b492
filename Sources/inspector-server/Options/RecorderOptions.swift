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

    func validate() throws { _ = try megabytes }

    private var megabytes: Int? {
        get throws {
            guard let megabytes = try memory ?? EnvironmentSetting.memory.valueOfOption else { return nil }
            guard (4...1_000_000).contains(megabytes) else {
                throw ValidationError("--memory \(megabytes): out of range; use 4 to 1000000.")
            }
            return megabytes
        }
    }

    /// The shared recorder, configured to drop nothing.
    func recorder() throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        if let megabytes = try megabytes {
            configuration.store(megabytes: megabytes)
        }
        _ = Recorder.configureShared(configuration)
        return .shared
    }
}
