// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import ProxyCore

/// Settings of a later `inspector-server attach` that do not hold, or only in part: the inspection keeps those that it
/// began with.
struct KeptSettings {
    /// Options that need a new start of the program.
    private let ofServer: [String]
    /// Options that clients can set at any time.
    private let ofRecorder: [String]
    /// Options that clients can set at any time, and that hold for the protocols which are added.
    private let ofAddition: [String]

    /// - Parameters:
    ///   - present: The settings that the inspection began with.
    ///   - wanted: Those that were given later.
    init(_ present: ProcessEnvironment, against wanted: ProcessEnvironment) {
        func differing(_ options: KeyValuePairs<String, String>) -> [String] {
            options.compactMap { option, variable in
                guard let value = wanted[variable], !value.isEmpty, value != present[variable] else { return nil }
                return option
            }
        }
        ofServer = differing(Self.serverOptions)
        ofRecorder = differing(Self.recorderOptions)
        ofAddition = differing(Self.additionOptions)
    }

    /// What to do about them, one sentence or more for each kind.
    func messages(url: String) -> [String] {
        var messages: [String] = []
        if !ofServer.isEmpty {
            messages.append(
                "Not taken over: \(ofServer.joined(separator: ", ")). The program is inspected already, and its server "
                    + "keeps the settings that it began with, also after detach; they need a new start of the program."
            )
        }
        // Without the token.
        let change = "PATCH \(url.prefix { $0 != "#" })api/v1/recorder changes it."
        if !ofRecorder.isEmpty {
            messages.append(
                "Not taken over: \(ofRecorder.joined(separator: ", ")). The recorder keeps its choice of calls; "
                    + change
            )
        }
        if !ofAddition.isEmpty {
            messages.append(
                "Taken over in part: \(ofAddition.joined(separator: ", ")). It holds for the protocols that are added "
                    + "now, but the recorder keeps its choice of calls; \(change)"
            )
        }
        return messages
    }

    private static var serverOptions: KeyValuePairs<String, String> {
        [
            "--port": ServerSetting.port.variable, "--bind": ServerSetting.bind.variable,
            "--public": ServerSetting.publicFolder.variable, "--token-file": ServerSetting.tokenFile.variable,
            "--allow-rules": ServerSetting.allowRules.variable, "--trace-link": ServerSetting.traceLink.variable,
            "--max-streams": ServerSetting.maxStreams.variable, "--log-level": ServerSetting.logLevel.variable,
            "--store": InspectionSetting.store.variable, "--store-limit": InspectionSetting.storeLimit.variable,
            "--memory": EnvironmentSetting<Int>.memory.variable,
            "--budget": EnvironmentSetting<SnapshotBudget>.budget.variable,
        ]
    }

    private static var recorderOptions: KeyValuePairs<String, String> {
        ["--include": EnvironmentSetting<[String]>.include.variable]
    }

    private static var additionOptions: KeyValuePairs<String, String> {
        ["--exclude": EnvironmentSetting<[String]>.exclude.variable]
    }
}
