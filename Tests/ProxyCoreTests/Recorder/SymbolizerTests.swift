// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import ProxyCore

/// Libraries that programs close and open. Each test has a process of its own, in which nothing else takes the addresses
/// that a library leaves.
@Suite struct SymbolizerTests {
    @Test func aLibraryInThePlaceOfAnotherHasItsOwnFunctions() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("symbols-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let symbolizer = Symbolizer()
            let first = try Library("first", in: folder)
            let other = try Library("other", in: folder)
            let address = first.open()
            precondition(symbolizer.function(at: address) == "first_function")
            // Known although nothing is there any more.
            first.close()
            precondition(symbolizer.function(at: address) == "first_function")
            // Under the thread sanitizer, it gets another place.
            guard other.open() == address else { return }
            precondition(symbolizer.function(at: address) == "other_function")
            // Nobody asked while no library was there.
            other.close()
            guard first.open() == address else { return }
            precondition(symbolizer.places(of: [address]).map(\.frame.module) == ["libfirst.so"])
            precondition(symbolizer.function(at: address) == "first_function")
        }
    }

    @Test func whatIsKnownOfOtherLibrariesStaysKnown() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("symbols-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let symbolizer = Symbolizer()
            let stays = try Library("stays", in: folder)
            let goes = try Library("goes", in: folder)
            let address = stays.open()
            precondition(symbolizer.function(at: address) == "stays_function")
            _ = goes.open()
            goes.close()
            precondition(symbolizer.places(of: [address]).map(\.frame.function) == ["stays_function"])
        }
    }
}

extension Symbolizer {
    fileprivate func function(at address: UInt) -> String? { lookedUpPlace(of: address).frame.function }
}

/// A library with one function, and so much room that only the place of another one like it is large enough for it.
private final class Library {
    private let name: String
    private let path: String
    private var handle: UnsafeMutableRawPointer?

    init(_ name: String, in folder: URL) throws {
        self.name = name
        path = folder.appendingPathComponent("lib\(name).so").path
        let source = folder.appendingPathComponent("\(name).c")
        let text = "char room[1 << 27]; int \(name)_function(int number) { return number * 3; }\n"
        try text.write(to: source, atomically: true, encoding: .utf8)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["clang", "-O0", "-shared", "-fPIC", "-o", path, source.path]
        try compiler.run()
        compiler.waitUntilExit()
        precondition(compiler.terminationStatus == 0)
    }

    /// An address within the function.
    func open() -> UInt {
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)
        return UInt(bitPattern: dlsym(handle, "\(name)_function")) + 4
    }

    func close() { dlclose(handle!) }
}
