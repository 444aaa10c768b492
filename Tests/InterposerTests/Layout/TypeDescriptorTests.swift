// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

@Suite struct TypeDescriptorTests {
    private static let structKind: UInt32 = 0x11
    private static let hasImportInfo: UInt32 = 4 << 16

    /// The name in symbols of a descriptor with some flags and texts.
    private func symbolName(_ flags: UInt32, _ texts: String) -> String? {
        let header = 12
        let memory = UnsafeMutableRawPointer.allocate(byteCount: header + texts.utf8.count, alignment: 4)
        defer { memory.deallocate() }
        memory.storeBytes(of: flags, as: UInt32.self)
        memory.storeBytes(of: 0, toByteOffset: 4, as: Int32.self)
        // Relative to the place that it is in, which is before the texts.
        memory.storeBytes(of: 4, toByteOffset: 8, as: Int32.self)
        (memory + header).copyMemory(from: Array(texts.utf8), byteCount: texts.utf8.count)
        return TypeDescriptor(at: memory).symbolName
    }

    @Test(arguments: [
        ("Lamp\0NCLamp\0\0", "CLamp"), ("Lamp\0St\0NCLamp\0\0", "CLamp"), ("Lamp\0St\0\0", "Lamp"),
        ("Lamp\0\0", "Lamp"),
    ])
    func aTypeOfCWithANameForSwiftHasThatOfCInSymbols(texts: String, name: String) {
        #expect(symbolName(Self.structKind | Self.hasImportInfo, texts) == name)
    }

    @Test func whatFollowsTheNameOfAnotherTypeIsNoPartOfIt() {
        #expect(symbolName(Self.structKind, "Lamp\0NCLamp\0\0") == "Lamp")
        // The same bit of a protocol says something else.
        #expect(symbolName(3 | Self.hasImportInfo, "Lamp\0NCLamp\0\0") == "Lamp")
    }
}
