// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// The reason for generating no proxy.
enum GenerationError: Error, Equatable, CustomStringConvertible {
    case unknownModule(String, nearest: [String])
    case unknownProtocol(String, module: String, nearest: [String])
    case unknownRequirement(String, protocolName: String, nearest: [String])
    case extractionFailed(String, message: String)
    case refused(String, reasons: [String])
    case stale(path: String)
    case malformedOption(String)
    case malformedProperty(String)
    case notPublic(String, access: String)
    case notVisible(String, access: String, module: String, destination: String)
    case unreadableHeader(String)
    case unwritable(String, message: String, isPlugin: Bool)

    var description: String {
        switch self {
        case .unknownModule(let name, let nearest):
            "there is no module \(name)" + Self.hint(nearest) + "; pass the directory of your own modules with -I"
        case .unknownProtocol(let name, let module, let nearest):
            "\(module) has no protocol \(name)" + Self.hint(nearest)
        case .unknownRequirement(let name, let protocolName, let nearest):
            "\(protocolName) has no requirement \(name)" + Self.hint(nearest)
        case .extractionFailed(let module, let message):
            "swift-symbolgraph-extract could not read \(module):\n\(message)"
        case .refused(let name, let reasons):
            "\(name) cannot have a proxy:\n" + reasons.map { "  \($0)" }.joined(separator: "\n")
        case .stale(let path):
            "\(path) differs from the generator's output; generate it again"
        case .notPublic(let name, let access):
            "\(name) is \(access), so its proxy cannot be public; omit --public"
        case .notVisible(let name, let access, let module, let destination):
            "\(name) is \(access) in \(module), so \(destination) cannot see it; make it public, or generate the proxy into "
                + module
        case .unwritable(let path, let message, let isPlugin):
            "\(path) cannot be written: \(message)"
                + (isPlugin
                    ? "\nIf SwiftPM runs plugins in a sandbox: "
                        + "swift package --allow-writing-to-package-directory generate-proxy …" : "")
        case .unreadableHeader(let path):
            "the header \(path) cannot be read"
        case .malformedOption(let text):
            "'\(text)': not of the form REQUIREMENT=VALUE"
        case .malformedProperty(let text):
            "'\(text)': not of the form CLASS.PROPERTY"
        }
    }

    private static func hint(_ nearest: [String]) -> String {
        nearest.isEmpty ? "" : "; nearest: \(nearest.joined(separator: ", "))"
    }
}
