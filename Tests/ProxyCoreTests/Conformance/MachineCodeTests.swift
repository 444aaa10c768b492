// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CRuntime
import Glibc
import Testing

/// The machine code of requirement implementations that the decoder recognizes, for both processors.
@Suite struct MachineCodeTests {
    private func read(_ machine: cruntime_machine, _ bytes: [UInt8], at address: UInt = 0x1000) -> cruntime_code {
        var code = cruntime_code()
        cruntime_code_read(machine, bytes, bytes.count, address, &code)
        return code
    }

    private func words(_ words: UInt32...) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }

    @Test(
        arguments: [
            [0xC3], [0xF3, 0x0F, 0x1E, 0xFA, 0xC3], [0x55, 0x48, 0x89, 0xE5, 0x5D, 0xC3],
        ] as [[UInt8]]
    )
    func aBareReturnIsSeen(bytes: [UInt8]) {
        #expect(read(CRUNTIME_X86_64, bytes).returns_at_once)
    }

    @Test func whatReturnsAValueIsNoBareReturn() {
        // xor %eax,%eax; ret
        #expect(!read(CRUNTIME_X86_64, [0x31, 0xC0, 0xC3]).returns_at_once)
        // mov w0, #0; ret
        #expect(!read(CRUNTIME_AARCH64, words(0x5280_0000, 0xD65F_03C0)).returns_at_once)
        #expect(!read(CRUNTIME_X86_64, []).returns_at_once && !read(CRUNTIME_OTHER, [0xC3]).returns_at_once)
    }

    @Test func callsAndJumpsLeadSomewhere() {
        // push %rbp; call +0x10; pop %rbp; jmp -0x20
        let code = read(CRUNTIME_X86_64, [0x55, 0xE8, 0x10, 0, 0, 0, 0x5D, 0xE9, 0xE0, 0xFF, 0xFF, 0xFF])
        #expect(code.call_count == 2 && code.calls.0 == 0x1016 && code.calls.1 == 0xFEC)
        // bl +0x20; b -0x10
        let other = read(CRUNTIME_AARCH64, words(0x9400_0008, 0x17FF_FFFC))
        #expect(other.call_count == 2 && other.calls.0 == 0x1020 && other.calls.1 == 0xFF4)
    }

    @Test func aCallThroughTheClassOfSelfIsADispatch() {
        // mov 0(%r13),%rax; mov 0xe0(%rax),%rax; call *%rax
        let bytes: [UInt8] = [0x49, 0x8B, 0x45, 0x00, 0x48, 0x8B, 0x80, 0xE0, 0, 0, 0, 0xFF, 0xD0]
        #expect(read(CRUNTIME_X86_64, bytes).dispatches)
        #expect(!read(CRUNTIME_X86_64, Array(bytes.dropFirst(4))).dispatches)
        // ldr x8, [x20]; ldr x1, [x8, #0x50]; br x1
        #expect(read(CRUNTIME_AARCH64, words(0xF940_0288, 0xF940_2901, 0xD61F_0020)).dispatches)
    }

    private func mayRefer(_ machine: cruntime_machine, _ code: [UInt8]) -> Bool {
        cruntime_code_may_refer(machine, code, code.count)
    }

    @Test func codeWithDistancesIsNotTheSameElsewhere() {
        // mov $7,%eax; ret
        #expect(!mayRefer(CRUNTIME_X86_64, [0xB8, 7, 0, 0, 0, 0xC3]))
        // push %rbp; call +0x110; and jmp, and lea 0x10(%rip),%rax
        #expect(mayRefer(CRUNTIME_X86_64, [0x55, 0xE8, 0x10, 0x01, 0, 0, 0xC3]))
        #expect(mayRefer(CRUNTIME_X86_64, [0xE9, 0x10, 0x01, 0, 0]))
        // push %rbp; mov %rsp,%rbp; pop %rbp; jmp +0x10, and je, short and long
        #expect(mayRefer(CRUNTIME_X86_64, [0x55, 0x48, 0x89, 0xE5, 0x5D, 0xEB, 0x10]))
        #expect(mayRefer(CRUNTIME_X86_64, [0x74, 0x10, 0xC3]))
        #expect(mayRefer(CRUNTIME_X86_64, [0x0F, 0x84, 0x10, 0x01, 0, 0, 0xC3]))
        #expect(mayRefer(CRUNTIME_X86_64, [0x48, 0x8D, 0x05, 0x10, 0, 0, 0, 0xC3]))
        // mov w0, #7; ret
        #expect(!mayRefer(CRUNTIME_AARCH64, words(0x5280_00E0, 0xD65F_03C0)))
        // bl, b, adr, adrp, and ldr of a literal
        for instruction: UInt32 in [0x9400_0040, 0x1400_0040, 0x1000_0040, 0x9000_0000, 0x5800_0040] {
            #expect(mayRefer(CRUNTIME_AARCH64, words(instruction, 0xD65F_03C0)))
        }
        #expect(mayRefer(CRUNTIME_OTHER, [0xC3]))
    }

    @Test func aStubOfTheLinkageTableNamesItsSlot() {
        // endbr64; bnd jmp *0x100(%rip)
        let stub: [UInt8] = [0xF3, 0x0F, 0x1E, 0xFA, 0xF2, 0xFF, 0x25, 0x00, 0x01, 0, 0]
        #expect(cruntime_code_stub_slot(CRUNTIME_X86_64, stub, stub.count, 0x1000) == 0x110B)
        // adrp x16, +0x3000; ldr x17, [x16, #0x18]
        let other = words(0xF000_0010, 0xF940_0E11)
        #expect(cruntime_code_stub_slot(CRUNTIME_AARCH64, other, other.count, 0x1234) == 0x4018)
        #expect(cruntime_code_stub_slot(CRUNTIME_X86_64, [0xC3], 1, 0x1000) == 0)
    }

    /// The bytes, with 16 bytes of another function before them.
    private func extent(_ machine: cruntime_machine, _ bytes: [UInt8], after end: [UInt8]) -> Int {
        let bytes = Array(repeating: 0x41, count: Int(CRUNTIME_ALIGNMENT) - end.count) + end + bytes
        return cruntime_code_extent(machine, bytes, bytes.count - Int(CRUNTIME_ALIGNMENT))
    }

    @Test func aFunctionWithoutASymbolEndsBeforeTheNextOne() {
        let body = Array(repeating: 0x41 as UInt8, count: 19)
        // ret; cs nopw 0(%rax,%rax,1)
        let last: [UInt8] = [0xC3, 0x66, 0x2E, 0x0F, 0x1F, 0x84, 0, 0, 0, 0, 0]
        let padded = body + [0x41, 0x41] + last
        #expect(extent(CRUNTIME_X86_64, padded + padded, after: [0xC3]) == 32)
        // A jump right before the next function; ret in the middle of an instruction, or of the function.
        #expect(extent(CRUNTIME_X86_64, [0xC3] + body.prefix(10) + [0xE9, 1, 2, 3, 4] + body, after: [0xCC]) == 16)
        #expect(extent(CRUNTIME_X86_64, body + body, after: [0xC3]) == 0)
        #expect(extent(CRUNTIME_X86_64, padded, after: [0x5D]) == 0)
        let (nop, ret, move): (UInt32, UInt32, UInt32) = (0xD503_201F, 0xD65F_03C0, 0xAA00_03E1)
        let other = words(move, ret, move, move, move, ret, nop, nop, move, move, move, move)
        #expect(extent(CRUNTIME_AARCH64, other, after: words(ret)) == 32)
        #expect(extent(CRUNTIME_AARCH64, other, after: words(move)) == 0)
        #expect(extent(CRUNTIME_OTHER, other, after: words(ret)) == 0)
    }

    @Test func aCopyOfMemoryThatIsNotThereKeepsTheErrorOfTheProgram() {
        var word: UInt = 0
        errno = ENOTTY
        let isCopied = cruntime_copy(8, &word, MemoryLayout<UInt>.size)
        let error = errno
        #expect(!isCopied && error == ENOTTY)
    }

    @Test func thereIsNoImageWhereThereIsNoCode() {
        #expect(cruntime_image_open(8, nil) == nil)
    }
}
