// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// What every command that records takes of its recorder.
struct RecorderOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Memory for stored calls, in megabytes; the oldest leave when it is full. \
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
                throw ValidationError("--memory is a number from 4 to 1000000, not \(megabytes).")
            }
            return megabytes
        }
    }

    /// The shared recorder, set up to lose nothing.
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
