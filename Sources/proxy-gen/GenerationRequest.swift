// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// A request to the generator.
struct GenerationRequest {
    var module: String
    var protocolName: String
    /// Further protocols that the proxy conforms to.
    var others: [String] = []
    var className: String?
    /// The class of the parent object and its property; nil to search for one.
    var parent: (type: String, property: String)?
    var looksForParent = true
    /// The class of an object that receives its delegate at creation, and the property that exposes it.
    var givenTo: (type: String, property: String)?
    var access = AccessLevel.internal
    /// Default answers by requirement.
    var answers: [String: String] = [:]
    /// Short names by requirement.
    var names: [String: String] = [:]
    /// Whether the protocol's default bodies are known to do nothing.
    var emptyDefaults = false
    /// Modules to import besides the detected ones.
    var imports: Set<String> = []
    /// The module of the file, which the file doesn't import.
    var destination: String?
    /// The directory for the file; nil to print it.
    var directory: URL?
    /// The command that regenerates the file, in lines.
    var command: [String] = []
    /// Lines before the command, such as a licence.
    var header: [String] = []
    /// Modules of the file's package: conformances of their types are not retroactive.
    var packageModules: Set<String> = []
}
