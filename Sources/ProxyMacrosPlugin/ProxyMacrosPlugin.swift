// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin.
@main
struct ProxyMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [ProxiedMacro.self, OptionalMacro.self, DefaultMacro.self]
}
