// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FaultySystem
import Foundation
import FoundationProxies
import Glibc
import ProxyCore
import Testing

/// Data whose memory cannot be read, and copies of data whose memory can. A load of the former ends the process, so that
/// processes of their own try it.
@Suite struct UnreadableDataTests {
    private struct Message<Body> {
        let text: String
        let body: Body
    }

    // Unlike that of `precondition`, the arguments may throw.

    private static func check(_ isSo: Bool, line: UInt = #line) { precondition(isSo, line: line) }

    private static func checkUnreadable(_ value: RecordedValue?, line: UInt = #line) {
        precondition(value?.content == .text("(unreadable memory)"), line: line)
    }

    @Test func dataThatIsProtectedIsRecordedAsUnreadable() async {
        await #expect(processExitsWith: .success) {
            let probe = try ValueProbe()
            let page = Int(getpagesize())
            // More than is hashed, the first pages readable.
            let size = 64 * page
            let flags = MAP_PRIVATE | MAP_ANONYMOUS
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)!
            let data = Data(bytesNoCopy: memory, count: size, deallocator: .none)
            let start = Data(bytesNoCopy: memory, count: page, deallocator: .none)
            let part = Data(bytesNoCopy: memory + page, count: 20, deallocator: .none)
            UnreadableDataTests.check(try probe.record(data).count == size)
            precondition(mprotect(memory + page, size - page, PROT_NONE) == 0)
            UnreadableDataTests.checkUnreadable(try probe.record(data))
            UnreadableDataTests.checkUnreadable(try probe.record(part))
            UnreadableDataTests.checkUnreadable(try probe.record([data], "list").children.first)
            UnreadableDataTests.checkUnreadable(try probe.record(Message(text: "text", body: data))["body"])
            UnreadableDataTests.check(try probe.record(start).count == page)
            precondition(munmap(memory, size) == 0)
            UnreadableDataTests.checkUnreadable(try probe.record(data))
            UnreadableDataTests.check(try probe.survivesExport())
        }
    }

    @Test func dataOfAFileThatIsShorterByNowIsRecordedAsUnreadable() async {
        await #expect(processExitsWith: .success) {
            let probe = try ValueProbe()
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("mapped-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(count: 1 << 20).write(to: file)
            let data = try Data(contentsOf: file, options: .alwaysMapped)
            precondition(truncate(file.path, 0) == 0)
            UnreadableDataTests.checkUnreadable(try probe.record(data))
        }
    }

    /// A service may be ended at a system call that few programs make.
    @Test func aProgramUnderAFilterOfSystemCallsLivesAndHasItsDataRecorded() async {
        await #expect(processExitsWith: .success) {
            precondition(faulty_kernel_forbid_copies())
            let probe = try ValueProbe()
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let value = try probe.record(Data(bytes))
            precondition(value.kind == .bytes && value.count == 200_000)
            let again = try probe.record(Data(bytes))
            precondition(again.content == value.content)
        }
    }

    @Test func dataIsRecordedWhereTheKernelRefusesCopies() async {
        await #expect(processExitsWith: .success) {
            let probe = try ValueProbe()
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let before = try probe.record(Data(bytes))
            precondition(faulty_kernel_refuse_copies())
            // Nor is there a descriptor for the other way.
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
            let after = try probe.record(Data(bytes))
            precondition(after.content == before.content && after.count == 200_000)
        }
    }

    /// Bytes of an array are read where they are.
    @Test func aCopyOfDataHasTheSameBytesAndHash() throws {
        let probe = try ValueProbe()
        let edge = 65_536
        let few = [1, 14, 15, 16, 63, 64, 65, 2_047, 2_048, 2_049, 4_097]
        for count in few + [edge, edge + 1, 2 * edge - 3, 3 * edge + 5] {
            let text = Array(String(repeating: "aé€", count: count).utf8.prefix(count))
            for bytes in [text, (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }] {
                let (data, array) = (try probe.record(Data(bytes)), try probe.record(bytes))
                #expect(data.kind == .bytes && data.content == array.content, "\(count) bytes")
                #expect(data.count == array.count && data.truncation == array.truncation, "\(count) bytes")
                let part = try probe.record(Data([7] + bytes).dropFirst())
                #expect(part.content == array.content, "\(count) bytes of more")
            }
        }
    }

    @Test func aCopyOfDataKeepsWithinTheRoom() throws {
        var configuration = RecorderConfiguration()
        configuration.budget.recordBytes = 512
        let probe = try ValueProbe(configuration)
        for count in stride(from: 0, to: 512, by: 5) {
            let (text, bytes) = (String(repeating: "x", count: count), Array(String(repeating: "é", count: 400).utf8))
            let data = try probe.record(Message(text: text, body: Data(bytes)))
            let array = try probe.record(Message(text: text, body: bytes))
            #expect(data.children.map(\.content) == array.children.map(\.content), "after \(count) bytes")
            #expect(data.children.map(\.truncation) == array.children.map(\.truncation), "after \(count) bytes")
        }
    }
}
