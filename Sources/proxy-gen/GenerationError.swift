// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Why there is no proxy.
enum GenerationError: Error, Equatable, CustomStringConvertible {
    case unknownModule(String, nearest: [String])
    case unknownProtocol(String, module: String, nearest: [String])
    case unknownRequirement(String, protocolName: String, nearest: [String])
    case extractionFailed(String, message: String)
    case refused(String, reasons: [String])
    case stale(path: String)
    case malformedOption(String)

    var description: String {
        switch self {
        case .unknownModule(let name, let nearest):
            "there is no module \(name)" + Self.hint(nearest) + "; give the directory of a module of your own by -I"
        case .unknownProtocol(let name, let module, let nearest):
            "\(module) has no protocol \(name)" + Self.hint(nearest)
        case .unknownRequirement(let name, let protocolName, let nearest):
            "\(protocolName) has no requirement \(name)" + Self.hint(nearest)
        case .extractionFailed(let module, let message):
            "swift-symbolgraph-extract could not read \(module):\n\(message)"
        case .refused(let name, let reasons):
            "\(name) cannot have a proxy:\n" + reasons.map { "  \($0)" }.joined(separator: "\n")
        case .stale(let path):
            "\(path) is not what this module and this generator give; make it again"
        case .malformedOption(let text):
            "'\(text)' should be REQUIREMENT=VALUE"
        }
    }

    private static func hint(_ nearest: [String]) -> String {
        nearest.isEmpty ? "" : "; nearest: \(nearest.joined(separator: ", "))"
    }
}
