// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc
import Testing

@testable import InspectorServer

@Suite struct StaticPagesTests {
    private static let publicDirectory =
        #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/public"

    @Test(arguments: Transport.allCases) func servesThePage(transport: Transport) throws {
        let index = try #require(DirectoryListing.read(Self.publicDirectory + "/index.html"))
        try withService(transport, routes: []) { client in
            for path in ["/", "/index.html"] {
                let reply = try client.get(path)
                #expect(reply.status == 200)
                #expect(reply.text == String(decoding: index, as: UTF8.self))
                #expect(reply.headers["Content-Type"] == "text/html; charset=utf-8")
            }
        }
    }

    @Test func embedsEveryFileOfThePage() throws {
        let files = DirectoryListing.files(below: Self.publicDirectory)
        #expect(!files.isEmpty)
        #expect(Set(EmbeddedAsset.all.map(\.path)) == Set(files.keys))
        for asset in EmbeddedAsset.all {
            let file = try #require(files[asset.path])
            let bytes = try #require(DirectoryListing.read(file))
            // Compared outside of the expectation, because a failure would print both files byte by byte.
            let isSame: Bool
            switch asset.body {
            case .fixed(let text): isSame = text.withUTF8Buffer { $0.elementsEqual(bytes) }
            case .bytes(let content): isSame = content == bytes
            default: isSame = false
            }
            #expect(isSame, "\(asset.path) is not what was embedded")
            #expect(asset.entityTag == ContentTag.make(bytes))
        }
    }

    @Test(arguments: Transport.allCases) func answers304ForAKnownTag(transport: Transport) throws {
        try withService(transport, routes: []) { client in
            let first = try client.get("/")
            let tag = try #require(first.headers["ETag"])
            for value in [tag, "\"x\", \(tag)", "\(tag) , \"x\"", "\"x\",\t\(tag)", "W/\(tag)", "*"] {
                let reply = try client.get("/", headers: [("If-None-Match", value)])
                #expect(reply.status == 304)
                #expect(reply.text == "")
                #expect(reply.headers["ETag"] == tag)
                #expect(reply.headers["Content-Length"] == first.headers["Content-Length"])
            }
            #expect(try client.get("/", headers: [("If-None-Match", "\"x\"")]).status == 200)
        }
    }

    @Test(arguments: Transport.allCases) func answers405WithAllowForFiles(transport: Transport) throws {
        try withService(transport, routes: []) { client in
            for (method, path) in [("POST", "/"), ("DELETE", "/index.html"), ("OPTIONS", "/openapi.json")] {
                let reply = try client.send(method, path)
                #expect(reply.status == 405)
                #expect(reply.headers["Allow"] == "GET, HEAD")
            }
            #expect(try client.send("POST", "/nothing").status == 404)
        }
    }

    @Test(arguments: Transport.allCases) func leavesNoWayOutOfTheTable(transport: Transport) throws {
        try withService(transport, routes: []) { client in
            for path in [
                "/../Package.swift", "/..%2FPackage.swift", "/%2e%2e/Package.swift", "//etc/passwd", "/index.html%00",
            ] {
                let reply = try client.get(path)
                #expect(reply.status == 404, "\(path)")
            }
        }
    }

    @Test(arguments: Transport.allCases) func servesADirectoryAsItIs(transport: Transport) throws {
        var template = Array("/tmp/inspector-pages-XXXXXX".utf8CString)
        let root = try #require(mkdtemp(&template).map { String(cString: $0) })
        func write(_ path: String, _ text: String) {
            let file = fopen(root + "/" + path, "w")
            fputs(text, file)
            fclose(file)
        }
        defer {
            for path in ["index.html", "js/app.js", "link.html", ".hidden"] { unlink(root + "/" + path) }
            rmdir(root + "/js")
            rmdir(root)
        }
        mkdir(root + "/js", 0o700)
        write("index.html", "one")
        write("js/app.js", "let a")
        write(".hidden", "secret")
        symlink("/etc/passwd", root + "/link.html")
        try withService(transport, library: try .directory(root), routes: []) { client in
            let first = try client.get("/")
            #expect(first.text == "one")
            write("index.html", "two")
            let second = try client.get("/")
            #expect(second.text == "two")
            #expect(first.headers["ETag"] != second.headers["ETag"])
            #expect(try client.get("/js/app.js").headers["Content-Type"] == "text/javascript; charset=utf-8")
            for path in ["/.hidden", "/link.html", "/js", "/js/../index.html", "/js%2Fapp.js%2F..%2F..%2Findex.html"] {
                #expect(try client.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test func saysWhenTheDirectoryIsMissing() {
        #expect(throws: InspectorServerError(.publicDirectoryMissing, context: "")) {
            try AssetLibrary.directory("/nowhere")
        }
    }
}
