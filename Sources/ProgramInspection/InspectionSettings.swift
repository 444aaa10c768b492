// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

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
    /// Read by the preloaded library.
    package static let children = flag("INSPECTOR_CHILDREN")

    private static func patterns(_ variable: String) -> EnvironmentSetting<[String]> {
        EnvironmentSetting(variable, "patterns with semicolons between them") { text in
            let patterns = CaptureRules.patterns(in: text)
            return patterns.isEmpty ? nil : patterns
        }
    }

    private static func flag(_ variable: String) -> EnvironmentSetting<Bool> {
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

    /// Protocols that are recorded when none is named.
    package static let standardProtocols = ["*Delegate", "*DataSource"]

    package init(_ environment: ProcessEnvironment) throws(EnvironmentError) {
        let types = try InspectionSetting.types.value(in: environment) ?? []
        let modules = try InspectionSetting.modules.value(in: environment) ?? []
        let standard = types.isEmpty && modules.isEmpty ? Self.standardProtocols : ["*"]
        selection = Interposer.Selection(
            protocols: try InspectionSetting.protocols.value(in: environment) ?? standard,
            types: types,
            modules: modules,
            excluded: try EnvironmentSetting.exclude.value(in: environment) ?? []
        )
        store = try InspectionSetting.store.value(in: environment)
        storeLimitMegabytes = try InspectionSetting.storeLimit.value(in: environment)
        waitsForClient = try InspectionSetting.wait.value(in: environment) ?? false
        staysAfterEnd = try InspectionSetting.stay.value(in: environment) ?? false
    }
}
