// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// The reason for generating no proxy.
enum GenerationError: Error, Equatable, CustomStringConvertible {
    case unknownModule(String, nearest: [String])
    case unknownProtocol(String, module: String, nearest: [String])
    case unknownRequirement(String, protocolName: String, nearest: [String])
    case extractionFailed(String, message: String)
    case refused(String, reasons: [String])
    case stale(path: String)
    case leftover(path: String)
    case malformedOption(String)
    case malformedProperty(String)
    case notPublic(String, access: String)
    case notVisible(String, access: String, module: String, destination: String)
    case unreadableHeader(String)
    case unreadableGraph(String, message: String)
    case missingTool(String)
    case unwritable(String, message: String, isPlugin: Bool)
    case unwritableOutput(message: String)

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
        case .leftover(let path):
            "\(path) belongs to an earlier, longer proxy; generate it again, which removes the file"
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
        case .unwritableOutput(let message):
            "standard output cannot be written: \(message)"
        case .unreadableGraph(let path, let message):
            "the symbol graph \(path) cannot be read: \(message)"
        case .missingTool(let name):
            "there is no \(name); put the folder of the Swift toolchain's programs into PATH"
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

/// What errors of Foundation are about, without codes and domains.
enum FailureReason {
    /// The system's message, if the error comes from the system.
    static func of(_ error: any Error) -> String {
        if let error = error as? DecodingError { return "\(error)" }
        let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        let system = inner as NSError
        guard system.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(system.code)))
    }

    /// The reason, after the path of the file that the error is about, if any.
    static func withPath(of error: any Error) -> String {
        let path = (error as NSError).userInfo[NSFilePathErrorKey] as? String
        return (path.map { "\($0): " } ?? "") + of(error)
    }
}
