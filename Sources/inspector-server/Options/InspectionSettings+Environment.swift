// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProgramInspection
import ProxyCore

extension InspectionSettings {
    /// The settings in the environment that hold for any inspected program, by variable. Paths are absolute: the program
    /// may be in another folder.
    static var inherited: [String: String] {
        var settings = ProcessInfo.processInfo.environment.filter { variables.contains($0.key) }
        for path in paths {
            if let value = settings[path], !value.isEmpty { settings[path] = URL(fileURLWithPath: value).path }
        }
        return settings
    }

    /// Those, and what holds for a program that has not begun.
    static var inheritedByExec: [String: String] {
        ProcessInfo.processInfo.environment.filter { startVariables.contains($0.key) }.merging(inherited) { $1 }
    }

    private static let variables: Set<String> = [
        InspectionSetting.types.variable, InspectionSetting.modules.variable, InspectionSetting.store.variable,
        InspectionSetting.storeLimit.variable, EnvironmentSetting<Int>.memory.variable,
        EnvironmentSetting<SnapshotBudget>.budget.variable,
        EnvironmentSetting<[String]>.include.variable, EnvironmentSetting<[String]>.exclude.variable,
        ServerSetting.port.variable, ServerSetting.bind.variable, ServerSetting.publicFolder.variable,
        ServerSetting.tokenFile.variable, ServerSetting.allowRules.variable, ServerSetting.traceLink.variable,
        ServerSetting.maxStreams.variable, ServerSetting.logLevel.variable,
    ]
    private static let paths: Set<String> = [
        InspectionSetting.store.variable, ServerSetting.publicFolder.variable, ServerSetting.tokenFile.variable,
    ]
    private static let startVariables: Set<String> = [
        InspectionSetting.wait.variable, InspectionSetting.stay.variable, InspectionSetting.children.variable,
    ]
}
