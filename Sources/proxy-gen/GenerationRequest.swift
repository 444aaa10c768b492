// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// What is asked of the generator.
struct GenerationRequest {
    var module: String
    var protocolName: String
    /// Protocols that the proxy conforms to as well.
    var others: [String] = []
    var className: String?
    /// The class of the parent object and its property; nil to look for one.
    var parent: (type: String, property: String)?
    var looksForParent = true
    /// The class of an object that is given its delegate when it is made, and the property that shows it.
    var givenTo: (type: String, property: String)?
    var access = AccessLevel.internal
    /// Expressions by requirement.
    var answers: [String: String] = [:]
    /// Short names by requirement.
    var names: [String: String] = [:]
    /// Requirements whose default bodies are known to do nothing.
    var emptyDefaults = false
    /// Modules to import besides those that are seen to be needed.
    var imports: Set<String> = []
    /// The module that the file will belong to, which it does not import.
    var destination: String?
    /// Where the file goes, nil where it is printed.
    var directory: URL?
    /// How the file is made again, in lines.
    var command: [String] = []
    /// What stands before that: a licence, for one; in lines.
    var header: [String] = []
    /// Modules of the package that the file will belong to: to make their types conform is not retroactive.
    var packageModules: Set<String> = []
}
