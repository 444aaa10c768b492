// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// This process, as the resource of the spans of a live recorder.
enum OwnProcess {
    /// - SeeAlso: OpenTelemetry semantic conventions for resources
    static var attributes: TraceRequest.Resource {
        [
            CallSpan.Attribute("process.pid", getpid()), CallSpan.Attribute("process.executable.name", name),
            CallSpan.Attribute("host.name", host),
        ]
    }

    /// Name of the program.
    static var name: String {
        let path = CommandLine.arguments.first ?? ""
        return String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    private static var host: String {
        // HOST_NAME_MAX is 64.
        let size = 65
        var text = [CChar](repeating: 0, count: size)
        guard gethostname(&text, size) == 0 else { return "localhost" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
