// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose

@testable import Interposer

/// The registers and the stack of a call, as a stub saves them.
final class SavedCall {
    let registers = UnsafeMutablePointer<cinterpose_registers>.allocate(capacity: 1)
    private let stack = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)

    private static var stackSize: Int { 512 }

    init() {
        UnsafeMutableRawPointer(registers).initializeMemory(
            as: UInt8.self,
            repeating: 0,
            count: MemoryLayout<cinterpose_registers>.size
        )
        stack.initializeMemory(as: UInt8.self, repeating: 0, count: Self.stackSize)
        registers.pointee.stack = UnsafePointer(stack.assumingMemoryBound(to: UInt64.self))
    }

    deinit {
        registers.deallocate()
        stack.deallocate()
    }

    func put(_ word: UInt, at place: Place) {
        UnsafeMutableRawPointer(mutating: WordPlace(place).address(registers, stack))
            .storeBytes(of: word, as: UInt.self)
    }
}
