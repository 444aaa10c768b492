// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gzip
import Testing

@Suite struct GzipWriterTests {
    /// What `gzip -d` makes of a file; nil if it refuses the file.
    private func unpacked(_ file: [UInt8]) throws -> [UInt8]? {
        let path = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).gz")
        try Data(file).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/bin/gzip")
        program.arguments = ["-dc", path.path]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        program.waitUntilExit()
        return program.terminationStatus == 0 ? Array(bytes) : nil
    }

    /// Bytes that compress badly, always the same ones.
    private func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000]) func aFileUnpacksToItsContent(count: Int) throws {
        #expect(try unpacked(GzipWriter.file(of: noise(count))) == noise(count))
        let zeros = [UInt8](repeating: 0, count: count)
        #expect(try unpacked(GzipWriter.file(of: zeros)) == zeros)
    }

    @Test func piecesMakeOneFile() throws {
        let content = noise(300_000)
        let writer = GzipWriter(level: 1)
        var file: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: 70_001) {
            file += writer.write(Array(content[start..<min(start + 70_001, content.count)]))
        }
        file += writer.write([])
        file += writer.finish()
        #expect(try unpacked(file) == content)
    }

    @Test func equalContentMakesEqualFiles() {
        let content = Array("the same content".utf8)
        let file = GzipWriter.file(of: content)
        #expect(file == GzipWriter.file(of: content))
        // No time, and no name (RFC 1952, 2.3).
        #expect(file[0...3] == [0x1F, 0x8B, 8, 0] && file[4...7] == [0, 0, 0, 0])
    }

    @Test func repeatedContentGetsSmaller() {
        #expect(GzipWriter.file(of: [UInt8](repeating: 7, count: 1_000_000)).count < 2_000)
    }
}
