// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import AssetFormat
internal import ProxyCore

/// The inspector page and the invocations in one self-contained HTML file.
///
/// An import map defines each of the page's modules as a `data:` URL under its own name, because inline modules cannot
/// import each other by relative URLs. The invocations are lines of JSON in a script element that is not executed; `<`
/// is escaped so that no text can end the element.
struct PageEncoder: ExportEncoder {
    private let context: ExportContext

    init(_ context: ExportContext) { self.context = context }

    mutating func begin() -> [UInt8] {
        let about = context.members.map { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }.joined()
        return Self.head + Array("<script type=\"application/json\" id=\"recording-context\">".utf8) + about
            + Array("</script>\n<script type=\"application/x-ndjson\" id=\"recording\">\n".utf8)
    }

    /// The page, up to the recording. Kept, because many tests may fail.
    private static let head: [UInt8] = {
        let page = text("index.html").replacing(/<link rel="stylesheet" href="([^"]+)">/) { match in
            "<style>\n\(text(String(match.1)))</style>"
        }.replacing(/<script src="([^"]+)"><\/script>/) { match in
            "<script>\n\(text(String(match.1)))</script>"
        }.replacing(/(src|href)="([^"]+\.svg)"/) { match in
            "\(match.1)=\"\(dataAddress(String(match.2)))\""
        }.replacing(/<script type="module" src="([^"]+)"><\/script>/) { match in
            """
            <script type="importmap">{"imports":{\(importMap)}}</script>
            <script type="module">import "\(moduleName(String(match.1)))";</script>
            """
        }.replacing(
            "<meta charset=\"utf-8\">",
            with: """
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' \
                data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
                """
        )
        // The module is deferred, so the recording is parsed before it runs.
        return Array(page.replacing("</body>", with: "").replacing("</html>", with: "").utf8)
    }()

    mutating func encode(_ invocation: Invocation) -> [UInt8] { line(InvocationEncoder.encode(invocation)) }

    mutating func encode(_ event: ProxyEvent) -> [UInt8] { line(event.json(epoch: context.epoch)) }

    private func line(_ json: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in json {
            if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    mutating func end() -> [UInt8] { Array("</script>\n</body>\n</html>\n".utf8) }

    // MARK: Files of the page

    private static let files = Dictionary(uniqueKeysWithValues: EmbeddedAsset.all.map { ($0.path, $0.bytes) })

    private static func text(_ path: String) -> String { String(decoding: files[path] ?? [], as: UTF8.self) }

    private static func dataAddress(_ path: String) -> String {
        "data:\(MediaType.ofFile(named: path));base64,\(Base64.encode(files[path] ?? []))"
    }

    private static var importMap: String {
        files.keys.filter { $0.hasSuffix(".js") }.sorted().map { path in
            let source = Array(module(path).utf8)
            return "\"\(moduleName(path))\":\"data:text/javascript;base64,\(Base64.encode(source))\""
        }.joined(separator: ",\n")
    }

    private static func moduleName(_ path: String) -> String { "inspector/\(path)" }

    /// A module whose imports use the names in the import map.
    private static func module(_ path: String) -> String {
        text(path).replacing(/(from|import)(\s+|\s*\(\s*)'(\.[^']+)'/) { match in
            "\(match.1)\(match.2)'\(moduleName(resolve(String(match.3), from: path)))'"
        }
    }

    /// `../model/call.js` in `views/badge.js` is `model/call.js`.
    static func resolve(_ relative: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}

extension EmbeddedAsset {
    fileprivate var bytes: [UInt8] {
        switch content {
        case .text(let text): text.withUTF8Buffer { Array($0) }
        case .base64(let text): text.withUTF8Buffer { Base64.decode($0) }
        }
    }
}
