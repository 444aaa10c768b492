// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import Testing

@testable import InspectorServer

/// The files by which other programs find a server, and count what one that was killed took along.
@Suite struct DiscoveryTests {
    /// A folder that is deleted with its files.
    private final class Folder {
        let folder: DiscoveryFolder

        init() throws {
            var template = Array("/tmp/inspector-discovery-XXXXXX".utf8CString)
            folder = DiscoveryFolder(path: try #require(mkdtemp(&template).map { String(cString: $0) }))
        }

        deinit {
            for file in folder.files { unlink(file) }
            rmdir(folder.path)
        }

        var names: [String] { folder.files.map { String($0.split(separator: "/").last ?? "") } }
        var reached: [ReachedPosition] { ReachedPosition.all(in: folder) }
    }

    private let calls = SampleCalls()

    private func announce(_ recorder: Recorder, port: UInt16 = 80, in folder: Folder) throws -> DiscoveryFile {
        try #require(DiscoveryFile(port: port, url: "http://127.0.0.1:\(port)/", of: recorder, in: folder.folder))
    }

    /// Leaves the files of a program with this recorder that was killed.
    private func leaveFiles(in folder: Folder) throws -> String {
        var process: pid_t = 0
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        try #require(posix_spawnp(&process, "true", nil, nil, arguments, nil) == 0)
        var status: Int32 = 0
        try #require(waitpid(process, &status, 0) == process)
        let killed = DiscoveredInspector(
            processID: process,
            program: "killed",
            url: "http://127.0.0.1:81/",
            epoch: "0badcafe",
            startedAt: "2026-01-01T00:00:00Z"
        )
        let position = withUnsafeBytes(of: UInt64(70_000)) { Array($0) }
        _ = try #require(folder.folder.write(killed.json, as: "\(process)-81.json"))
        return try #require(folder.folder.write(position + killed.json, as: "\(process)-81-0badcafe.position"))
    }

    @Test func theFileHasThePositionOfTheNewestCall() throws {
        let folder = try Folder()
        calls.read(3)
        let file = try announce(calls.recorder, in: folder)
        #expect(folder.reached.map(\.position) == [3])
        calls.read(2_000)
        #expect(folder.reached.map(\.position) == [2_003])
        #expect(folder.reached.map(\.inspector) == DiscoveredInspector.all(in: folder.folder))
        calls.recorder.clear()
        calls.read(1)
        #expect(folder.reached.map(\.position) == [2_004])
        withExtendedLifetime(file) {}
    }

    @Test func thePositionIsKeptWithoutTheToken() throws {
        let folder = try Folder()
        let url = "http://127.0.0.1:80/"
        let file = DiscoveryFile(port: 80, url: url + "#token=secret", of: calls.recorder, in: folder.folder)
        #expect(DiscoveredInspector.all(in: folder.folder).map(\.url) == [url + "#token=secret"])
        #expect(folder.reached.map(\.inspector.url) == [url])
        withExtendedLifetime(file) {}
    }

    @Test func aTransformDoesNotDelayThePosition() throws {
        let folder = try Folder()
        let calls = SampleCalls { $0.transform = { $0 } }
        let file = try announce(calls.recorder, in: folder)
        calls.read(100)
        #expect(folder.reached.map(\.position) == [100])
        withExtendedLifetime(file) {}
    }

    @Test func bothFilesAreDeletedWithTheServer() throws {
        let folder = try Folder()
        do {
            let file = try announce(calls.recorder, in: folder)
            #expect(folder.names == ["\(getpid())-80-\(calls.epoch).position", "\(getpid())-80.json"])
            withExtendedLifetime(file) {}
        }
        #expect(folder.names.isEmpty)
        // The memory is gone; the recorder goes on without it.
        calls.read(10)
    }

    @Test(arguments: [0, 1]) func eachServerOfARecorderHasItsPosition(stopped: Int) throws {
        let folder = try Folder()
        var files: [DiscoveryFile?] = [
            try announce(calls.recorder, in: folder), try announce(calls.recorder, port: 81, in: folder),
        ]
        calls.read(7)
        #expect(folder.reached.map(\.position) == [7, 7])
        files[stopped] = nil
        calls.read(7)
        #expect(folder.reached.map(\.position) == [14])
        withExtendedLifetime(files) {}
    }

    @Test func thePositionIsReadableAfterAnOrderlyEnd() throws {
        let folder = try Folder()
        var file: DiscoveryFile? = try announce(calls.recorder, in: folder)
        let reached = try #require(folder.reached.first)
        calls.read(9)
        _ = file
        file = nil
        #expect(folder.names.isEmpty && reached.position == 9 && !reached.wasKilled)
    }

    @Test func aProcessWithTheSameNumberAndPortIsAnotherOne() throws {
        let folder = try Folder()
        let other = SampleCalls()
        let name = "\(getpid())-80"
        let earlier = DiscoveredInspector(
            processID: getpid(),
            program: "earlier",
            url: "http://127.0.0.1:80/",
            epoch: "0badcafe",
            startedAt: "2023-01-01T00:00:00Z"
        )
        let position = withUnsafeBytes(of: UInt64(12)) { Array($0) }
        _ = folder.folder.write(position + earlier.json, as: name + "-0badcafe.position")
        #expect(folder.reached.map(\.wasKilled) == [false], "it may be about to write its discovery file")
        let file = try announce(other.recorder, in: folder)
        let killed = folder.reached.filter(\.wasKilled)
        #expect(killed.map(\.inspector.epoch) == ["0badcafe"] && killed.map(\.position) == [12])
        withExtendedLifetime(file) {}
    }

    /// Leaves the discovery file of a program, and tells whether it is found.
    private func isFound(_ process: Int32, _ identity: ProcessIdentity?) throws -> Bool {
        let folder = try Folder()
        let program = DiscoveredInspector(
            processID: process,
            program: "earlier",
            url: "http://127.0.0.1:80/",
            epoch: "0badcafe",
            startedAt: "2023-01-01T00:00:00Z",
            identity: identity
        )
        _ = try #require(folder.folder.write(program.json, as: "\(process)-80.json"))
        let found = DiscoveredInspector.all(in: folder.folder)
        #expect(found == (found.isEmpty ? [] : [program]))
        #expect(folder.names.isEmpty == found.isEmpty, "the file of a program that ended is deleted")
        return !found.isEmpty
    }

    @Test func aProcessThatBeganAtAnotherTimeIsNotThatOfTheServer() throws {
        let own = try #require(ProcessIdentity(of: getpid()))
        #expect(try isFound(getpid(), own))
        #expect(try !isFound(getpid(), ProcessIdentity(start: own.start - 1, namespace: own.namespace)))
    }

    @Test func aProcessOfAnotherContainerIsNotComparedWithOneOfThisOne() throws {
        let own = try #require(ProcessIdentity(of: getpid()))
        #expect(try isFound(getpid(), ProcessIdentity(start: own.start - 1, namespace: "pid:[1]")))
        #expect(try isFound(getpid(), nil), "the system didn't tell the server")
    }

    @Test func aThreadWithTheNumberOfAServersProcessIsNotTheServer() throws {
        // The thread that looks lives as long as the look takes; the first one of the process has its number.
        var target = [UInt8](repeating: 0, count: 100)
        let count = readlink("/proc/thread-self", &target, target.count)
        let path = String(decoding: target.prefix(max(0, count)), as: UTF8.self)
        let thread = try #require(path.split(separator: "/").last.flatMap { Int32($0) })
        try #require(thread != getpid(), "tests run on the pool's threads")
        #expect(kill(thread, 0) == 0)
        let own = try #require(ProcessIdentity(of: getpid()))
        // What had this number before was a process that began earlier than this one.
        #expect(try !isFound(thread, ProcessIdentity(start: own.start - 1, namespace: own.namespace)))
    }

    @Test func thePositionOfAKilledProgramOutlivesItsDiscoveryFile() throws {
        let folder = try Folder()
        let path = try leaveFiles(in: folder)
        // Long ago, when the program began to write to it.
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
        #expect(DiscoveredInspector.all(in: folder.folder).isEmpty)
        #expect(folder.names.allSatisfy { $0.hasSuffix(".position") })
        let reached = try #require(DiscoveredInspector.all(in: folder.folder).isEmpty ? folder.reached.first : nil)
        #expect(reached.position == 70_000 && reached.inspector.epoch == "0badcafe" && reached.wasKilled)
        reached.delete()
        #expect(folder.names.isEmpty)
    }

    @Test func thePositionOfAProgramThatWasKilledLongAgoIsDeleted() throws {
        let folder = try Folder()
        let path = try leaveFiles(in: folder)
        _ = DiscoveredInspector.all(in: folder.folder)
        let longAgo = timespec(tv_sec: time(nil) - 90_000, tv_nsec: 0)
        var times = [longAgo, longAgo]
        utimensat(AT_FDCWD, path, &times, 0)
        _ = DiscoveredInspector.all(in: folder.folder)
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [[], [1, 2, 3], Array("12345678".utf8), Array("12345678{}".utf8)] as [[UInt8]])
    func aFileThatNoServerWroteIsLeftOut(bytes: [UInt8]) throws {
        let folder = try Folder()
        _ = folder.folder.write(bytes, as: "1-1-0badcafe.position")
        #expect(folder.reached.isEmpty && DiscoveredInspector.all(in: folder.folder).isEmpty)
    }

    @Test func aFileIsMappedOnlyWhereWrittenBytesKeepTheirPlace() throws {
        let folder = try Folder()
        let path = try #require(folder.folder.write([UInt8](repeating: 0, count: 8), as: "1-1-0badcafe.position"))
        for (path, isMapped) in [(path, true), ("/proc/self/comm", false)] {
            let file = open(path, O_RDWR)
            try #require(file >= 0)
            #expect((SharedPosition(mapping: file) != nil) == isMapped, "\(path)")
            close(file)
        }
        #expect(SharedPosition(mapping: -1) == nil)
    }

    @Test func aChildMadeByForkDeletesNoFile() throws {
        let folder = try Folder()
        let file = try announce(calls.recorder, in: folder)
        let before = folder.names
        _ = OwnFile(path: folder.folder.files[0], process: getpid() + 1)
        #expect(folder.names == before)
        withExtendedLifetime(file) {}
    }
}
