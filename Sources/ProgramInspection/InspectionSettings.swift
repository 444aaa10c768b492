// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Interposer
package import ProxyCore

/// The settings of an inspection that come from the environment, or from `inspector-server exec` in its place.
package enum InspectionSetting {
    package static let protocols = patterns("INSPECT")
    package static let types = patterns("INSPECTOR_TYPES")
    package static let modules = patterns("INSPECTOR_MODULES")
    package static let store = EnvironmentSetting<String>("INSPECTOR_STORE", "a file") { $0 }
    package static let storeLimit = EnvironmentSetting<Int>(
        "INSPECTOR_STORE_LIMIT",
        "a number of megabytes",
        1...1_000_000_000
    )
    package static let wait = flag("INSPECTOR_WAIT")
    package static let stay = flag("INSPECTOR_STAY")
    /// Read by the preloaded library, too.
    package static let children = flag("INSPECTOR_CHILDREN")
    /// The process that was started with these settings; all others are its children.
    package static let process = EnvironmentSetting<Int>("INSPECTOR_PROCESS", "a process", 1...Int(Int32.max))

    /// The patterns of a text with semicolons between them; nil if it has none.
    package static func patterns(in text: String) -> [String]? {
        let patterns = CaptureRules.patterns(in: text)
        return patterns.isEmpty ? nil : patterns
    }

    private static func patterns(_ variable: String) -> EnvironmentSetting<[String]> {
        EnvironmentSetting(variable, "patterns with semicolons between them", patterns(in:))
    }

    static func flag(_ variable: String) -> EnvironmentSetting<Bool> {
        EnvironmentSetting(variable, "0 or 1") { ["0": false, "1": true][$0] }
    }
}

/// What an inspection does. The settings of the recorder and the server are read where they are used.
package struct InspectionSettings: Sendable {
    package var selection: Interposer.Selection
    package var store: String?
    package var storeLimitMegabytes: Int?
    /// Whether the program waits for a client before it begins.
    package var waitsForClient: Bool
    /// Whether the server goes on when the program has ended.
    package var staysAfterEnd: Bool
    /// Whether the settings were made for the process that started this one.
    package var isChild: Bool

    /// Protocols that are recorded when none is named.
    package static let standardProtocols = ["*Delegate", "*DataSource"]
    /// Protocols that are left out then: libraries' own, by convention.
    private static let internalProtocols = ["_*"]

    package init(_ environment: ProcessEnvironment) throws(EnvironmentError) {
        let types = try InspectionSetting.types.value(in: environment) ?? []
        let modules = try InspectionSetting.modules.value(in: environment) ?? []
        let named = try InspectionSetting.protocols.value(in: environment)
        let isStandard = named == nil && types.isEmpty && modules.isEmpty
        let excluded = try EnvironmentSetting.exclude.value(in: environment) ?? []
        selection = Interposer.Selection(
            protocols: named ?? (isStandard ? Self.standardProtocols : ["*"]),
            types: types,
            modules: modules,
            excluded: isStandard ? excluded + Self.internalProtocols : excluded
        )
        let process = Int(getpid())
        isChild = try InspectionSetting.process.value(in: environment) ?? process != process
        store = try InspectionSetting.store.value(in: environment)
        if isChild, let shared = store { store = Self.path(of: shared, for: process) }
        storeLimitMegabytes = try InspectionSetting.storeLimit.value(in: environment)
        waitsForClient = try InspectionSetting.wait.value(in: environment) ?? false
        staysAfterEnd = try InspectionSetting.stay.value(in: environment) ?? false
        // The preloaded library reads it as it is.
        _ = try InspectionSetting.children.value(in: environment)
    }

    /// The recording of a child: `calls-1234.recording` beside `calls.recording`.
    private static func path(of store: String, for process: Int) -> String {
        let file = URL(fileURLWithPath: store)
        let kind = file.pathExtension
        let name = "\(file.deletingPathExtension().lastPathComponent)-\(process)"
        let own = file.deletingLastPathComponent().appendingPathComponent(name)
        return (kind.isEmpty ? own : own.appendingPathExtension(kind)).path
    }
}
