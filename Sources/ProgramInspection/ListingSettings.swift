// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// Which protocols of a program are listed, and how.
package struct ListingSettings: Sendable {
    /// The form of the list.
    package enum Form: String, Sendable {
        case text, json
    }

    package static let form = EnvironmentSetting<Form>("INSPECTOR_LIST", "text or json") { Form(rawValue: $0) }
    package static let requirements = InspectionSetting.flag("INSPECTOR_LIST_REQUIREMENTS")

    let form: Form
    /// Whether it's said of each requirement what can be recorded.
    let showsRequirements: Bool
    /// Patterns of names; nil for the protocols of the program's own modules, and for those that are recorded when none
    /// is named.
    let protocols: [String]?
    let types: [String]
    let modules: [String]

    package init(_ environment: ProcessEnvironment) throws(EnvironmentError) {
        form = try Self.form.value(in: environment) ?? .text
        showsRequirements = try Self.requirements.value(in: environment) ?? false
        types = try InspectionSetting.types.value(in: environment) ?? []
        modules = try InspectionSetting.modules.value(in: environment) ?? []
        let named = try InspectionSetting.protocols.value(in: environment)
        protocols = modules.isEmpty ? named : named ?? ["*"]
    }
}
